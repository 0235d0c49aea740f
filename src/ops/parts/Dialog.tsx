import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = { title: string; onClose: () => void; children: ReactNode; isWide?: boolean }

/** A dialog before an action; Escape cancels it. What is marked `data-focus` has the focus first. */
export function Dialog({ title, onClose, children, isWide = false }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    box.current?.showModal()
    // A modal focuses its first button by itself, which is the way back.
    box.current?.querySelector<HTMLElement>('[data-focus]')?.focus()
  }, [])
  return (
    <dialog
      ref={box}
      aria-labelledby={id}
      onClose={onClose}
      className={`m-auto max-w-full rounded-card border border-line bg-surface p-5 text-text backdrop:bg-black/50 ${isWide ? 'w-[44rem]' : 'w-[30rem]'}`}
    >
      <h2 id={id} className="mb-3 text-base font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
