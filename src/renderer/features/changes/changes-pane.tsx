import { useChannel } from '../../hosts/use-channel.ts'
import { Skeleton } from '../../components/states.tsx'
import { useI18n } from '../../platform/i18n.tsx'

/** The files a session has changed. `session` is its URI. */
export function ChangesPane({ session }: { session: string }) {
  const { t } = useI18n()
  const found = useChannel(session, 'session')
  const template = found.state?.changesets?.[0]?.uriTemplate
  const changeset = useChannel(template, 'changeset')
  if (changeset.state === undefined) return <Skeleton label={t('changes.loading')} />
  return (
    <ul className="scroll" style={{ padding: 12 }}>
      {changeset.state.files.map((file) => (
        <li key={file.id} className="mono">
          {decodeURIComponent(file.id.split('/').at(-1) ?? file.id)} +{file.edit.diff?.added ?? 0} −
          {file.edit.diff?.removed ?? 0}
        </li>
      ))}
    </ul>
  )
}
