import { useRef } from 'react'

/** One key per content: pressing again sends the same request, changing a field makes another. */
export function useKeys(): (content: object) => string {
  const kept = useRef({ text: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (kept.current.text !== text) kept.current = { text, key: crypto.randomUUID() }
    return kept.current.key
  }
}
