import { Check, ChevronDown, KeyRound, Settings2 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { rememberOpener } from '../../components/return-focus.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { useOpenSettings } from '../../platform/open-settings.ts'
import { EffortChoice } from './effort-choice.tsx'
import { KeyDialog, type KeyWish } from './key-dialog.tsx'
import { effortsOf, groupModels, knownModel, matchModels, type KnownModel, type ModelGroup } from './model-groups.ts'
import { effortWords, modelWords } from './model-words.ts'
import type { ModelChoice } from './use-model-choice.ts'
import './models.css'

interface ModelPickerProps {
  readonly choice: ModelChoice
  readonly open: boolean
  onOpenChange(open: boolean): void
  readonly disabled?: boolean
}

/** A line of the list that can be gone to: a model, or the way to a key. */
type Line =
  | { readonly kind: 'model'; readonly known: KnownModel; readonly resource: string | undefined }
  | { readonly kind: 'key'; readonly provider: string; readonly resource: string }

/** Which model the next message is for, and how much it thinks. */
export function ModelPicker({ choice, open, onOpenChange, disabled = false }: ModelPickerProps) {
  const i18n = useI18n()
  const { t } = i18n
  const [wish, setWish] = useState<KeyWish | undefined>(undefined)
  // What was chosen in the list leads on: into the settings, or to a key.
  const leadsOn = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const { selected, info, models } = choice
  const { efforts } = effortsOf(info)
  const effort = selected?.config?.['effort']
  const shownEffort = typeof effort === 'string' && efforts.includes(effort) ? effortWords(effort, i18n) : undefined
  const isNeedy = info !== undefined ? !choice.isUsable : true
  const name =
    info !== undefined && choice.isUsable
      ? info.name
      : selected !== undefined && models.length > 0 && info === undefined
        ? selected.id
        : t('model.needed')
  const label =
    shownEffort === undefined
      ? t('model.current', { model: name })
      : t('model.currentEffort', { model: name, effort: shownEffort })
  return (
    <>
      <Popover.Root open={open} onOpenChange={onOpenChange}>
        <Popover.Trigger asChild>
          <Button
            ref={button}
            look="quiet"
            className={`model-button ${isNeedy ? 'model-button--needy' : ''}`}
            aria-label={label}
            title={label}
            disabled={disabled}
          >
            <span className="truncate">{name}</span>
            {shownEffort !== undefined && <span className="model-button__effort">{shownEffort}</span>}
            <ChevronDown size={12} aria-hidden="true" />
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            ref={(content) => rememberOpener(content, button.current)}
            className="model-picker"
            data-view="model-picker"
            align="start"
            side="top"
            sideOffset={6}
            collisionPadding={8}
            aria-label={t('model.choose')}
            onCloseAutoFocus={(event) => {
              if (leadsOn.current) event.preventDefault()
              leadsOn.current = false
            }}
          >
            <ModelList
              choice={choice}
              onDone={() => onOpenChange(false)}
              onLeadOn={() => (leadsOn.current = true)}
              onKey={(next) => {
                leadsOn.current = true
                onOpenChange(false)
                setWish(next)
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <KeyDialog wish={wish} onClose={() => setWish(undefined)} />
    </>
  )
}

interface ModelListProps {
  readonly choice: ModelChoice
  onDone(): void
  /** Something else opens that takes the focus. */
  onLeadOn(): void
  onKey(wish: KeyWish): void
}

function ModelList({ choice, onDone, onLeadOn, onKey }: ModelListProps) {
  const i18n = useI18n()
  const { t } = i18n
  const openSettings = useOpenSettings()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const groups = useMemo(() => matchModels(groupModels(choice.models), query), [choice.models, query])
  const sections = useMemo(() => sectionsOf(groups, query !== ''), [groups, query])
  const lines = sections.flatMap((section) => section.lines)
  const current = lines.findIndex((line) => line.kind === 'model' && line.known.info.id === choice.selected?.id)
  const [at, setAt] = useState<number | undefined>(undefined)
  const chosen = Math.min(at ?? Math.max(0, current), lines.length - 1)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function take(line: Line | undefined) {
    if (line === undefined) return
    if (line.kind === 'key' || !line.known.isUsable) {
      onKey(line.resource === undefined ? { kind: 'any' } : { kind: 'resource', resource: line.resource })
      return
    }
    const { id } = line.known.info
    const effort = choice.selected?.config?.['effort']
    // The wish for more or less thinking goes along to a model that knows it.
    const keeps = typeof effort === 'string' && effortsOf(line.known.info).efforts.includes(effort)
    choice.choose(keeps ? { id, config: { effort } } : { id })
    onDone()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const last = lines.length - 1
    if (event.key === 'ArrowDown') setAt(chosen >= last ? 0 : chosen + 1)
    else if (event.key === 'ArrowUp') setAt(chosen <= 0 ? last : chosen - 1)
    else if (event.key === 'Home') setAt(0)
    else if (event.key === 'End') setAt(last)
    else if (event.key === 'Enter') take(lines[chosen])
    else return
    event.preventDefault()
  }

  return (
    <>
      <input
        type="text"
        role="combobox"
        className="model-picker__search"
        aria-label={t('model.search')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={lines.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder={t('model.search')}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} className="model-picker__list scroll" role="listbox" aria-label={t('model.choose')}>
        {sections.map(({ group, lines: own, from }) => (
          <div key={group.id} role="group" aria-label={group.name}>
            <div className="model-picker__group" role="presentation">
              {group.name}
              {group.local !== undefined && (
                <span className="model-picker__local">
                  {group.local === 'found' ? t('model.local') : t('model.localAt', { host: group.local.host })}
                </span>
              )}
            </div>
            {own.map((line, index) => {
              const mine = from + index
              const isCurrent = line.kind === 'model' && line.known.info.id === choice.selected?.id
              return (
                <button
                  type="button"
                  tabIndex={-1}
                  key={line.kind === 'model' ? line.known.info.id : 'key'}
                  id={`${listId}-${mine}`}
                  role="option"
                  aria-selected={mine === chosen}
                  className="model-picker__line"
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setAt(mine)}
                  onClick={() => take(line)}
                >
                  <span className="model-picker__sign" aria-hidden="true">
                    {line.kind === 'key' ? <KeyRound size={14} /> : isCurrent ? <Check size={14} /> : null}
                  </span>
                  {line.kind === 'key' ? (
                    <span className="model-picker__words">{t('model.addKeyFor', { provider: line.provider })}</span>
                  ) : (
                    <span className={`model-picker__words ${line.known.isUsable ? '' : 'dim'}`}>
                      <span className="truncate">{line.known.info.name}</span>
                      {isCurrent && <span className="visually-hidden"> ✓</span>}
                      <span className="model-picker__facts truncate">{modelWords(line.known, i18n)}</span>
                    </span>
                  )}
                </button>
              )
            })}
          </div>
        ))}
        {lines.length === 0 && (
          <p className="model-picker__none">{t(choice.models.length === 0 ? 'model.nothing' : 'model.none')}</p>
        )}
      </div>
      {choice.info !== undefined && knownModel(choice.info).isUsable && <EffortChoice choice={choice} />}
      <div className="model-picker__foot">
        <Button
          look="quiet"
          icon={<Settings2 size={14} />}
          onClick={() => {
            onLeadOn()
            onDone()
            openSettings('models')
          }}
        >
          {t('model.manage')}
        </Button>
      </div>
    </>
  )
}

/** The lines of each provider; `from` is the number of its first. */
function sectionsOf(groups: readonly ModelGroup[], isSearching: boolean) {
  let from = 0
  return groups.map((group) => {
    // Models without a key are many: only who looks for one sees them.
    const shown = group.isUsable || isSearching ? group.models : []
    const lines: Line[] = shown.map((known) => ({ kind: 'model', known, resource: group.resource }))
    if (!group.isUsable && group.resource !== undefined)
      lines.push({ kind: 'key', provider: group.name, resource: group.resource })
    from += lines.length
    return { group, lines, from: from - lines.length }
  })
}
