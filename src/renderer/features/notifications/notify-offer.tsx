import { Button } from '../../components/button.tsx'
import { Banner } from '../../components/states.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { askNotifyPermission, useNotifyPermission } from '../../platform/notify.ts'
import { usePreference } from '../../platform/preferences.ts'

/** One line, the first time a session needs the person: shall the browser tell them? Never again once it is answered. */
export function NotifyOffer({ isNeeded }: { isNeeded: boolean }) {
  const { t } = useI18n()
  const permission = useNotifyPermission()
  const [isAnswered, setAnswered] = usePreference('notifyOfferAnswered')
  if (!isNeeded || isAnswered || permission !== 'default') return null
  return (
    <Banner
      view="notify-offer"
      tone="info"
      action={
        <>
          <Button
            onClick={() => {
              setAnswered(true)
              void askNotifyPermission()
            }}
          >
            {t('notice.offerYes')}
          </Button>
          <Button look="quiet" onClick={() => setAnswered(true)}>
            {t('notice.offerNo')}
          </Button>
        </>
      }
    >
      {t('notice.offer')}
    </Banner>
  )
}
