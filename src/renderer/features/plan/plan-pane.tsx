import { CheckCircle2, Circle, CircleDot } from 'lucide-react'
import { SessionFacts, roadsteadMeta } from '../../../protocol/roadstead.ts'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import { useChannel } from '../../hosts/use-channel.ts'
import { useI18n } from '../../platform/i18n.tsx'
import './plan.css'

const icons = { pending: Circle, 'in-progress': CircleDot, done: CheckCircle2 } as const

/** The agent's todo list as it stands. `session` is a session URI. */
export function PlanPane({ session }: { session: string }) {
  const { t } = useI18n()
  const found = useChannel(session, 'session')
  if (found.state === undefined)
    return found.status === 'gone' ? <EmptyState text={t('sessions.gone')} /> : <Skeleton label={t('common.loading')} />
  const todo = roadsteadMeta(SessionFacts, found.state._meta)?.todo ?? []
  if (todo.length === 0) return <EmptyState text={t('plan.empty')} />
  const done = todo.filter((item) => item.status === 'done').length
  return (
    <section className="plan scroll" aria-label={t('plan.label')}>
      <div className="plan__progress">
        <progress max={todo.length} value={done} aria-label={t('plan.label')} />
        <span className="tabular">{t('plan.progress', { done, total: todo.length })}</span>
      </div>
      <ol className="plan__list">
        {todo.map((item) => {
          const Icon = icons[item.status] ?? Circle
          return (
            <li key={item.id} className={`plan__item plan__item--${item.status}`}>
              <Icon size={16} role="img" aria-label={t(`plan.${item.status}`)} />
              <span>{item.text}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
