import type { LucideIcon } from 'lucide-react'

type Props = { label: string; Icon: LucideIcon; isPressed?: boolean; onClick: () => void }

/** A button that is only a picture; one that stays pressed has it filled. */
export function IconButton({ label, Icon, isPressed, onClick }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      className="flex size-11 shrink-0 items-center justify-center text-brand"
      onClick={onClick}
    >
      <Icon aria-hidden className={`size-5 ${isPressed ? 'fill-accent' : ''}`} />
    </button>
  )
}
