import { useWords } from '../../../i18n/words.ts'
import { theme } from '../../../state/theme.ts'

export function ThemeSwitch() {
  const { t } = useWords()
  const isDark = theme.use() === 'dark'
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isDark}
      aria-label={t('mine.dark')}
      onClick={() => theme.choose(isDark ? 'light' : 'dark')}
      className="group -my-2 inline-flex h-11 w-13 items-center justify-end"
    >
      <span className="flex h-7 w-12 rounded-full border border-quiet bg-background p-0.5 group-aria-checked:justify-end group-aria-checked:border-brand group-aria-checked:bg-brand">
        <span className="size-5.5 rounded-full bg-quiet group-aria-checked:bg-brand-text" />
      </span>
    </button>
  )
}
