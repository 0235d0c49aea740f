import type { ReactNode } from 'react'

export type PictureName = 'draws' | 'chart' | 'slip' | 'statement' | 'records' | 'wallet' | 'repeat' | 'talk'

const outline = 'fill-surface stroke-quiet'
const faint = 'fill-none stroke-line'
const bright = 'fill-none stroke-brand'

/** What each list will hold, drawn on a field of 120 by 88. The ball of the mark is in front of each of them. */
const drawings: Record<PictureName, ReactNode> = {
  draws: (
    <>
      <circle cx="34" cy="50" r="15" className={outline} />
      <circle cx="66" cy="50" r="15" className={outline} />
      <path d="M34 43v14M61 45h7l-5 11" className={bright} />
    </>
  ),
  chart: (
    <>
      <rect x="22" y="16" width="64" height="52" rx="9" className={outline} />
      <path d="M32 58h44M32 46h44M32 34h44" className={faint} />
      <path d="m33 52 12-12 11 7 18-20" className={bright} />
    </>
  ),
  slip: (
    <>
      <path d="M32 12h44v54l-7-5-7 5-8-5-8 5-7-5-7 5z" className={outline} />
      <path d="M41 36h26M41 46h18" className={faint} />
      <path d="M41 25h16" className={bright} />
    </>
  ),
  statement: (
    <>
      <rect x="26" y="12" width="56" height="56" rx="9" className={outline} />
      <path d="M36 27h17M36 40h22M36 53h14" className={faint} />
      <path d="M66 27h7M66 40h7M66 53h7" className={bright} />
    </>
  ),
  records: (
    <>
      <path d="M22 44 33 20h44l11 24v20a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6z" className={outline} />
      <path d="M22 44h19l5 9h18l5-9h19" className={bright} />
    </>
  ),
  wallet: (
    <>
      <rect x="22" y="24" width="66" height="46" rx="9" className={outline} />
      <path d="M26 24 68 12a5 5 0 0 1 6 5v7" className={faint} />
      <path d="M88 40H71a7 7 0 0 0 0 14h17" className={bright} />
    </>
  ),
  repeat: (
    <>
      <rect x="22" y="18" width="34" height="46" rx="8" className={faint} />
      <rect x="32" y="18" width="34" height="46" rx="8" className={faint} />
      <rect x="42" y="18" width="38" height="46" rx="8" className={outline} />
      <path d="M52 36a10 10 0 0 1 17-3m1-6v7h-7M70 46a10 10 0 0 1-17 3m-1 6v-7h7" className={bright} />
    </>
  ),
  talk: (
    <>
      <path
        d="M28 18h50a8 8 0 0 1 8 8v24a8 8 0 0 1-8 8H50L36 70V58h-8a8 8 0 0 1-8-8V26a8 8 0 0 1 8-8z"
        className={outline}
      />
      <path d="M33 44h26" className={faint} />
      <path d="M33 33h40" className={bright} />
    </>
  ),
}

/** A small picture for a list that holds nothing yet. */
export function EmptyPicture({ name }: { name: PictureName }) {
  return (
    <svg
      viewBox="0 0 120 88"
      className="h-22 w-30"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <ellipse cx="60" cy="78" rx="46" ry="6" className="fill-brand-soft" />
      {drawings[name]}
      <circle cx="90" cy="61" r="15" className="fill-(--hero-light)" />
      <ellipse cx="84.5" cy="54" rx="5.5" ry="3.2" transform="rotate(-32 84.5 54)" className="fill-white/85" />
      <path d="M99 68a12 12 0 0 1-8 4" className="fill-none stroke-white/45" />
    </svg>
  )
}
