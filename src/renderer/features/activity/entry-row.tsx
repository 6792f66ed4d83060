import {
  Bot,
  ChevronRight,
  CircleAlert,
  FilePen,
  GitCommitHorizontal,
  MessageSquare,
  Settings2,
  ShieldCheck,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import type { ModelCall } from '../../../protocol/model-facts.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { VisibleText } from '../../components/visible-text-view.tsx'
import { summaryText } from '../../platform/host-text.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { callDetails } from './call-words.ts'
import {
  actorOf,
  approvalFacts,
  groupsOf,
  turnOf,
  type ApprovalFacts,
  type Background,
  type Entry,
  type EntryGroup,
} from './entries.ts'
import { Why } from './why.tsx'

interface EntryRowProps {
  readonly entry: Entry
  readonly background: Background
  readonly isOpen: boolean
  onToggle(): void
  readonly onShowTurn: ((chat: string | undefined, turnId: string) => void) | undefined
  onOpenPrompt(call: ModelCall): void
}

const icons: Readonly<Record<EntryGroup, LucideIcon>> = {
  messages: MessageSquare,
  models: Bot,
  tools: Wrench,
  approvals: ShieldCheck,
  edits: FilePen,
  commits: GitCommitHorizontal,
  errors: CircleAlert,
  session: Settings2,
}

/** One entry in a line; opened, why it is there and its record as the host keeps it. */
export function EntryRow({ entry, background, isOpen, onToggle, onShowTurn, onOpenPrompt }: EntryRowProps) {
  const { t, at, time } = useI18n()
  const groups = groupsOf(entry)
  const own = groups[0] ?? 'session'
  const Icon = icons[own]
  const turnId = turnOf(entry)
  const isBad = groups.includes('errors')
  return (
    <div className={`entry entry--${own} ${isBad ? 'entry--bad' : ''}`}>
      <button type="button" className="entry__line" aria-expanded={isOpen} onClick={onToggle}>
        <ChevronRight className="entry__arrow" size={14} aria-hidden="true" />
        <time className="entry__time tabular" dateTime={entry.at} title={at(entry.at)}>
          {time(entry.at, 'medium')}
        </time>
        <Icon className="entry__icon" size={14} role="img" aria-label={t(`activity.group.${own}`)} />
        <EntryWords entry={entry} background={background} />
      </button>
      {isOpen && (
        <div className="entry__body">
          <Why entry={entry} background={background} />
          <div className="entry__buttons">
            {entry.kind === 'model' && (
              <Button onClick={() => onOpenPrompt(entry.call)}>{t('activity.openPrompt')}</Button>
            )}
            {turnId !== undefined && onShowTurn !== undefined && (
              <Button onClick={() => onShowTurn(entry.kind === 'model' ? entry.call.chat : undefined, turnId)}>
                {t('activity.showTurn')}
              </Button>
            )}
          </div>
          <Raw record={entry.kind === 'model' ? entry.call : entry.audit} />
        </div>
      )}
    </div>
  )
}

function EntryWords({ entry, background }: { entry: Entry; background: Background }) {
  const i18n = useI18n()
  const { t, locale } = i18n
  if (entry.kind === 'model') {
    const { call } = entry
    return (
      <span className="entry__words">
        <span className="entry__summary">{t('call.words', { round: call.round, model: call.model })}</span>
        <span className="entry__details tabular">{callDetails(call, i18n).join(' · ')}</span>
      </span>
    )
  }
  const { audit } = entry
  const approval = approvalFacts(audit, background)
  if (approval !== undefined) return <ApprovalWords approval={approval} />
  return (
    <span className="entry__words">
      <span className="entry__summary">
        <VisibleText text={summaryText(audit.summary, locale)} />
      </span>
      <span className="entry__details">{t(`activity.actor.${actorOf(audit)}`)}</span>
    </span>
  )
}

function ApprovalWords({ approval }: { approval: ApprovalFacts }) {
  const { t, locale } = useI18n()
  const rules = [...new Set(approval.reasons.map(({ rule }) => rule))].join(', ')
  return (
    <span className="entry__words">
      <span className={`entry__verdict entry__verdict--${approval.outcome}`}>
        {t(`activity.${approval.outcome}.${approval.by}`)}
      </span>
      {approval.call !== undefined && (
        <span className="entry__summary">
          <VisibleText text={summaryText(approval.call, locale)} />
        </span>
      )}
      <span className="entry__details">{rules}</span>
    </span>
  )
}

/** The record, copyable. */
function Raw({ record }: { record: object }) {
  const { t } = useI18n()
  const text = JSON.stringify(record, null, 2)
  return (
    <figure className="raw">
      <figcaption className="raw__head">
        <span>{t('activity.raw')}</span>
        <CopyButton text={() => text} label={t('activity.copyRaw')} copiedLabel={t('common.copied')} />
      </figcaption>
      <pre className="raw__text scroll" tabIndex={0} dir="ltr" role="region" aria-label={t('activity.raw')}>
        <VisibleText text={text} />
      </pre>
    </figure>
  )
}
