import { Ban, Copy, SquareTerminal } from 'lucide-react'
import type { ToolCallState } from '../../../protocol/channels/chat/tool-call.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { useToast } from '../../components/toast.tsx'
import { copyText } from '../../components/use-copy.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { reasonText } from '../../platform/host-text.ts'
import { factsOf } from './step-words.ts'
import { inputOf, plainText, textField } from './tool-input.ts'
import { ApprovalSubject } from './approval-subject.tsx'
import { fitForTerminal, useRunYourself } from './run-yourself.ts'

/** A call that did not run: who said no, by which rule, and in which words. */
export function DeniedCard({ call }: { call: Extract<ToolCallState, { status: 'cancelled' }> }) {
  const { t, locale } = useI18n()
  const toast = useToast()
  const facts = factsOf(call)
  const byPolicy = facts?.decidedBy === 'policy'
  const command = textField(inputOf(call), 'command')
  const words = plainText(call.reasonMessage)
  const runYourself = useRunYourself()
  const fit = command === undefined ? undefined : fitForTerminal(command)
  const title = call.reason === 'skipped' ? t('step.notRun') : byPolicy ? t('denied.byPolicy') : t('denied.byPerson')
  return (
    <section className="denied" data-view="denied" aria-label={title}>
      <h2 className={`denied__title ${call.reason === 'skipped' ? '' : 'denied__title--no'}`}>
        <Ban size={14} aria-hidden="true" />
        <span>{title}</span>
        {command !== undefined && (
          <IconButton
            label={t('denied.copy')}
            icon={<Copy size={14} />}
            onClick={() => void copyText(command).then((isCopied) => isCopied && toast({ text: t('common.copied') }))}
          />
        )}
      </h2>
      <ApprovalSubject call={call} />
      {byPolicy ? (
        <ul className="denied__rules">
          {(facts.reasons ?? []).map((reason, index) => (
            <li key={`${reason.rule} ${index}`}>
              {reasonText(reason.text, locale)}{' '}
              <code className="approval__rule">{t('denied.rule', { rule: reason.rule })}</code>
            </li>
          ))}
        </ul>
      ) : (
        words !== '' && <p className="denied__words">{words}</p>
      )}
      {fit?.kind === 'fits' && runYourself !== undefined && (
        <Button icon={<SquareTerminal size={14} />} title={t('denied.runHint')} onClick={() => runYourself(fit.text)}>
          {t('denied.run')}
        </Button>
      )}
      {(fit?.kind === 'lines' || fit?.kind === 'hidden') && (
        <p className="denied__words">{t(`denied.copyOnly.${fit.kind}`)}</p>
      )}
    </section>
  )
}
