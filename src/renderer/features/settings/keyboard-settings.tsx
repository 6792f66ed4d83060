import { Plus, RotateCcw, X } from 'lucide-react'
import { use, useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { Kbd } from '../../components/states.tsx'
import { useHost } from '../../hosts/host-context.ts'
import { chordText } from '../../platform/chord.ts'
import { commands, type CommandFacts, type CommandId } from '../../platform/commands.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { useKeyBindings, withKeys, withoutChange } from '../../platform/key-bindings.ts'
import { usePreference } from '../../platform/preferences.ts'
import { KeyRecorder } from './key-recorder.tsx'
import { fitsQuery } from './settings-index.ts'
import { SettingsQueryContext } from './settings-query.ts'

const groups = ['general', 'sessions', 'panes', 'session'] as const

/** Every command with its keys; each can be given others by pressing them. */
export function KeyboardSettings() {
  const { t } = useI18n()
  const { text } = use(SettingsQueryContext)
  const { bindings, keyboard } = useKeyBindings(useHost().platform)
  const [changed, setChanged] = usePreference('keyBindings')
  const [recording, setRecording] = useState<CommandId | undefined>(undefined)
  const query = text.trim()
  const section = t('settings.section.keyboard')

  const labelOf = ({ label, params }: CommandFacts) => t(label, params)
  function isFound(command: CommandFacts): boolean {
    if (query === '') return true
    const keys = (bindings.get(command.id) ?? []).map((chord) => chordText(chord, keyboard.apple))
    return fitsQuery(query, [section, labelOf(command), ...keys])
  }
  const found = commands.filter(isFound)
  if (found.length === 0) return null

  function setKeys(id: CommandId, keys: readonly string[]) {
    setChanged(withKeys(changed, id, keys, keyboard))
  }

  return (
    <div className="setting setting--wide" data-setting="keys">
      <div className="keys__top">
        <span className="setting__hint">{t('settings.keysHint')}</span>
        <Button
          look="quiet"
          icon={<RotateCcw size={14} />}
          disabled={Object.keys(changed).length === 0}
          onClick={() => setChanged({})}
        >
          {t('shortcut.resetAll')}
        </Button>
      </div>
      <table className="keys">
        <caption className="visually-hidden">{section}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('shortcut.command')}</th>
            <th scope="col">{t('shortcut.keys')}</th>
          </tr>
        </thead>
        {groups.map((group) => {
          const rows = found.filter((command) => command.group === group)
          if (rows.length === 0) return null
          return (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={2} className="keys__group">
                  {t(`shortcut.group.${group}`)}
                </th>
              </tr>
              {rows.map((command) => {
                const { id } = command
                const label = labelOf(command)
                const own = bindings.get(id) ?? []
                return (
                  <tr key={id} className="keys__row">
                    <th scope="row" className="keys__command">
                      {label}
                    </th>
                    <td className="keys__cell">
                      {recording === id ? (
                        <KeyRecorder
                          id={id}
                          label={label}
                          bindings={bindings}
                          keyboard={keyboard}
                          onDone={(chord) => {
                            setRecording(undefined)
                            if (chord !== undefined && !own.includes(chord)) setKeys(id, [chord, ...own].slice(0, 6))
                          }}
                        />
                      ) : (
                        <span className="keys__chords">
                          {own.map((chord) => (
                            <span key={chord} className="keys__chord">
                              <Kbd>{chordText(chord, keyboard.apple)}</Kbd>
                              <IconButton
                                className="keys__remove"
                                label={t('shortcut.remove', { keys: chordText(chord, keyboard.apple), command: label })}
                                icon={<X size={12} />}
                                onClick={() =>
                                  setKeys(
                                    id,
                                    own.filter((other) => other !== chord),
                                  )
                                }
                              />
                            </span>
                          ))}
                          {own.length === 0 && <span className="setting__hint">{t('shortcut.none')}</span>}
                          {changed[id] !== undefined && (
                            <IconButton
                              label={t('shortcut.reset', { command: label })}
                              icon={<RotateCcw size={13} />}
                              onClick={() => setChanged(withoutChange(changed, id, keyboard))}
                            />
                          )}
                          <IconButton
                            label={t('shortcut.add', { command: label })}
                            icon={<Plus size={14} />}
                            onClick={() => setRecording(id)}
                          />
                        </span>
                      )}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          )
        })}
      </table>
    </div>
  )
}
