import type { ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { ErrorState } from '../components/states.tsx'
import { useI18n } from '../platform/i18n.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** One pane by itself: a fault in it stays in it, and can be tried again. Give it a key, so that it does not outlive what it shows. */
export function PaneBoundary({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  return (
    <ErrorBoundary
      fallback={(error, retry) => (
        <ErrorState
          text={t('shell.failed')}
          action={<Button onClick={retry}>{t('common.retry')}</Button>}
          detailsLabel={t('common.details')}
          details={error.stack ?? error.message}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
