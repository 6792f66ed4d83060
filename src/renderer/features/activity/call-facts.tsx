import type { ModelCall } from '../../../protocol/model-facts.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { callFacts } from './call-words.ts'

/** Everything known of a call. */
export function CallFacts({ call }: { call: ModelCall }) {
  const i18n = useI18n()
  return (
    <dl className="call-facts">
      {callFacts(call, i18n).map(([key, value]) => (
        <div key={key} className="call-facts__fact">
          <dt>{i18n.t(key)}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
