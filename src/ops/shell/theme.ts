import { createTheme } from '#ui/browser/theme.ts'

export const theme = createTheme('clearball.console.theme')
