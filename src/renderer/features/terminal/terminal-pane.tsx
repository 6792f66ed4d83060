import { useChannel } from '../../hosts/use-channel.ts'
import { Skeleton } from '../../components/states.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { ROOT_URI } from '../../../protocol/uri.ts'

/** The terminals of a session. `session` is its URI. */
export function TerminalPane({ session }: { session: string }) {
  const { t } = useI18n()
  const root = useChannel(ROOT_URI, 'root')
  if (root.state === undefined) return <Skeleton label={t('terminal.loading')} />
  const own = (root.state.terminals ?? []).filter(({ claim }) => claim.kind === 'session' && claim.session === session)
  return (
    <ul className="scroll" style={{ padding: 12 }}>
      {own.map((terminal) => (
        <li key={terminal.resource}>{terminal.title}</li>
      ))}
    </ul>
  )
}
