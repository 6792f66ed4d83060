import { useEffect, useState } from 'react'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { keyWords, modelCountWords } from './provider-words.ts'
import { useProviders } from './use-providers.ts'

/** A line of what there is on this machine. */
export interface FoundLine {
  readonly isThere: boolean
  readonly text: string
}

/** Local models and keys that are there already, looked for once; no line while nothing is known. */
export function useFoundModels(isWanted: boolean): readonly FoundLine[] {
  const { t, at } = useI18n()
  const isOnline = useIsOnline()
  const { items, look } = useProviders(isWanted)
  const [hasLooked, setLooked] = useState(false)
  useEffect(() => {
    if (!isWanted || !isOnline || hasLooked) return
    let isOver = false
    look().then(
      () => !isOver && setLooked(true),
      () => !isOver && setLooked(true),
    )
    return () => {
      isOver = true
    }
  }, [isWanted, isOnline, hasLooked, look])

  if (!isWanted || items === undefined) return []
  const lines = items
    .filter(({ status, key }) => status === 'ready' || key === 'environment' || key === 'client')
    .map((provider): FoundLine => {
      const facts = [modelCountWords(provider, t), provider.local ? '' : keyWords(provider, { t, at })]
      return {
        isThere: provider.status !== 'wrong-key' && provider.status !== 'unreachable',
        text: t('found.provider', { provider: provider.name, facts: facts.filter(Boolean).join(' · ') }),
      }
    })
  if (lines.length > 0) return lines
  return [{ isThere: false, text: t(hasLooked ? 'found.none' : 'found.looking') }]
}
