type Props = { label: string; /** From 0 to 1. */ value: number }

/** How far something has come. */
export function ProgressBar({ label, value }: Props) {
  return (
    <progress
      aria-label={label}
      value={value}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-brand [&::-webkit-progress-value]:transition-[inline-size]"
    />
  )
}
