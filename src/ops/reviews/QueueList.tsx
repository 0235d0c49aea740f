import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../i18n/words.ts'
import { useShortcuts } from '../shell/shortcuts.ts'

type Item = { readonly id: string }

type Walk = {
  /** Called for the line that Enter was pressed on, also where it is open already. */
  onEnter: (id: string) => void
  /** The line that is marked before anybody has walked. */
  from?: string | null
}

/** The line of a queue that is marked. J and K mark the next and the one before; Enter stands for the marked line, or for the first. */
export function useQueueWalk(items: readonly Item[], { onEnter, from = null }: Walk) {
  const [marked, mark] = useState(from)
  const at = items.findIndex(({ id }) => id === marked)
  const step = (by: number) => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))]
    if (next) mark(next.id)
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(at < 0 ? 1 : -1),
    Enter: () => {
      const chosen = items[Math.max(0, at)]
      if (!chosen) return
      mark(chosen.id)
      onEnter(chosen.id)
    },
  })
  return { marked, mark }
}

type Props<Of extends Item> = {
  label: string
  /** What is said where nothing waits. */
  empty: string
  items: readonly Of[] | undefined
  marked: string | null
  /** The line that is open. */
  opened: string | null
  /** Called for a line that was pressed and is not open yet. */
  onOpen: (id: string) => void
  renderLine: (item: Of) => ReactNode
}

/** What waits, one line each, beside the one that is open. */
export function QueueList<Of extends Item>({ label, empty, items, marked, opened, onOpen, renderLine }: Props<Of>) {
  const list = useRef<HTMLOListElement>(null)
  // A long queue scrolls by itself, so the mark could leave what is seen of it.
  useEffect(() => {
    // Newer browsers return a promise here, which must not become the effect's clean-up.
    if (marked !== null) list.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  if (!items) return <p className="text-sm text-quiet">{t('loading')}</p>
  if (items.length === 0) return <p className="text-sm text-quiet">{empty}</p>
  return (
    <ol
      ref={list}
      aria-label={label}
      data-queue
      className="flex max-h-[calc(100dvh-7rem)] flex-col overflow-y-auto rounded-card border border-line bg-surface"
    >
      {items.map((item) => (
        <li
          key={item.id}
          {...(item.id === marked && { 'data-marked': true })}
          className="border-b border-line last:border-0"
        >
          <button
            type="button"
            aria-pressed={item.id === opened}
            onClick={() => item.id === opened || onOpen(item.id)}
            className={`flex w-full flex-col gap-0.5 border-l-4 px-3 py-2 text-left text-sm ${item.id === marked ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-brand-soft/50'}`}
          >
            {renderLine(item)}
          </button>
        </li>
      ))}
    </ol>
  )
}
