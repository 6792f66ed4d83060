import { useI18n } from '../platform/i18n.tsx'

/** The first stop of the Tab key: past the list, to the conversation. */
export function SkipLink() {
  const { t } = useI18n()
  return (
    <a
      className="shell__skip button"
      href="#conversation"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('conversation')?.focus()
      }}
    >
      {t('shell.skip')}
    </a>
  )
}
