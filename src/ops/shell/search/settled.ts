import { useEffect, useState } from 'react'

const pauseMs = 400

/** A text once it has not changed for a moment, and how not to wait for that. */
export function useSettled(text: string): [settled: string, settle: () => void] {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return [settled, () => setSettled(text)]
}
