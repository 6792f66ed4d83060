import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { ProviderFacts } from '../../../protocol/model-facts.ts'
import { Button } from '../../components/button.tsx'
import { useHost } from '../../hosts/host-context.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { giveKey } from './give-key.ts'

interface KeyFormProps {
  readonly provider: Pick<ProviderFacts, 'name'> & { readonly resource: string }
  onTaken(): void
}

type State = { readonly status: 'idle' | 'trying' } | { readonly status: 'failed'; readonly text: string }

/**
 * Where a key is given. It is in the field until it is sent and nowhere else: no state of React's, no attribute, no store of the
 * browser's holds it, and the field is emptied before the host is asked.
 */
export function KeyForm({ provider, onTaken }: KeyFormProps) {
  const { t, hostText } = useI18n()
  const { client } = useHost()
  const isOnline = useIsOnline()
  const field = useRef<HTMLInputElement>(null)
  const fieldId = useId()
  const hintId = useId()
  const [state, setState] = useState<State>({ status: 'idle' })
  const { name, resource } = provider

  useEffect(() => {
    const input = field.current
    return () => {
      if (input !== null) input.value = ''
    }
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    // To React the form lies in the one of a message that its dialog was opened from.
    event.stopPropagation()
    const input = field.current
    if (input === null || state.status === 'trying') return
    const key = input.value.trim()
    input.value = ''
    if (key === '') return setState({ status: 'failed', text: t('modelKeys.empty') })
    setState({ status: 'trying' })
    const outcome = await giveKey(client, resource, key)
    if (outcome.kind === 'taken') {
      setState({ status: 'idle' })
      return onTaken()
    }
    setState({
      status: 'failed',
      text:
        outcome.kind === 'wrong'
          ? t('modelKeys.wrong', { provider: name })
          : t('modelKeys.notSaved', { reason: hostText(outcome.reason).replace(/[.。]$/, '') }),
    })
    input.focus()
  }

  return (
    <form className="key-form" autoComplete="off" onSubmit={(event) => void submit(event)}>
      <label className="key-form__label" htmlFor={fieldId}>
        {t('modelKeys.field', { provider: name })}
      </label>
      <input
        id={fieldId}
        ref={field}
        type="password"
        className="key-form__field mono"
        aria-describedby={hintId}
        aria-invalid={state.status === 'failed'}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        // Password managers are asked to leave it alone: it is not kept anywhere.
        data-1p-ignore=""
        data-bwignore=""
        data-lpignore="true"
        data-form-type="other"
      />
      {state.status === 'failed' && (
        <p className="key-form__problem" role="alert">
          {state.text}
        </p>
      )}
      <p id={hintId} className="key-form__hint">
        {t('modelKeys.where')}
      </p>
      <div className="key-form__buttons">
        <Button type="submit" look="primary" disabled={!isOnline || state.status === 'trying'}>
          {t(state.status === 'trying' ? 'modelKeys.saving' : 'modelKeys.save')}
        </Button>
      </div>
    </form>
  )
}
