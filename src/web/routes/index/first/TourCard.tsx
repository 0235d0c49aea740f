import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type TouchEvent, useRef, useState } from 'react'
import { fill } from '#contract/texts'
import { Button } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { ChancesPicture, CheckPicture, LimitsPicture } from './pictures.tsx'
import { type FirstTexts, firstTextsQuery } from './first-texts.ts'

const cards = [
  { Picture: CheckPicture, title: 'checkTitle', text: 'checkText' },
  { Picture: ChancesPicture, title: 'chancesTitle', text: 'chancesText' },
  { Picture: LimitsPicture, title: 'limitsTitle', text: 'limitsText' },
] as const satisfies readonly { title: keyof FirstTexts; text: keyof FirstTexts; Picture: unknown }[]

/** How far a finger has to go sideways. */
const swipePx = 40

/** The cards above the tab bar. The page below stays usable, and nothing on it moves. */
export function TourCard({ onClose }: { onClose: () => void }) {
  const { locale } = useWords()
  const { data: says } = useQuery(firstTextsQuery(locale))
  const [at, setAt] = useState(0)
  const touchedAt = useRef(0)
  if (!says) return null
  const isLast = at === cards.length - 1
  const turn = (by: number) => setAt(Math.max(0, Math.min(cards.length - 1, at + by)))
  const swipe = ({ changedTouches }: TouchEvent) => {
    const moved = changedTouches[0]!.clientX - touchedAt.current
    if (Math.abs(moved) > swipePx) turn(moved < 0 ? 1 : -1)
  }
  return (
    <aside
      aria-label={says.tour}
      className="fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-25 mx-auto max-w-[480px] px-2 motion-safe:transition motion-safe:duration-300 motion-safe:starting:translate-y-4 motion-safe:starting:opacity-0"
      onTouchStart={({ touches }) => (touchedAt.current = touches[0]!.clientX)}
      onTouchEnd={swipe}
    >
      <div className="relative max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-raised p-3 shadow-lg">
        {/* All cards lie in one place, so that the tallest decides the height and turning moves nothing. */}
        <div className="grid" aria-live="polite">
          {cards.map(({ Picture, title, text }, each) => (
            <section
              key={title}
              className={`flex items-center gap-3 [grid-area:1/1] ${each === at ? '' : 'invisible'}`}
            >
              <Picture />
              <div className="min-w-0 flex-1">
                <h2 className="pr-9 font-semibold">{says[title]}</h2>
                <p className="text-sm leading-snug text-quiet">{says[text]}</p>
              </div>
            </section>
          ))}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
          <p className="flex items-center gap-1.5 pl-1">
            <span className="sr-only">{fill(says.of, { at: String(at + 1), all: String(cards.length) })}</span>
            {cards.map(({ title }, each) => (
              <span
                key={title}
                aria-hidden
                className={`h-2 rounded-full ${each === at ? 'w-5 bg-brand' : 'w-2 bg-line'}`}
              />
            ))}
          </p>
          <Button onClick={() => (isLast ? onClose() : turn(1))}>{isLast ? says.gotIt : says.next}</Button>
        </div>
        <button
          type="button"
          aria-label={says.close}
          className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-card text-quiet"
          onClick={onClose}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </aside>
  )
}
