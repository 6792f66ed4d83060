import { useState, type FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import type { PairingProps } from '../../hosts/host-provider.tsx'
import { useI18n, type Translate } from '../../platform/i18n.tsx'
import './pairing.css'

/** What a device sees that the host does not know: why, how to get a code, and where to type it. */
export function PairingScreen({ reason, pair }: PairingProps) {
  const { t } = useI18n()
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState<PairingProps['reason']>(reason)
  const words = noticeOf(notice, t)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '' || isBusy) return
    setBusy(true)
    const outcome = await pair(code)
    if (outcome.kind === 'paired') return
    setBusy(false)
    setNotice(outcome)
  }

  return (
    <main className="pairing" data-view="pairing">
      <form className="pairing__card" onSubmit={(event) => void submit(event)}>
        <h1 className="pairing__title">{t('pairing.title')}</h1>
        {words !== undefined && (
          <p className="pairing__notice" role="alert">
            {words}
          </p>
        )}
        <p>{t('pairing.text')}</p>
        <p className="pairing__how">{t('pairing.how')}</p>
        <pre className="pairing__command">npx roadstead pair</pre>
        <div className="pairing__row">
          <input
            className="pairing__code"
            aria-label={t('pairing.code')}
            placeholder={t('pairing.code')}
            value={code}
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" look="primary" disabled={code.trim() === '' || isBusy}>
            {isBusy ? t('pairing.pairing') : t('pairing.pair')}
          </Button>
        </div>
        <p className="dim">{t('pairing.or')}</p>
      </form>
    </main>
  )
}

function noticeOf(reason: PairingProps['reason'], t: Translate): string | undefined {
  switch (reason.kind) {
    case 'first-time':
      return undefined
    case 'revoked':
      return t('pairing.revoked')
    case 'wrong-code':
      return t('pairing.wrongCode')
    case 'unreachable':
      return t('pairing.unreachable')
    case 'refused':
      return t('pairing.refused', { reason: reason.reason })
  }
}
