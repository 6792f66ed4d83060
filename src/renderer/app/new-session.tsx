import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ROOT_URI } from '../../protocol/uri.ts'
import { Button } from '../components/button.tsx'
import { TaskBox } from '../features/composer/task-box.tsx'
import { keepDraft, useDraft } from '../features/composer/use-draft.ts'
import { isEmpty, nothingWritten, toMessage } from '../features/composer/written.ts'
import { NewSessionForm } from '../features/first-run/new-session-form.tsx'
import { KeyDialog, type KeyWish } from '../features/models/key-dialog.tsx'
import { ModelPicker } from '../features/models/model-picker.tsx'
import { useFoundModels } from '../features/models/use-found-models.ts'
import { useModelChoice } from '../features/models/use-model-choice.ts'
import { useChannel } from '../hosts/use-channel.ts'
import { useAnswers, useHostIdentity, useIsOnline } from '../hosts/use-connection.ts'
import { useI18n } from '../platform/i18n.tsx'
import type { Keys } from '../platform/key-bindings.ts'
import { useOpenSettings } from '../platform/open-settings.ts'
import { usePreference } from '../platform/preferences.ts'
import type { Command } from './keys.ts'
import { firstTaskCommands } from './slash-commands.ts'

interface NewSessionProps {
  onStarted(session: string): void
  onDemo(): Promise<void>
  readonly isDemoStarting: boolean
  /** In a sheet, which has a title of its own and needs no facts about the machine. */
  readonly inSheet: boolean
  readonly keys: Keys
  onCommand(command: Command): void
}

/** The agent that works with models, which is what most people come for. */
const builtin = 'builtin'

/** The first screen, and the sheet for a new session. */
export function NewSession({ onStarted, onDemo, isDemoStarting, inSheet, keys, onCommand }: NewSessionProps) {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  const agents = useChannel(ROOT_URI, 'root').state?.agents ?? []
  const [lastAgent, setLastAgent] = usePreference('agent')
  const [isModelOpen, setModelOpen] = useState(false)
  const [isLevelOpen, setLevelOpen] = useState(false)
  const [wish, setWish] = useState<KeyWish | undefined>(undefined)
  const find = (wanted: string) => agents.find(({ provider }) => provider === wanted)
  const agent = find(lastAgent) ?? find(builtin) ?? agents[0]
  const choice = useModelChoice(agent?.provider)
  const found = useFoundModels(!inSheet)
  // A task that is being written outlives a reload, as any other message.
  const [written, write] = useDraft({
    session: 'new',
    remote: { known: false, draft: undefined },
    canOffer: false,
    isBusy: () => true,
    offer: async () => false,
  })
  const hasModels = choice.models.length > 0 || (agent?.protectedResources?.length ?? 0) > 0
  const needsModel = hasModels && !choice.isUsable
  const openSettings = useOpenSettings()
  const triggers = useHostIdentity()?.completionTriggerCharacters
  const isCompleted = useAnswers('x-roadstead/folderCompletions')
  const commands = firstTaskCommands({
    t,
    keysOf: keys.textOf,
    run: onCommand,
    openSettings: () => openSettings('models'),
    chooseModel: hasModels ? () => setModelOpen(true) : undefined,
    chooseLevel: () => setLevelOpen(true),
  })
  return (
    <>
      <NewSessionForm
        onStarted={({ session, hasTask }) => {
          // What the agent has not been given waits in the message box of its session.
          if (!hasTask && !isEmpty(written)) keepDraft(session, written)
          write(() => nothingWritten)
          onStarted(session)
        }}
        onDemo={onDemo}
        isDemoStarting={isDemoStarting}
        inSheet={inSheet}
        agents={agents}
        agent={agent}
        onAgent={setLastAgent}
        needsModel={needsModel}
        message={isEmpty(written) ? undefined : toMessage(written, choice.selected)}
        found={found}
        foundAction={
          <Button
            look="quiet"
            icon={<KeyRound size={14} />}
            disabled={!isOnline}
            onClick={() => setWish({ kind: 'any' })}
          >
            {t('modelKeys.add')}
          </Button>
        }
        isLevelOpen={isLevelOpen}
        onLevelOpen={setLevelOpen}
        models={hasModels ? <ModelPicker choice={choice} open={isModelOpen} onOpenChange={setModelOpen} /> : undefined}
        box={({ isFirst, folder, above, row, onSubmit }) => (
          <TaskBox
            written={written}
            onWrite={write}
            label={t('first.prompt')}
            placeholder={t('first.promptPlaceholder')}
            isFirst={isFirst}
            folder={folder}
            triggers={isCompleted ? (triggers ?? none) : none}
            commands={commands}
            blindModel={choice.info?.supportsVision === false ? choice.info.name : undefined}
            above={above}
            row={row}
            onSubmit={onSubmit}
          />
        )}
      />
      <KeyDialog wish={wish} onClose={() => setWish(undefined)} />
    </>
  )
}

const none: readonly string[] = []
