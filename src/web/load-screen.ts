import { HomePage } from './routes/index/HomePage.tsx'
import type { LoadScreen } from './shell/navigation.ts'

/** Names every file of every other page, which home does without. */
const loadList = () => import('./screens.ts')

export const loadScreen: LoadScreen = async (path) => (path === '/' ? HomePage : (await loadList()).screens[path]())

/** Whoever follows a link later waits for the page alone. */
export const prefetchList = (): void => void loadList().catch(() => undefined)
