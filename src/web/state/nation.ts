import { useState } from 'react'
import { navigate } from '../shell/navigation.ts'

type Asked = { readonly now: string; readonly give: (country: string) => void }

let asked: Asked | null = null

/** What the picker was opened for; null where somebody came to it by its address. */
export const askedNation = (): Asked | null => asked

/**
 * A form's country, and what opens the picker for it. The choice lives in the form, so it is kept and forgotten with it,
 * which asks for a kept page. A country that is known only later, from a query, counts until another is chosen.
 */
export function useNation(initial: string): [country: string, openPicker: () => void] {
  const [chosen, give] = useState<string | null>(null)
  const country = chosen ?? initial
  const openPicker = () => {
    asked = { now: country, give }
    void navigate('/account/nation')
  }
  return [country, openPicker]
}
