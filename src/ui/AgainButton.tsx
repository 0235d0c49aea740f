import { RefreshCw } from 'lucide-react'

type Props = { text: string; isBusy: boolean; onAgain: () => unknown }

/** Checks again; turns while it does. */
export function AgainButton({ text, isBusy, onAgain }: Props) {
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={() => void onAgain()}
      className="flex min-h-11 items-center gap-2 px-3 text-sm font-semibold text-brand"
    >
      <RefreshCw aria-hidden className={`size-4 ${isBusy ? 'motion-safe:animate-spin' : ''}`} />
      {text}
    </button>
  )
}
