import type { ConnectionState } from '../../../client/connection.ts'
import type { I18n } from '../../platform/i18n.tsx'

/** What is said of the connection, and no more than is known. `tone` is for the sign beside it. */
export interface ConnectionWords {
  readonly text: string
  readonly tone: 'ok' | 'busy' | 'bad'
  /** A sentence for the banner; absent while the host can be asked. */
  readonly banner?: string
  /** Whether trying again now can help. */
  readonly canRetry: boolean
}

/** `lostAtMs`: since when there has been no connection after there was one. */
export function connectionWords(
  state: ConnectionState,
  lostAtMs: number | undefined,
  nowMs: number,
  { t, duration, ago }: Pick<I18n, 't' | 'duration' | 'ago'>,
): ConnectionWords {
  const sinceWords = (ms: number) => ago(new Date(ms).toISOString(), nowMs)
  switch (state.status) {
    case 'in-sync': {
      const { latencyMs } = state
      const text =
        latencyMs === undefined ? t('connection.inSync') : t('connection.inSyncMs', { latency: duration(latencyMs) })
      return { text, tone: 'ok', canRetry: false }
    }
    case 'catching-up':
      return { text: t('connection.catchingUp'), tone: 'busy', canRetry: false }
    case 'connecting':
    case 'waiting': {
      if (lostAtMs !== undefined) {
        const since = sinceWords(lostAtMs)
        return {
          text: t('connection.reconnecting', { ago: since }),
          tone: 'bad',
          banner: t('connection.bannerLost', { ago: since }),
          canRetry: state.status === 'waiting',
        }
      }
      if (state.status === 'connecting' && state.attempt <= 1)
        return { text: t('connection.connecting'), tone: 'busy', canRetry: false }
      const since = sinceWords(state.sinceMs)
      return {
        text: t('connection.never', { ago: since }),
        tone: 'bad',
        banner: t('connection.bannerNever', { ago: since }),
        canRetry: state.status === 'waiting',
      }
    }
    case 'refused':
      if (state.cause === 'version')
        return {
          text: t('connection.versionRefused'),
          tone: 'bad',
          banner: t('connection.bannerVersion'),
          canRetry: false,
        }
      if (state.cause === 'taken-over')
        return {
          text: t('connection.takenOver'),
          tone: 'bad',
          banner: t('connection.bannerTakenOver'),
          canRetry: false,
        }
      return { text: t('connection.credentialRefused'), tone: 'bad', canRetry: false }
    case 'closed':
      return { text: t('connection.closed'), tone: 'bad', canRetry: false }
  }
}
