import { Kbd } from '../components/states.tsx'
import { chordText, type Chord } from '../platform/chord.ts'
import { commands } from '../platform/commands.ts'
import { useI18n, type MessageKey } from '../platform/i18n.tsx'
import type { Keys } from '../platform/key-bindings.ts'
import './shortcuts.css'

type Rows = readonly (readonly [MessageKey, Chord])[]

/** Keys that belong to what has the focus, and are not rebound. */
const places: readonly (readonly [MessageKey, Rows])[] = [
  [
    'shortcuts.list',
    [
      ['shortcuts.move', '↑ ↓'],
      ['shortcuts.open', 'Enter'],
      ['sessions.openBeside', 'mod+Enter'],
      ['sessions.select', 'Space'],
      ['shortcuts.extend', 'shift+↓'],
      ['sessions.rename', 'F2'],
      ['sessions.archive', 'Delete'],
    ],
  ],
  [
    'shortcuts.approval',
    [
      ['approval.allowOnce', 'Enter'],
      ['approval.deny', 'Escape'],
    ],
  ],
  [
    'shortcuts.composer',
    [
      ['composer.send', 'Enter'],
      ['shortcuts.newline', 'shift+Enter'],
    ],
  ],
]

/** Every key there is, by where it works, as it is now. */
export function Shortcuts({ keys }: { keys: Keys }) {
  const { t } = useI18n()
  const { apple } = keys.keyboard
  const numbered = commands.filter(({ id }) => id.startsWith('session-'))
  const general = commands
    .filter(({ id }) => !id.startsWith('session-'))
    .flatMap(({ id, label, params }) => {
      const text = keys.textOf(id)
      return text === undefined ? [] : [{ id: id as string, label: t(label, params), text }]
    })
  const first = numbered[0] && keys.textOf(numbered[0].id)
  const last = numbered.at(-1) && keys.textOf(numbered.at(-1)?.id ?? 'session-9')
  if (first !== undefined && last !== undefined)
    general.push({ id: 'numbers', label: t('command.session'), text: `${first} … ${last}` })
  return (
    <div className="shortcuts">
      <ShortcutList title={t('shortcuts.general')} rows={general} />
      {places.map(([title, rows]) => (
        <ShortcutList
          key={title}
          title={t(title)}
          rows={rows.map(([label, chord]) => ({ id: label, label: t(label), text: chordText(chord, apple) }))}
        />
      ))}
    </div>
  )
}

interface ShortcutListProps {
  readonly title: string
  readonly rows: readonly { readonly id: string; readonly label: string; readonly text: string }[]
}

function ShortcutList({ title, rows }: ShortcutListProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(({ id, label, text }) => (
          <div key={id} className="shortcuts__row">
            <dt>{label}</dt>
            <dd>
              <Kbd>{text}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
