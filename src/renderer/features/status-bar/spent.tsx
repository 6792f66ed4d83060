import { Tooltip } from '../../components/tooltip.tsx'
import { compact, usd } from '../../platform/figures.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { useSpending } from './use-spending.ts'

/** What models have taken today, over all sessions; nothing while none was asked. */
export function Spent() {
  const { t, number, locale } = useI18n()
  const spending = useSpending()
  if (spending === undefined || spending.calls === 0) return null
  const { calls, inputTokens, outputTokens, costUsd, unpricedCalls } = spending
  const tokens = compact(inputTokens + outputTokens, locale)
  const hint = t('status.spentHint', { count: calls, input: number(inputTokens), output: number(outputTokens) })
  return (
    <Tooltip text={unpricedCalls === 0 ? hint : `${hint} ${t('status.unpriced', { count: unpricedCalls })}`}>
      <button type="button" className="status-bar__item tabular">
        {unpricedCalls === calls
          ? t('status.spentTokens', { tokens })
          : t('status.spent', { tokens, cost: usd(costUsd, locale) })}
      </button>
    </Tooltip>
  )
}
