import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  /** Without it the sheet cannot be closed: its question must be answered. */
  onClose?: () => void
  children: ReactNode
}

/** The open sheets, the latest last. Only the latest is shown; the one before returns when it closes. */
const opened: HTMLDialogElement[] = []

/** A dialog at the page's lower edge. The browser's own `<dialog>` traps the focus and handles Escape. */
export function Sheet({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current!
    opened.at(-1)?.classList.add('invisible')
    opened.push(shown)
    shown.showModal()
    return () => {
      opened.splice(opened.indexOf(shown), 1)
      opened.at(-1)?.classList.remove('invisible')
      // A hidden page keeps its sheet. If it stayed open as a modal dialog, it would block the page that is shown.
      shown.close()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press beside the sheet closes it; by keyboard the browser closes a dialog with Escape
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => onClose ?? event.preventDefault()}
      // The browser tells late; by then it may be open again. It lets nobody refuse a second Escape, so a sheet that
      // stays comes back.
      onClose={() => dialog.current?.open || (onClose ? onClose() : dialog.current?.showModal())}
      onClick={(event) => event.target === dialog.current && onClose?.()}
      className="m-0 mx-auto mt-auto w-full max-w-[480px] rounded-t-card bg-raised p-0 text-text backdrop:bg-black/50"
    >
      <div className="flex flex-col gap-3 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}
