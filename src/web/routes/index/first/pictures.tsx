import type { ReactNode } from 'react'

/** Small pictures in the style of the games' marks: flat shapes in the brand's colour and the warm one. */
function Picture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden className="size-16 shrink-0 rounded-card bg-brand-soft">
      {children}
    </svg>
  )
}

/** A ball under a magnifying glass, and what the look found. */
export const CheckPicture = () => (
  <Picture>
    <circle cx="27" cy="28" r="14" className="fill-accent" />
    <circle cx="22" cy="22" r="3.500" fill="#fff" fillOpacity=".8" />
    <circle cx="29" cy="29" r="18" fill="none" strokeWidth="4" className="stroke-brand" />
    <path d="m42 43 10 10" strokeWidth="6" strokeLinecap="round" className="stroke-brand" />
    <path d="m21 30 5 5 10-11" fill="none" strokeWidth="4" strokeLinecap="round" className="stroke-hero" />
  </Picture>
)

/** A dial that is filled as far as the chance goes, over a die. */
export const ChancesPicture = () => (
  <Picture>
    <circle cx="32" cy="32" r="21" fill="none" strokeWidth="7" className="stroke-line" />
    <path
      d="M32 11a21 21 0 0 1 18.200 31.500"
      fill="none"
      strokeWidth="7"
      strokeLinecap="round"
      className="stroke-brand"
    />
    <rect x="22" y="22" width="20" height="20" rx="5" className="fill-accent" />
    <g className="fill-hero">
      <circle cx="27.500" cy="27.500" r="2.200" />
      <circle cx="32" cy="32" r="2.200" />
      <circle cx="36.500" cy="36.500" r="2.200" />
    </g>
  </Picture>
)

/** Two sliders, each held where somebody wants it. */
export const LimitsPicture = () => (
  <Picture>
    <g strokeWidth="5" strokeLinecap="round">
      <path d="M12 22h40M12 42h40" className="stroke-line" />
      <path d="M12 22h26M12 42h12" className="stroke-brand" />
    </g>
    <circle cx="38" cy="22" r="8" className="fill-accent" />
    <circle cx="24" cy="42" r="8" className="fill-accent" />
    <path d="M38 19v6m-14 14v6" strokeWidth="2.500" strokeLinecap="round" className="stroke-hero" />
  </Picture>
)
