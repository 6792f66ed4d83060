import { Skeleton } from '../components/states.tsx'
import { ToastProvider } from '../components/toast.tsx'
import { KeyNeeded } from '../features/models/key-needed.tsx'
import { PairingScreen } from '../features/pairing/pairing-screen.tsx'
import { HostProvider } from '../hosts/host-provider.tsx'
import { I18nProvider, useI18n } from '../platform/i18n.tsx'
import type { Platform } from '../platform/platform.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell.tsx'
import './shell.css'

/** The whole page: language, toasts, pairing, and the shell once the host lets this device in. */
export function App({ platform }: { platform: Platform }) {
  return (
    <I18nProvider>
      <Page platform={platform} />
    </I18nProvider>
  )
}

function Page({ platform }: { platform: Platform }) {
  const { t } = useI18n()
  return (
    <ErrorBoundary
      fallback={(error) => (
        <main className="starting" data-view="page-failed">
          <div className="state" role="alert">
            <p>{t('shell.failed')}</p>
            <button type="button" className="button" onClick={() => window.location.reload()}>
              {t('shell.reload')}
            </button>
            <details>
              <summary>{t('common.details')}</summary>
              <pre>{error.stack}</pre>
            </details>
          </div>
        </main>
      )}
    >
      <ToastProvider closeLabel={t('common.close')}>
        <HostProvider
          platform={platform}
          starting={
            <main className="starting" data-view="starting">
              <Skeleton label={t('common.loading')} />
            </main>
          }
          pairing={(props) => <PairingScreen key={props.reason.kind} {...props} />}
        >
          <Shell platform={platform} />
          <KeyNeeded />
        </HostProvider>
      </ToastProvider>
    </ErrorBoundary>
  )
}
