import { ArrowUp, ChevronDown, FolderGit2, Folder, Play } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import type { AgentInfo } from '../../../protocol/channels/root/state.ts'
import { permissionLevels } from '../../../protocol/roadstead.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { useToast } from '../../components/toast.tsx'
import { TrustLine } from '../../components/trust-line.tsx'
import { useHostFacts } from '../../hosts/use-channel.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useOffers } from '../../hosts/use-offer.ts'
import { useRequest } from '../../hosts/use-request.ts'
import { agentHint, agentName } from '../../platform/agent-name.ts'
import { shortenHome } from '../../platform/folder-name.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { usePreference } from '../../platform/preferences.ts'
import { FolderField } from './folder-field.tsx'
import { FoundHere, type FoundRow } from './found-here.tsx'
import { missingFor, type MissingKey } from './missing.ts'
import { useFolder } from './use-folder.ts'
import { useStartSession, type StartedSession } from './use-start-session.ts'
import './first-run.css'

interface NewSessionFormProps {
  onStarted(started: StartedSession): void
  onDemo(): Promise<void>
  readonly isDemoStarting: boolean
  /** In a sheet, which has a title of its own and needs no facts about the machine. */
  readonly inSheet: boolean
  readonly agents: readonly AgentInfo[]
  readonly agent: AgentInfo | undefined
  onAgent(provider: string): void
  /** The agent has no model it could use: there is nothing to start yet. */
  readonly needsModel: boolean
  /** The task as it is written; undefined while there is none. */
  readonly message: Message | undefined
  /** The list of permission levels is also opened from elsewhere. */
  readonly isLevelOpen: boolean
  onLevelOpen(isOpen: boolean): void
  /** The choice of a model, where the agent has one. */
  readonly models: ReactNode
  /** What was found on this machine beside sandbox and Git, and what can be done about it. */
  readonly found: readonly FoundRow[]
  readonly foundAction: ReactNode
  /** Draws the box the task is written in, around what else belongs into it. */
  box(parts: TaskParts): ReactNode
}

/** What stands in the box beside the task. */
export interface TaskParts {
  readonly isFirst: boolean
  /** The URI of the chosen folder, once it is known to be one. */
  readonly folder: string | undefined
  readonly above: ReactNode
  readonly row: ReactNode
  onSubmit(): void
}

/** Where, what, and how freely: the first screen and the sheet for a new session are the same. */
export function NewSessionForm(props: NewSessionFormProps) {
  const { onStarted, onDemo, isDemoStarting, inSheet, agents, agent, onAgent, needsModel, message } = props
  const { t } = useI18n()
  const offers = useOffers(useToast())
  const isOnline = useIsOnline()
  const hostFacts = useHostFacts()
  const [lastFolder, setLastFolder] = usePreference('lastFolder')
  const [level, setLevel] = usePreference('permissionLevel')
  const [folderChoice, setFolderChoice] = useState<string | undefined>(lastFolder === '' ? undefined : lastFolder)
  const recent = useRequest('x-roadstead/recentFolders', { channel: ROOT_URI }, { enabled: isOnline })
  // The last choice is the default; in a browser that has made none, the host's.
  const folderText = folderChoice ?? shortenHome(recent.data?.items[0]?.path ?? '', hostFacts?.home)
  const [isLooking, setLooking] = useState(false)
  const folder = useFolder(folderText, hostFacts?.home)
  const start = useStartSession()

  const name = agent === undefined ? '' : agentName(agent.provider, agent, t)
  const hasSandbox = hostFacts?.sandbox.status === 'available'
  const shownLevel = !hasSandbox && level === 'sandboxed' ? 'ask' : level
  const facts = folder.facts
  const isTrusted = facts?.trusted === true
  const canStart =
    isOnline && facts?.status === 'ok' && (isTrusted || isLooking) && agent !== undefined && start.status !== 'starting'
  const canSend = canStart && (isLooking || (message !== undefined && !needsModel))

  const missing =
    canSend || start.status === 'starting'
      ? undefined
      : missingFor({
          isOnline,
          folder: facts?.status,
          isWritten: folderText.trim() !== '',
          mayWork: isTrusted || isLooking,
          hasAgent: agent !== undefined,
          needsModel,
          hasTask: message !== undefined,
        })
  const [told, setTold] = useState<MissingKey | undefined>(undefined)

  async function trust() {
    if (facts === undefined) return
    const outcome = await offers.ask('x-roadstead/setFolderTrust', {
      channel: ROOT_URI,
      folder: facts.folder,
      trusted: true,
    })
    if (outcome.kind === 'done') await folder.refresh()
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    setTold(missing)
    if (!canSend || facts === undefined || agent === undefined) return
    setLastFolder(folderText)
    const started = await start.run({
      folder: facts.folder,
      provider: agent.provider,
      permissionLevel: shownLevel,
      // A folder that is only looked at gets no task: nothing may run there.
      message: isTrusted ? message : undefined,
    })
    if (started !== undefined) onStarted(started)
  }

  return (
    <div
      className={inSheet ? 'first-run first-run--sheet' : 'first-run scroll'}
      data-view={inSheet ? undefined : 'first-run'}
    >
      <form className="first-run__column" onSubmit={(event) => void submit(event)} aria-label={t('sessions.new')}>
        {!inSheet && <h1 className="first-run__title">{t('first.title')}</h1>}
        <FolderField
          text={folderText}
          home={hostFacts?.home}
          isFirst={folderText === ''}
          onChange={(text) => {
            setFolderChoice(text)
            setLooking(false)
          }}
        />
        <p className={`first-run__folder first-run__folder--${folder.tone}`} role="status">
          {folder.words !== '' &&
            (facts?.git.status === 'repository' ? (
              <FolderGit2 size={14} aria-hidden="true" />
            ) : (
              <Folder size={14} aria-hidden="true" />
            ))}
          {folder.words}
        </p>
        {props.box({
          isFirst: folderText !== '',
          folder: facts?.status === 'ok' ? facts.folder : undefined,
          onSubmit: () => void submit(),
          above: facts?.status === 'ok' && !isTrusted && (
            <TrustLine
              question={isLooking ? t('first.looking') : t('first.trustQuestion')}
              trustLabel={t('first.trust')}
              {...(isLooking ? {} : { lookLabel: t('first.onlyLook') })}
              isDisabled={!isOnline}
              onTrust={() => void trust()}
              onLook={() => setLooking(true)}
            />
          ),
          row: (
            <>
              <Menu
                view="menu-agent"
                label={t('first.agent')}
                items={agents.map((each) => ({
                  id: each.provider,
                  label: agentName(each.provider, each, t),
                  hint: agentHint(each, t),
                  checked: each.provider === agent?.provider,
                  run: () => onAgent(each.provider),
                }))}
              >
                <Button
                  look="quiet"
                  className="first-run__choice"
                  aria-label={`${t('first.agent')}: ${name}`}
                  disabled={agents.length === 0}
                >
                  {name || t('first.agent')}
                  <ChevronDown size={12} aria-hidden="true" />
                </Button>
              </Menu>
              {props.models}
              <Menu
                view="menu-level"
                label={t('first.permission')}
                open={props.isLevelOpen}
                onOpenChange={props.onLevelOpen}
                items={permissionLevels.map((each) => ({
                  id: each,
                  label: t(`level.${each}`),
                  hint: t(`level.${each}.hint`),
                  checked: each === shownLevel,
                  disabled: each === 'sandboxed' && !hasSandbox,
                  run: () => setLevel(each),
                }))}
              >
                <Button
                  look="quiet"
                  className="first-run__choice"
                  aria-label={`${t('first.permission')}: ${t(`level.${shownLevel}`)}`}
                >
                  {t(`level.${shownLevel}`)}
                  <ChevronDown size={12} aria-hidden="true" />
                </Button>
              </Menu>
              <span className="first-run__space" />
              <Button
                type="submit"
                look="primary"
                icon={<ArrowUp size={16} />}
                disabled={!canSend}
                title={missing === undefined ? undefined : t(missing)}
              >
                {start.status === 'starting' ? t('first.sending') : t('first.send')}
              </Button>
            </>
          ),
        })}
        {missing !== undefined && (
          <p
            key={told}
            className={missing === told ? 'first-run__error' : 'first-run__note'}
            {...(missing === told ? { role: 'alert' } : {})}
          >
            {t(missing)}
          </p>
        )}
        {shownLevel !== level && <p className="first-run__note">{t('first.sandboxNeeded')}</p>}
        {start.status === 'failed' && (
          <p className="first-run__error" role="alert">
            {start.reason}
          </p>
        )}
        {!inSheet && (
          <>
            <div className="first-run__demo">
              <Button icon={<Play size={14} />} disabled={!isOnline || isDemoStarting} onClick={() => void onDemo()}>
                {isDemoStarting ? t('first.demoStarting') : t('first.demo')}
              </Button>
              <span className="first-run__note">{t('first.demoHint')}</span>
            </div>
            <FoundHere more={props.found} action={props.foundAction} />
          </>
        )}
      </form>
    </div>
  )
}
