import { useEffect } from 'react'
import { useToast } from '../components/toast.tsx'
import { useI18n } from '../platform/i18n.tsx'
import { onStorageFull } from '../platform/preferences.ts'

/** Says, once, that the browser keeps nothing more: what is written now is gone with the page. */
export function useStorageFull(): void {
  const toast = useToast()
  const { t } = useI18n()
  useEffect(() => onStorageFull(() => toast({ text: t('common.storageFull'), tone: 'bad' })), [t, toast])
}
