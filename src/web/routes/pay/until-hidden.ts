import { useEffect, useState } from 'react'

/** State that is gone as soon as its page is left, also where the page is kept: a hidden page ends its effects. */
export function useUntilHidden<Value>() {
  const [value, setValue] = useState<Value | null>(null)
  useEffect(() => () => setValue(null), [])
  return [value, setValue] as const
}
