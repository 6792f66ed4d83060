import { useDeferredValue } from 'react'
import type { FolderFacts } from '../../../protocol/roadstead.ts'
import { fileUri, ROOT_URI } from '../../../protocol/uri.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useRequest } from '../../hosts/use-request.ts'
import { expandHome } from '../../platform/folder-name.ts'
import { useI18n, type I18n } from '../../platform/i18n.tsx'

/** What is known of the folder a person has written, and one line about it. */
export interface ChosenFolder {
  readonly facts: FolderFacts | undefined
  readonly words: string
  readonly tone: 'plain' | 'bad'
  refresh(): Promise<void>
}

export function useFolder(text: string, home: string | undefined): ChosenFolder {
  const i18n = useI18n()
  const { t, hostText } = i18n
  const isOnline = useIsOnline()
  const settled = useDeferredValue(text)
  const path = expandHome(settled, home)
  const folder = path === undefined ? '' : fileUri(path)
  const answer = useRequest(
    'x-roadstead/folderFacts',
    { channel: ROOT_URI, folder },
    { enabled: isOnline && folder !== '', staleTime: 2_000 },
  )
  const facts = folder === '' ? undefined : answer.data
  const refresh = async () => void (await answer.refetch())
  if (text.trim() === '') return { facts: undefined, words: '', tone: 'plain', refresh }
  if (path === undefined) return { facts: undefined, words: t('first.notAbsolute'), tone: 'bad', refresh }
  if (answer.isError) return { facts: undefined, words: hostText(answer.error.message), tone: 'bad', refresh }
  if (facts === undefined) return { facts, words: t('first.checking'), tone: 'plain', refresh }
  return { facts, ...folderWords(facts, i18n), refresh }
}

/** One line about a folder. */
export function folderWords(
  facts: FolderFacts,
  i18n: Pick<I18n, 't' | 'hostText'>,
): { words: string; tone: 'plain' | 'bad' } {
  const { t, hostText } = i18n
  switch (facts.status) {
    case 'missing':
      return { words: t('first.missing'), tone: 'bad' }
    case 'not-a-folder':
      return { words: t('first.notAFolder'), tone: 'bad' }
    case 'unreadable':
      return { words: t('first.unreadable', { reason: hostText(facts.reason ?? '') }), tone: 'bad' }
    case 'ok':
      return {
        words: [gitWords(facts, i18n), facts.trusted ? t('first.trusted') : ''].filter(Boolean).join(' · '),
        tone: 'plain',
      }
  }
}

function gitWords({ git }: FolderFacts, { t, hostText }: Pick<I18n, 't' | 'hostText'>): string {
  if (git.status === 'unavailable') return t('first.gitUnavailable', { reason: hostText(git.reason) })
  if (git.status === 'none') return t('first.noRepository')
  return git.branch === undefined ? t('first.repositoryDetached') : t('first.repository', { branch: git.branch })
}
