type Props = { text: string; label: string; onCopied: () => void }

/** Puts a text on the clipboard. */
export function CopyButton({ text, label, onCopied }: Props) {
  return (
    <button
      type="button"
      className="inline-flex min-h-11 shrink-0 items-center px-2 whitespace-nowrap font-semibold text-brand"
      onClick={() => void navigator.clipboard.writeText(text).then(onCopied)}
    >
      {label}
    </button>
  )
}
