import { useState } from 'react'
import type { ModelCall } from '../../../protocol/model-facts.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useRequest } from '../../hosts/use-request.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { CallFacts } from './call-facts.tsx'
import { CompareView } from './compare-view.tsx'
import { PromptView } from './prompt-view.tsx'
import './prompt.css'

interface PromptDialogProps {
  readonly session: string
  readonly call: ModelCall
  /** All calls of the session, for one to compare with. */
  readonly calls: readonly ModelCall[]
  onClose(): void
}

/** What a call sent to its model, part by part, and what came back; beside it, what another call sent. */
export function PromptDialog({ session, call, calls, onClose }: PromptDialogProps) {
  const { t } = useI18n()
  const [other, setOther] = useState<string | undefined>(undefined)
  const mine = usePrompt(session, call.id, call.status)
  const theirs = usePrompt(session, other, calls.find(({ id }) => id === other)?.status)
  const failed = mine.error ?? theirs.error
  const shown = mine.data?.call ?? call
  return (
    <Dialog
      view="prompt"
      open
      onOpenChange={onClose}
      shape="large"
      title={t('prompt.title', { round: call.round, model: call.model })}
      closeLabel={t('common.close')}
    >
      <div className="prompt">
        <div className="prompt__bar">
          <CallFacts call={shown} />
          <ComparePicker call={call} calls={calls} value={other} onChange={setOther} />
        </div>
        {failed !== null ? (
          <ErrorState text={t('prompt.failed', { reason: failed.message })} detailsLabel={t('common.details')} />
        ) : mine.data === undefined || (other !== undefined && theirs.data === undefined) ? (
          <Skeleton label={t('prompt.loading')} lines={10} />
        ) : theirs.data !== undefined && other !== undefined ? (
          <CompareView
            {...(isOlder(theirs.data.call, mine.data.call)
              ? { before: theirs.data.parts, after: mine.data.parts }
              : { before: mine.data.parts, after: theirs.data.parts })}
          />
        ) : (
          <PromptView parts={mine.data.parts} reply={mine.data.reply} isRunning={shown.status === 'running'} />
        )}
      </div>
    </Dialog>
  )
}

/** Whichever was picked first: what came later is told by what it has that the earlier one had not. */
function isOlder(a: ModelCall, b: ModelCall): boolean {
  return a.at === b.at ? a.round < b.round : a.at < b.at
}

/** What a call that is over sent does not change any more. */
function usePrompt(session: string, id: string | undefined, status: ModelCall['status'] | undefined) {
  return useRequest(
    'x-roadstead/modelCallPrompt',
    { channel: session, id: id ?? '' },
    { enabled: id !== undefined, staleTime: status === 'running' ? 0 : Infinity },
  )
}

interface ComparePickerProps {
  readonly call: ModelCall
  readonly calls: readonly ModelCall[]
  readonly value: string | undefined
  onChange(id: string | undefined): void
}

function ComparePicker({ call, calls, value, onChange }: ComparePickerProps) {
  const { t, time } = useI18n()
  const others = calls.filter(({ id }) => id !== call.id).toSorted((a, b) => (a.at < b.at ? 1 : -1))
  if (others.length === 0) return null
  return (
    <label className="prompt__compare">
      {t('prompt.compareWith')}
      <select value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{t('prompt.compareNone')}</option>
        {others.map((each) => (
          <option key={each.id} value={each.id}>
            {t('prompt.compareOption', {
              at: time(each.at, 'medium'),
              round: each.round,
              model: each.model,
            })}
          </option>
        ))}
      </select>
    </label>
  )
}
