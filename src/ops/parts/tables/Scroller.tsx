import type { ReactNode, Ref } from 'react'

type Props = { label: string; className: string; ref?: Ref<HTMLElement>; children: ReactNode }

/** A part of a page that scrolls by itself. It can be focused, because a keyboard scrolls only what has the focus. */
export function Scroller({ label, className, ref, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: without focus a keyboard could not scroll it
    <section ref={ref} tabIndex={0} aria-label={label} className={className}>
      {children}
    </section>
  )
}
