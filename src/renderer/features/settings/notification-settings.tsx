import { Button } from '../../components/button.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { askNotifyPermission, showNotification, useNotifyPermission } from '../../platform/notify.ts'
import { usePreference, type Preferences } from '../../platform/preferences.ts'
import { ChoiceSetting, SettingRow, SwitchSetting } from './setting-row.tsx'

/** What the browser may tell the person while they are elsewhere, and how much it says. */
export function NotificationSettings() {
  const { t, locale } = useI18n()
  const permission = useNotifyPermission()
  const [needsYou, setNeedsYou] = usePreference('notifyNeedsYou')
  const [done, setDone] = usePreference('notifyDone')
  const [words, setWords] = usePreference('notifyWords')
  const [, setOfferAnswered] = usePreference('notifyOfferAnswered')

  async function ask() {
    setOfferAnswered(true)
    await askNotifyPermission()
  }
  function tryOne() {
    showNotification({
      tag: 'test',
      title: t('notice.testTitle'),
      body: t('notice.testBody'),
      language: locale,
      onClick: () => {},
    })
  }

  return (
    <>
      <SettingRow id="notifyPermission" hint={t(`settings.notify.${permission}`)}>
        {() =>
          permission === 'default' ? (
            <Button look="primary" onClick={() => void ask()}>
              {t('notice.offerYes')}
            </Button>
          ) : permission === 'granted' ? (
            <Button onClick={tryOne}>{t('settings.notifyTest')}</Button>
          ) : null
        }
      </SettingRow>
      <SwitchSetting id="notifyNeedsYou" isOn={needsYou} onChange={setNeedsYou} />
      <SwitchSetting id="notifyDone" isOn={done} onChange={setDone} />
      <ChoiceSetting
        id="notifyWords"
        value={words}
        options={[
          ['nothing', t('settings.notifyWords.nothing')],
          ['title', t('settings.notifyWords.title')],
          ['activity', t('settings.notifyWords.activity')],
        ]}
        onChange={(value) => setWords(value as Preferences['notifyWords'])}
      />
    </>
  )
}
