import { Kbd } from '../components/states.tsx'
import { useI18n, type MessageKey } from '../platform/i18n.tsx'
import { keyText } from './keys.ts'
import './shortcuts.css'

const general: readonly (readonly [MessageKey, string])[] = [
  ['command.new', 'alt+N'],
  ['command.palette', 'mod+K'],
  ['command.session', 'alt+1…9'],
  ['command.nextNeedsYou', 'alt+A'],
  ['command.stop', 'mod+.'],
  ['command.dock', 'mod+J'],
  ['command.sidebar', 'mod+B'],
  ['command.review', 'alt+R'],
  ['command.terminal', 'ctrl+`'],
  ['command.settings', 'mod+,'],
  ['command.shortcuts', '?'],
  ['command.nextPane', 'F6'],
]
const approval: readonly (readonly [MessageKey, string])[] = [
  ['approval.allowOnce', '⏎'],
  ['approval.deny', 'Esc'],
]
const composer: readonly (readonly [MessageKey, string])[] = [
  ['composer.send', '⏎'],
  ['shortcuts.newline', 'shift+⏎'],
]

/** Every key there is, by where it works. */
export function Shortcuts({ apple }: { apple: boolean }) {
  const { t } = useI18n()
  const sections = [
    ['shortcuts.general', general],
    ['shortcuts.approval', approval],
    ['shortcuts.composer', composer],
  ] as const
  return (
    <div className="shortcuts">
      {sections.map(([title, rows]) => (
        <section key={title}>
          <h3>{t(title)}</h3>
          <dl>
            {rows.map(([key, keys]) => (
              <div key={key} className="shortcuts__row">
                <dt>{t(key)}</dt>
                <dd>
                  <Kbd>{keyText(keys, apple)}</Kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
