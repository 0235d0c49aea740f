import type { ReactNode } from 'react'

/** A ring that empties with the time that is left, from 1 to 0; what is said in it are its children. */
export function Ring({ share, className, children }: { share: number; className: string; children?: ReactNode }) {
  return (
    <span className={`relative inline-grid shrink-0 place-items-center ${className}`}>
      <svg viewBox="0 0 40 40" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="4" aria-hidden>
        <circle cx="20" cy="20" r="17.500" stroke="currentColor" strokeOpacity=".2" />
        <circle
          cx="20"
          cy="20"
          r="17.500"
          className="stroke-accent"
          strokeLinecap="round"
          pathLength="1"
          strokeDasharray={`${Math.max(0, share)} 2`}
        />
      </svg>
      {children}
    </span>
  )
}
