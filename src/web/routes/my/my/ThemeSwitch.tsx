import { useWords } from '../../../i18n/words.ts'
import { Switch } from '../../../shell/fields/Switch.tsx'
import { theme } from '../../../state/theme.ts'

export function ThemeSwitch() {
  const { t } = useWords()
  const isDark = theme.use() === 'dark'
  return <Switch label={t('mine.dark')} isOn={isDark} onChange={(isOn) => theme.choose(isOn ? 'dark' : 'light')} />
}
