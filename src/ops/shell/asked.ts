import { createStore } from '#ui/store.ts'

type Asked = { readonly answer: Promise<boolean>; readonly give: (isGiven: boolean) => void }

const asked = createStore<Asked | null>(null)
export const usePasswordAsked = asked.use

/** Has the operator give the password again; false when they would rather not. One question serves all who ask. */
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
