import { createStore } from '../store.ts'

type Asked = { readonly answer: Promise<boolean>; readonly give: (isGiven: boolean) => void }

const asked = createStore<Asked | null>(null)
export const usePasswordAsked = asked.use

/**
 * Asks for the login password again; false when it is not given. Calls that ask at the same time share one question.
 */
export function askPassword(): Promise<boolean> {
  const open = asked.get()
  if (open) return open.answer
  let resolve: (isGiven: boolean) => void
  const answer = new Promise<boolean>((settle) => (resolve = settle))
  const give = (isGiven: boolean) => {
    asked.set(null)
    resolve(isGiven)
  }
  asked.set({ answer, give })
  return answer
}

/** Closes the question: whoever was asked has left. */
export const dropQuestion = (): void => asked.get()?.give(false)
