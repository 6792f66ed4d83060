import { CheckCircle2, Circle, CircleDot } from 'lucide-react'
import { useMemo } from 'react'
import { SessionFacts, roadsteadMeta, type TodoItem } from '../../../protocol/roadstead.ts'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import { useChannel } from '../../hosts/use-channel.ts'
import { useNow } from '../../hosts/use-now.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { originsOf, type ItemOrigin } from './who-did-what.ts'
import './plan.css'

const icons = { pending: Circle, 'in-progress': CircleDot, done: CheckCircle2 } as const
const origins = { pending: 'plan.plannedIn', 'in-progress': 'plan.startedIn', done: 'plan.doneIn' } as const

interface PlanPaneProps {
  /** The session's URI. */
  readonly session: string
  /** Goes to a turn in its chat. */
  readonly onShowTurn?: ((chat: string | undefined, turnId: string) => void) | undefined
}

/** The agent's plan as it stands, and in which turn each item came to stand so. */
export function PlanPane({ session, onShowTurn }: PlanPaneProps) {
  const { t } = useI18n()
  const found = useChannel(session, 'session')
  const chat = found.state?.defaultChat ?? found.state?.chats[0]?.resource
  const chatState = useChannel(chat, 'chat').state
  const todo = useMemo(() => roadsteadMeta(SessionFacts, found.state?._meta)?.todo ?? [], [found.state?._meta])
  const turns = chatState?.turns
  const active = chatState?.activeTurn
  const known = useMemo(
    () => originsOf([...(turns ?? []), ...(active === undefined ? [] : [active])], todo),
    [turns, active, todo],
  )
  if (found.state === undefined)
    return found.status === 'gone' ? <EmptyState text={t('sessions.gone')} /> : <Skeleton label={t('common.loading')} />
  if (todo.length === 0) return <EmptyState text={t('plan.empty')} />
  const done = todo.filter((item) => item.status === 'done').length
  return (
    <section className="plan scroll" aria-label={t('plan.label')}>
      <div className="plan__progress">
        <progress max={todo.length} value={done} aria-label={t('plan.label')} />
        <span className="tabular">{t('plan.progress', { done, total: todo.length })}</span>
      </div>
      <ol className="plan__list">
        {todo.map((item) => (
          <PlanItem
            key={item.id}
            item={item}
            origin={known.get(item.text)}
            onShowTurn={onShowTurn === undefined ? undefined : (turnId) => onShowTurn(chat, turnId)}
          />
        ))}
      </ol>
    </section>
  )
}

interface PlanItemProps {
  readonly item: TodoItem
  readonly origin: ItemOrigin | undefined
  readonly onShowTurn: ((turnId: string) => void) | undefined
}

function PlanItem({ item, origin, onShowTurn }: PlanItemProps) {
  const { t, ago, at } = useI18n()
  const now = useNow()
  const Icon = icons[item.status] ?? Circle
  const turn = (origin?.prompt ?? '').split('\n').find((line) => line.trim() !== '') ?? ''
  const words =
    origin === undefined
      ? undefined
      : t(origins[item.status] ?? 'plan.plannedIn', {
          ago: origin.at === undefined ? '' : ago(origin.at, now),
          turn: turn.length > 60 ? `${turn.slice(0, 60)}…` : turn,
        })
  return (
    <li className={`plan__item plan__item--${item.status}`}>
      <Icon size={16} role="img" aria-label={t(`plan.${item.status}`)} />
      <div className="plan__words">
        <span>{item.text}</span>
        {origin !== undefined &&
          (onShowTurn === undefined ? (
            <span className="plan__origin">{words}</span>
          ) : (
            <button
              type="button"
              className="plan__origin"
              title={origin.at === undefined ? undefined : at(origin.at)}
              onClick={() => onShowTurn(origin.turnId)}
            >
              {words}
            </button>
          ))}
      </div>
    </li>
  )
}
