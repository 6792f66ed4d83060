import { ArrowUp, ChevronDown, FolderGit2, Folder, Play } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { permissionLevels } from '../../../protocol/roadstead.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { useToast } from '../../components/toast.tsx'
import { TrustLine } from '../../components/trust-line.tsx'
import { useChannel, useHostFacts } from '../../hosts/use-channel.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useCommand, useRequest } from '../../hosts/use-request.ts'
import { shortenHome } from '../../platform/folder-name.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { usePreference } from '../../platform/preferences.ts'
import { FolderField } from './folder-field.tsx'
import { FoundHere } from './found-here.tsx'
import { useFolder } from './use-folder.ts'
import { useStartSession } from './use-start-session.ts'
import './first-run.css'

interface NewSessionFormProps {
  onStarted(session: string): void
  onDemo(): Promise<void>
  readonly isDemoStarting: boolean
  /** In a sheet, which has a title of its own and needs no facts about the machine. */
  readonly inSheet: boolean
}

/** Where, what, and how freely: the first screen and the sheet for a new session are the same. */
export function NewSessionForm({ onStarted, onDemo, isDemoStarting, inSheet }: NewSessionFormProps) {
  const { t } = useI18n()
  const toast = useToast()
  const command = useCommand()
  const isOnline = useIsOnline()
  const hostFacts = useHostFacts()
  const root = useChannel(ROOT_URI, 'root').state
  const [lastFolder, setLastFolder] = usePreference('lastFolder')
  const [level, setLevel] = usePreference('permissionLevel')
  const [folderChoice, setFolderChoice] = useState<string | undefined>(lastFolder === '' ? undefined : lastFolder)
  const recent = useRequest('x-roadstead/recentFolders', { channel: ROOT_URI }, { enabled: isOnline })
  // The last choice is the default; in a browser that has made none, the host's.
  const folderText = folderChoice ?? shortenHome(recent.data?.items[0]?.path ?? '', hostFacts?.home)
  const [prompt, setPrompt] = useState('')
  const [agentChoice, setAgentChoice] = useState<string | undefined>(undefined)
  const [isLooking, setLooking] = useState(false)
  const folder = useFolder(folderText, hostFacts?.home)
  const start = useStartSession()

  const agents = root?.agents ?? []
  const agent = agents.find(({ provider }) => provider === agentChoice) ?? agents[0]
  const hasSandbox = hostFacts?.sandbox.status === 'available'
  const shownLevel = !hasSandbox && level === 'sandboxed' ? 'ask' : level
  const facts = folder.facts
  const isTrusted = facts?.trusted === true
  const canStart =
    isOnline && facts?.status === 'ok' && (isTrusted || isLooking) && agent !== undefined && start.status !== 'starting'
  const canSend = canStart && (isLooking || prompt.trim() !== '')

  async function trust() {
    if (facts === undefined) return
    const outcome = await command('x-roadstead/setFolderTrust', {
      channel: ROOT_URI,
      folder: facts.folder,
      trusted: true,
    })
    if (outcome.kind === 'done') await folder.refresh()
    else toast({ text: t('common.notDone', { reason: outcome.reason }), tone: 'bad' })
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!canSend || facts === undefined || agent === undefined) return
    setLastFolder(folderText)
    const session = await start.run({
      folder: facts.folder,
      provider: agent.provider,
      permissionLevel: shownLevel,
      // A folder that is only looked at gets no task: nothing may run there.
      prompt: isTrusted ? prompt : '',
    })
    if (session !== undefined) onStarted(session)
  }

  return (
    <div className={inSheet ? 'first-run first-run--sheet' : 'first-run scroll'}>
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
        <div className="first-run__task">
          <textarea
            aria-label={t('first.prompt')}
            placeholder={t('first.promptPlaceholder')}
            rows={4}
            autoFocus={folderText !== ''}
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
                return
              event.preventDefault()
              void submit()
            }}
          />
          {facts?.status === 'ok' && !isTrusted && (
            <TrustLine
              question={isLooking ? t('first.looking') : t('first.trustQuestion')}
              trustLabel={t('first.trust')}
              {...(isLooking ? {} : { lookLabel: t('first.onlyLook') })}
              isDisabled={!isOnline}
              onTrust={() => void trust()}
              onLook={() => setLooking(true)}
            />
          )}
          <div className="first-run__row">
            <Menu
              label={t('first.agent')}
              items={agents.map(({ provider, displayName, description }) => ({
                id: provider,
                label: displayName,
                hint: description,
                checked: provider === agent?.provider,
                run: () => setAgentChoice(provider),
              }))}
            >
              <Button
                look="quiet"
                aria-label={`${t('first.agent')}: ${agent?.displayName ?? ''}`}
                disabled={agents.length === 0}
              >
                {agent?.displayName ?? t('first.agent')}
                <ChevronDown size={12} aria-hidden="true" />
              </Button>
            </Menu>
            <Menu
              label={t('first.permission')}
              items={permissionLevels.map((each) => ({
                id: each,
                label: t(`level.${each}`),
                hint: t(`level.${each}.hint`),
                checked: each === shownLevel,
                disabled: each === 'sandboxed' && !hasSandbox,
                run: () => setLevel(each),
              }))}
            >
              <Button look="quiet" aria-label={`${t('first.permission')}: ${t(`level.${shownLevel}`)}`}>
                {t(`level.${shownLevel}`)}
                <ChevronDown size={12} aria-hidden="true" />
              </Button>
            </Menu>
            <span className="first-run__space" />
            <Button type="submit" look="primary" icon={<ArrowUp size={16} />} disabled={!canSend}>
              {start.status === 'starting' ? t('first.sending') : t('first.send')}
            </Button>
          </div>
        </div>
        {shownLevel !== level && <p className="first-run__note">{t('first.sandboxNeeded')}</p>}
        {start.status === 'failed' && (
          <p className="first-run__error" role="alert">
            {start.reason}
          </p>
        )}
        <div className="first-run__demo">
          <Button icon={<Play size={14} />} disabled={!isOnline || isDemoStarting} onClick={() => void onDemo()}>
            {isDemoStarting ? t('first.demoStarting') : t('first.demo')}
          </Button>
          <span className="first-run__note">{t('first.demoHint')}</span>
        </div>
        {!inSheet && <FoundHere />}
      </form>
    </div>
  )
}
