import type { ToolCallState } from '../../../protocol/channels/chat/tool-call.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { inputOf, inputText, plainText, textField } from './tool-input.ts'
import { Verbatim } from './verbatim.tsx'
import { hasHidden } from '../../components/visible-text.ts'

/** What a call would do, verbatim: the command, the commit's message, the text taken out and put in. */
export function ApprovalSubject({ call }: { call: ToolCallState }) {
  const { t } = useI18n()
  const text = inputText(call)
  const isHidden = text !== undefined && hasHidden(decoded(text))
  return (
    <div className="subject">
      <Subject call={call} />
      {isHidden && (
        <p className="subject__hidden" role="note">
          {t('approval.hidden')}
        </p>
      )}
    </div>
  )
}

function Subject({ call }: { call: ToolCallState }) {
  const { t } = useI18n()
  const input = inputOf(call)
  const command = textField(input, 'command')
  if (command !== undefined) return <Verbatim text={command} label={t('approval.command')} />
  const path = textField(input, 'path')
  const message = textField(input, 'message')
  if (message !== undefined) return <Verbatim text={message} label={t('approval.message')} />
  const before = textField(input, 'old_string')
  const after = textField(input, 'new_string') ?? textField(input, 'content')
  if (path !== undefined && (before !== undefined || after !== undefined))
    return (
      <>
        <Verbatim text={path} label={t('approval.file')} />
        {before !== undefined && (
          <div className="subject__removed">
            <Verbatim text={before} label={t('approval.removedText')} />
          </div>
        )}
        {after !== undefined && (
          <div className="subject__added">
            <Verbatim text={after} label={t('approval.addedText')} />
          </div>
        )}
      </>
    )
  const patch = textField(input, 'patch')
  if (patch !== undefined) return <Verbatim text={patch} label={t('approval.write')} />
  const shown = Object.entries(input)
  if (shown.length === 0)
    return <Verbatim text={inputText(call) ?? plainText(call.invocationMessage)} label={t('step.input')} />
  return (
    <Verbatim text={shown.map(([name, value]) => `${name}: ${asText(value)}`).join('\n')} label={t('step.input')} />
  )
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** JSON escapes would hide what is hidden. */
function decoded(json: string): string {
  try {
    return collect(JSON.parse(json))
  } catch {
    return json
  }
}

function collect(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(collect).join('\n')
}
