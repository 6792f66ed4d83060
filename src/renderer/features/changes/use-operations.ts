import { useCallback, useState } from 'react'
import { changesetOperations, withRoadsteadMeta } from '../../../protocol/roadstead.ts'
import { useToast } from '../../components/toast.tsx'
import { useOffers } from '../../hosts/use-offer.ts'
import { useCommand } from '../../hosts/use-request.ts'
import { useI18n } from '../../platform/i18n.tsx'
import type { ChangedFile } from './changed-file.ts'

/** Commit, discard and their undo, with the toasts that tell what came of them. */
export interface Operations {
  readonly committing: boolean
  /** What went wrong with the last commit. */
  readonly problem: string | undefined
  /** Whether it was committed. `onUndone`: it was taken back from the toast. */
  commit(message: string, onUndone: () => void): Promise<boolean>
  undoCommit(): void
  discard(file: ChangedFile): void
}

/** Operations on the changeset channel `uri`. */
export function useOperations(uri: string): Operations {
  const { t, hostText } = useI18n()
  const toast = useToast()
  const send = useCommand()
  const offers = useOffers(toast)
  const [committing, setCommitting] = useState(false)
  const [problem, setProblem] = useState<string>()

  const undoFailed = useCallback((reason: string) => t('changes.undoFailed', { reason }), [t])
  const operation = useCallback(
    (id: keyof typeof changesetOperations) => ({ channel: uri, operationId: changesetOperations[id] }),
    [uri],
  )

  const undoCommit = useCallback(
    (onUndone?: () => void) => {
      void offers.ask('invokeChangesetOperation', operation('undoCommit'), undoFailed).then((outcome) => {
        if (outcome.kind !== 'done') return
        onUndone?.()
        toast({ text: t('commit.undone'), about: 'commit' })
      })
    },
    [offers, operation, toast, t, undoFailed],
  )

  const undoDiscard = useCallback(
    (name: string) => {
      void offers.ask('invokeChangesetOperation', operation('undoDiscard'), undoFailed).then((outcome) => {
        if (outcome.kind === 'done') toast({ text: t('changes.undone', { name }), about: 'discard' })
      })
    },
    [offers, operation, toast, t, undoFailed],
  )

  const discard = useCallback(
    (file: ChangedFile) => {
      const { name } = file
      const params = { ...operation('discard'), target: { kind: 'resource' as const, resource: file.id } }
      const words = (reason: string) => t('changes.discardFailed', { name, reason })
      void offers.ask('invokeChangesetOperation', params, words).then((outcome) => {
        if (outcome.kind !== 'done') return
        toast({
          about: 'discard',
          text: t('changes.discarded', { name }),
          action: { label: t('changes.undo'), run: () => undoDiscard(name) },
        })
      })
    },
    [offers, operation, toast, t, undoDiscard],
  )

  const commit = useCallback(
    async (message: string, onUndone: () => void) => {
      setCommitting(true)
      setProblem(undefined)
      const outcome = await send('invokeChangesetOperation', {
        channel: uri,
        operationId: changesetOperations.commit,
        _meta: withRoadsteadMeta(undefined, { message }),
      })
      setCommitting(false)
      if (outcome.kind === 'done') {
        const said = outcome.result.message
        const text = typeof said === 'string' ? said : (said?.markdown ?? '')
        const parts = /^Committed ([0-9a-f]{7,}): (.*)$/s.exec(text)
        const summary = message.trim().split('\n')[0] ?? ''
        toast({
          about: 'commit',
          text:
            parts === null
              ? hostText(text)
              : t('commit.done', { hash: parts[1] ?? '', summary }) + hostNotes(parts[2] ?? '', summary, hostText),
          action: { label: t('changes.undo'), run: () => undoCommit(onUndone) },
        })
        return true
      }
      setProblem(outcome.kind === 'lost' ? t('commit.lost') : t('commit.failed', { reason: outcome.reason }))
      return false
    },
    [send, toast, t, hostText, uri, undoCommit],
  )

  return { committing, problem, commit, undoCommit: () => undoCommit(), discard }
}

/** What the host adds after the summary: hooks that did not run, say. */
function hostNotes(text: string, summary: string, hostText: (text: string) => string): string {
  const rest = text.startsWith(`${summary}.`) ? text.slice(summary.length + 1).trim() : ''
  return rest === '' ? '' : `. ${hostText(rest)}`
}
