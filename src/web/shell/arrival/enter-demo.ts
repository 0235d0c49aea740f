import type { QueryClient } from '@tanstack/react-query'
import { enterAsDemoPlayer } from '#contract/people/demo'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { loadAllWords } from '../../i18n/index.ts'
import { problem, say } from '../../i18n/words.ts'
import { welcome } from '../../queries/sign-in.ts'
import { firstSteps } from './remembered.ts'
import { checkGuard } from '../navigation.ts'

/** Logs in as the demo player; on a page for visitors it then leads to where they were going. */
export async function enterDemo(queries: QueryClient): Promise<void> {
  const words = loadAllWords()
  try {
    const { account } = await call(enterAsDemoPlayer, {})
    await words
    firstSteps.open()
    await welcome(queries)
    toast(say('arrive.asDemo', { account }))
    checkGuard()
  } catch (error) {
    await words.catch(() => undefined)
    toast(problem(error), 'bad')
  }
}
