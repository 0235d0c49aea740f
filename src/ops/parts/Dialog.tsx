import { type ReactNode, useEffect, useId, useRef } from 'react'

/** A dialog before an action; Escape cancels it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => box.current?.showModal(), [])
  return (
    <dialog
      ref={box}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[30rem] max-w-full rounded-card border border-line bg-surface p-5 text-text backdrop:bg-black/50"
    >
      <h2 id={id} className="mb-3 text-base font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
