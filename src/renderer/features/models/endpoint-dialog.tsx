import { useId, useState, type FormEvent } from 'react'
import type { ModelEndpoint } from '../../../protocol/model-facts.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { useCommand } from '../../hosts/use-request.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { endpointFrom, endpointKinds, exampleOf, wiresOf, type EndpointFields } from './endpoint-fields.ts'

interface EndpointDialogProps {
  readonly open: boolean
  onClose(): void
  onAdded(id: string): void
}

const empty: EndpointFields = {
  kind: 'openai-compatible',
  name: '',
  baseUrl: '',
  apiVersion: '',
  deployments: '',
  wireApi: '',
}

/** Adds an endpoint of the person's own. Its key is asked for afterwards, where it is needed. */
export function EndpointDialog({ open, onClose, onAdded }: EndpointDialogProps) {
  const { t } = useI18n()
  return (
    <Dialog
      view="endpoint"
      open={open}
      onOpenChange={onClose}
      title={t('endpoint.addTitle')}
      closeLabel={t('common.close')}
    >
      <EndpointForm
        onAdded={(id) => {
          onClose()
          onAdded(id)
        }}
      />
    </Dialog>
  )
}

function EndpointForm({ onAdded }: { onAdded(id: string): void }) {
  const { t } = useI18n()
  const toast = useToast()
  const command = useCommand()
  const hintId = useId()
  const [fields, setFields] = useState(empty)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isSaving, setSaving] = useState(false)
  const change = (changes: Partial<EndpointFields>) => setFields((before) => ({ ...before, ...changes }))
  const { kind } = fields
  const wires = wiresOf(kind)

  async function save(event: FormEvent) {
    event.preventDefault()
    const endpoint: ModelEndpoint | undefined = endpointFrom(fields)
    if (endpoint === undefined) return setProblem(t('endpoint.incomplete'))
    setSaving(true)
    setProblem(undefined)
    const outcome = await command('x-roadstead/setModelEndpoint', { channel: ROOT_URI, endpoint })
    setSaving(false)
    if (outcome.kind !== 'done') {
      const reason = outcome.reason.replace(/^.*?endpoint: /s, '')
      return setProblem(t('endpoint.failed', { reason: reason }))
    }
    toast({ text: t('endpoint.saved', { name: endpoint.name }) })
    onAdded(outcome.result.id)
  }

  return (
    <form className="endpoint" autoComplete="off" onSubmit={(event) => void save(event)}>
      <label className="endpoint__field">
        <span>{t('endpoint.kind')}</span>
        <select
          value={kind}
          aria-describedby={hintId}
          onChange={(event) => {
            const next = endpointKinds.find((each) => each === event.target.value)
            if (next !== undefined) change({ kind: next, wireApi: '' })
          }}
        >
          {endpointKinds.map((each) => (
            <option key={each} value={each}>
              {t(`endpoint.kind.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <p id={hintId} className="endpoint__hint">
        {t(`endpoint.hint.${kind}`)}
      </p>
      <label className="endpoint__field">
        <span>{t('endpoint.name')}</span>
        <input
          type="text"
          maxLength={100}
          value={fields.name}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
      </label>
      <label className="endpoint__field">
        <span>{t('endpoint.url')}</span>
        <input
          type="text"
          inputMode="url"
          className="mono"
          maxLength={2000}
          placeholder={exampleOf(kind)}
          value={fields.baseUrl}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ baseUrl: event.target.value })}
        />
      </label>
      {kind === 'azure-openai' && (
        <label className="endpoint__field">
          <span>{t('endpoint.apiVersion')}</span>
          <input
            type="text"
            className="mono"
            maxLength={40}
            placeholder="2024-10-21"
            value={fields.apiVersion}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ apiVersion: event.target.value })}
          />
        </label>
      )}
      {(kind === 'azure-openai' || kind === 'azure-foundry') && (
        <label className="endpoint__field">
          <span>{t('endpoint.deployments')}</span>
          <input
            type="text"
            className="mono"
            placeholder="gpt-large, gpt-small"
            value={fields.deployments}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ deployments: event.target.value })}
          />
          <small className="endpoint__hint">{t('endpoint.deploymentsHint')}</small>
        </label>
      )}
      {wires.length > 1 && (
        <label className="endpoint__field">
          <span>{t('endpoint.wire')}</span>
          <select
            value={fields.wireApi}
            onChange={(event) => {
              const next = wires.find((each) => each === event.target.value)
              change({ wireApi: next ?? '' })
            }}
          >
            <option value="">{t('endpoint.wire.default')}</option>
            {wires.map((each) => (
              <option key={each} value={each}>
                {t(`endpoint.wire.${each}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {problem !== undefined && (
        <p className="key-form__problem" role="alert">
          {problem}
        </p>
      )}
      <div className="key-form__buttons">
        <Button type="submit" look="primary" disabled={isSaving}>
          {t(isSaving ? 'endpoint.saving' : 'endpoint.save')}
        </Button>
      </div>
    </form>
  )
}
