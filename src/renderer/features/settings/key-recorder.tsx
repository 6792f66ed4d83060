import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Kbd } from '../../components/states.tsx'
import { chordOf, chordText, typesNothing, type Chord } from '../../platform/chord.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { isKeptByBrowser, ownerOf, type Bindings, type KeyboardFacts } from '../../platform/key-bindings.ts'
import { commands, type CommandId } from '../../platform/commands.ts'

interface KeyRecorderProps {
  readonly id: CommandId
  readonly label: string
  readonly bindings: Bindings
  readonly keyboard: KeyboardFacts
  /** Undefined when it is left without a choice. */
  onDone(chord: Chord | undefined): void
}

/** Hears one chord. Keys that have another use are shown with it before they are taken; Escape leaves. */
export function KeyRecorder({ id, label, bindings, keyboard, onDone }: KeyRecorderProps) {
  const { t } = useI18n()
  const [chord, setChord] = useState<Chord | undefined>(undefined)
  const owner = chord === undefined ? undefined : ownerOf(chord, bindings, id)
  const ownerFacts = commands.find((command) => command.id === owner)
  const notes = chord === undefined ? [] : notesOf(chord)

  function notesOf(pressed: Chord): readonly string[] {
    return [
      ...(ownerFacts === undefined ? [] : [t('shortcut.taken', { command: t(ownerFacts.label, ownerFacts.params) })]),
      ...(isKeptByBrowser(pressed, keyboard) ? [t('shortcut.browser')] : []),
      ...(typesNothing(pressed) ? [] : [t('shortcut.notInTexts')]),
    ]
  }

  return (
    <div className="key-recorder" role="group" aria-label={t('shortcut.recordFor', { command: label })}>
      <button
        type="button"
        className="key-recorder__box"
        data-records-keys=""
        data-keeps-escape=""
        autoFocus
        aria-label={t('shortcut.press')}
        onKeyDown={(event) => {
          if (event.key === 'Tab') return
          event.preventDefault()
          event.stopPropagation()
          const pressed = chordOf(event.nativeEvent, keyboard.apple)
          if (pressed === 'Escape') onDone(undefined)
          else if (pressed === 'Enter') {
            if (chord !== undefined) onDone(chord)
          } else if (pressed !== undefined && pressed !== 'Space') setChord(pressed)
        }}
      >
        {chord === undefined ? t('shortcut.press') : <Kbd>{chordText(chord, keyboard.apple)}</Kbd>}
      </button>
      <Button look="primary" disabled={chord === undefined} onClick={() => onDone(chord)}>
        {t(owner === undefined ? 'shortcut.use' : 'shortcut.take')}
      </Button>
      <Button look="quiet" onClick={() => onDone(undefined)}>
        {t('common.cancel')}
      </Button>
      <div className="key-recorder__notes" role="status">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  )
}
