import { useId, useState, type FormEvent } from 'react'
import type { ModelEndpoint, ProviderFacts } from '../../../protocol/model-facts.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { useCommand } from '../../hosts/use-request.ts'
import { useI18n } from '../../platform/i18n.tsx'
import {
  emptyFields,
  endpointFrom,
  endpointKinds,
  exampleOf,
  fieldsOf,
  wiresOf,
  type EndpointFields,
} from './endpoint-fields.ts'

interface EndpointDialogProps {
  /** The endpoint that is changed, or that a new one is added; undefined: closed. */
  readonly endpoint: ProviderFacts | 'new' | undefined
  onClose(): void
  onSaved(id: string): void
}

/** Adds an endpoint of the person's own, or changes one. Its key is asked for afterwards, where it is needed. */
export function EndpointDialog({ endpoint, onClose, onSaved }: EndpointDialogProps) {
  const { t } = useI18n()
  const known = endpoint === 'new' ? undefined : endpoint
  return (
    <Dialog
      view="endpoint"
      open={endpoint !== undefined}
      onOpenChange={onClose}
      title={known === undefined ? t('endpoint.addTitle') : t('endpoint.editTitle', { name: known.name })}
      closeLabel={t('common.close')}
    >
      <EndpointForm
        known={known}
        onSaved={(id) => {
          onClose()
          onSaved(id)
        }}
      />
    </Dialog>
  )
}

function EndpointForm({ known, onSaved }: { known: ProviderFacts | undefined; onSaved(id: string): void }) {
  const { t } = useI18n()
  const toast = useToast()
  const command = useCommand()
  const hintId = useId()
  const [fields, setFields] = useState(() => (known === undefined ? emptyFields : fieldsOf(known)))
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
    const outcome = await command('x-roadstead/setModelEndpoint', {
      channel: ROOT_URI,
      endpoint: known === undefined ? endpoint : { ...endpoint, id: known.id },
    })
    setSaving(false)
    if (outcome.kind !== 'done') {
      const reason = outcome.reason.replace(/^.*?endpoint: /s, '')
      return setProblem(t(known === undefined ? 'endpoint.failed' : 'endpoint.notChanged', { reason }))
    }
    toast({ text: t(known === undefined ? 'endpoint.saved' : 'endpoint.changed', { name: endpoint.name }) })
    onSaved(outcome.result.id)
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
      {known !== undefined && fields.baseUrl !== known.baseUrl && (
        <p className="endpoint__hint" role="status">
          {t('endpoint.keyHint')}
        </p>
      )}
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
          {t(isSaving ? 'endpoint.saving' : known === undefined ? 'endpoint.save' : 'common.save')}
        </Button>
      </div>
    </form>
  )
}
