import { type KeyboardEvent, type PointerEvent, useState } from 'react'

type Props = { label: string; heads: readonly string[]; onJump: (at: number) => void }

/** The heads of a long list along its edge: tap one, slide over them, or step with the arrow keys. */
export function IndexBar({ label, heads, onJump }: Props) {
  const [at, setAt] = useState(0)
  const last = heads.length - 1
  const jump = (next: number) => {
    const within = Math.min(last, Math.max(0, next))
    setAt(within)
    onJump(within)
  }
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0) return
    const { top, height } = event.currentTarget.getBoundingClientRect()
    jump(Math.floor(((event.clientY - top) / height) * heads.length))
  }
  const hold = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    follow(event)
  }
  const step = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }
    if (!(event.key in steps)) return
    event.preventDefault()
    jump(steps[event.key]!)
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- some phones move a range input only by its thumb, and here a letter is tapped
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={Math.min(at, last)}
      aria-valuetext={heads[at]}
      onPointerDown={hold}
      onPointerMove={follow}
      onKeyDown={step}
      className="absolute inset-y-2 right-0 my-auto flex max-h-[40rem] w-8 touch-none flex-col text-center text-[min(0.75rem,2dvh)] leading-none font-semibold text-brand select-none"
    >
      {heads.map((head) => (
        <span key={head} className="flex flex-1 items-center justify-center">
          {head}
        </span>
      ))}
    </div>
  )
}
