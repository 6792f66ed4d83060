import { useI18n } from '../../platform/i18n.tsx'
import { effortsOf } from './model-groups.ts'
import { effortWords } from './model-words.ts'
import type { ModelChoice } from './use-model-choice.ts'

/** How much the chosen model thinks; nothing where there is nothing to choose. */
export function EffortChoice({ choice: { info, selected, choose } }: { choice: ModelChoice }) {
  const i18n = useI18n()
  const { t } = i18n
  const { efforts, usual } = effortsOf(info)
  if (info === undefined || efforts.length === 0) return null
  const given = selected?.config?.['effort']
  const shown = typeof given === 'string' ? given : usual
  return (
    <fieldset className="effort">
      <legend className="effort__legend">{t('model.effort')}</legend>
      <div className="effort__row">
        {efforts.map((effort) => (
          <label key={effort} className="effort__option">
            <input
              type="radio"
              name="effort"
              className="effort__radio"
              checked={effort === shown}
              onChange={() => choose({ id: info.id, config: { ...selected?.config, effort } })}
            />
            <span className="effort__words">{effortWords(effort, i18n)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
