import { useEffect, useState } from 'react'

/** State that is reset when its page is left, also where the page is kept: React ends the effects of a hidden page. */
export function useUntilHidden<Value>() {
  const [value, setValue] = useState<Value | null>(null)
  useEffect(() => () => setValue(null), [])
  return [value, setValue] as const
}
