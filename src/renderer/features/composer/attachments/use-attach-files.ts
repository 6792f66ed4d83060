import { useCallback, useRef } from 'react'
import { useI18n, type MessageKey } from '../../../platform/i18n.tsx'
import type { AttachedFile, Written } from '../written.ts'
import { attachedCharacters } from './attached-characters.ts'
import { readFile } from './read-file.ts'

/** At most so many at once: more are a folder, which is better mentioned. */
export const maxFiles = 20

const reasons = {
  'too-large': 'attach.tooLarge',
  'not-text': 'attach.notText',
  unreadable: 'attach.unreadable',
  'no-room': 'attach.noRoom',
  empty: 'attach.empty',
} as const satisfies Record<string, MessageKey>

/** Takes files into a message one after the other; `onProblem` is told in words what could not be taken. */
export function useAttachFiles(
  onWrite: (change: (before: Written) => Written) => void,
  onProblem: (text: string | undefined) => void,
  current: () => Written,
): (files: readonly File[]) => Promise<void> {
  const { t } = useI18n()
  // Two handfuls of files at once count against the same room.
  const reading = useRef(Promise.resolve())
  return useCallback(
    (files) => {
      const mine = reading.current.then(async () => {
        onProblem(undefined)
        const problems: string[] = []
        let used = attachedCharacters(current().files)
        for (const file of files.slice(0, maxFiles)) {
          const outcome = await readFile(file, used)
          if (outcome.kind === 'refused') {
            problems.push(t(reasons[outcome.why], { name: file.name || t('attach.unnamed') }))
            continue
          }
          used += outcome.characters
          const attached: AttachedFile = {
            id: crypto.randomUUID(),
            attachment: outcome.attachment,
            ...(outcome.scaled === undefined
              ? {}
              : {
                  // Pixels are written without marks for thousands.
                  note: t('attach.scaled', {
                    width: String(outcome.scaled.width),
                    height: String(outcome.scaled.height),
                  }),
                }),
          }
          onWrite((now) => ({ ...now, files: [...now.files, attached] }))
        }
        if (files.length > maxFiles) problems.push(t('attach.tooMany', { count: maxFiles }))
        if (problems.length > 0) onProblem(problems.join(' '))
      })
      reading.current = mine
      return mine
    },
    [onWrite, onProblem, current, t],
  )
}
