import { useI18n } from '../../platform/i18n.tsx'
import { usePreference, type Preferences } from '../../platform/preferences.ts'
import { ChoiceSetting, SwitchSetting } from './setting-row.tsx'

/** Language, colours, sizes. */
export function AppearanceSettings() {
  const { t } = useI18n()
  const [language, setLanguage] = usePreference('language')
  const [theme, setTheme] = usePreference('theme')
  const [contrast, setContrast] = usePreference('contrast')
  const [textSize, setTextSize] = usePreference('textSize')
  const [density, setDensity] = usePreference('density')
  const [screenReader, setScreenReader] = usePreference('screenReader')
  return (
    <>
      <ChoiceSetting
        id="language"
        value={language}
        options={[
          ['system', t('settings.language.system')],
          ['en', 'English'],
          ['zh-CN', '简体中文'],
        ]}
        onChange={(value) => setLanguage(value as Preferences['language'])}
      />
      <ChoiceSetting
        id="theme"
        value={theme}
        options={[
          ['system', t('settings.theme.system')],
          ['light', t('settings.theme.light')],
          ['dark', t('settings.theme.dark')],
        ]}
        onChange={(value) => setTheme(value as Preferences['theme'])}
      />
      <ChoiceSetting
        id="contrast"
        value={contrast}
        options={[
          ['system', t('settings.contrast.system')],
          ['more', t('settings.contrast.more')],
        ]}
        onChange={(value) => setContrast(value as Preferences['contrast'])}
      />
      <ChoiceSetting
        id="textSize"
        value={textSize}
        options={[
          ['small', t('settings.textSize.small')],
          ['normal', t('settings.textSize.normal')],
          ['large', t('settings.textSize.large')],
          ['larger', t('settings.textSize.larger')],
        ]}
        onChange={(value) => setTextSize(value as Preferences['textSize'])}
      />
      <ChoiceSetting
        id="density"
        value={density}
        options={[
          ['comfortable', t('settings.density.comfortable')],
          ['compact', t('settings.density.compact')],
        ]}
        onChange={(value) => setDensity(value as Preferences['density'])}
      />
      <SwitchSetting id="screenReader" isOn={screenReader} onChange={setScreenReader} />
    </>
  )
}
