import { ToggleGroup } from 'radix-ui'
import type { Changeset } from '../../../protocol/channels/changeset/state.ts'
import { useChannel } from '../../hosts/use-channel.ts'
import { useI18n, type I18n } from '../../platform/i18n.tsx'

interface ChangesetPickerProps {
  readonly changesets: readonly Changeset[]
  readonly selected: string
  onSelect(uri: string): void
}

/** Which changes are shown; each choice says how many files it has, from the same snapshot as its list. */
export function ChangesetPicker({ changesets, selected, onSelect }: ChangesetPickerProps) {
  const { t } = useI18n()
  return (
    <ToggleGroup.Root
      type="single"
      className="picker"
      aria-label={t('changes.changeset')}
      value={selected}
      onValueChange={(uri) => {
        if (uri !== '') onSelect(uri)
      }}
    >
      {changesets.map((changeset) => (
        <Choice key={changeset.uriTemplate} changeset={changeset} />
      ))}
    </ToggleGroup.Root>
  )
}

function Choice({ changeset }: { changeset: Changeset }) {
  const { t, number } = useI18n()
  const files = useChannel(changeset.uriTemplate, 'changeset').state?.files.length
  return (
    <ToggleGroup.Item className="picker__choice" value={changeset.uriTemplate}>
      {changesetLabel(changeset, t)}
      {files !== undefined && (
        <span className="picker__count tabular">
          <span aria-hidden="true">{number(files)}</span>
          <span className="visually-hidden">{t('changes.files', { count: files })}</span>
        </span>
      )}
    </ToggleGroup.Item>
  )
}

/** Our words for the kinds we know, the host's for others. */
export function changesetLabel(changeset: Changeset, t: I18n['t']): string {
  if (changeset.changeKind === 'session') return t('changes.view.session')
  return changeset.changeKind === 'uncommitted' ? t('changes.view.uncommitted') : changeset.label
}
