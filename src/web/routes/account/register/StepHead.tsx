import { useEffect, useRef } from 'react'
import { useWords } from '../../../i18n/words.ts'

/** Which of the two steps it is, and what it is about. A new step begins with it, also for who listens to the page. */
export function StepHead({ step }: { step: 1 | 2 }) {
  const { t } = useWords()
  const head = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // After the page has put its scroll position right. A field that was refused keeps the focus.
    const frame = requestAnimationFrame(() => {
      if (!(document.activeElement instanceof HTMLInputElement)) head.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [step])
  return (
    <div ref={head} tabIndex={-1} className="scroll-mt-24 outline-none">
      <div aria-hidden className="grid grid-cols-2 gap-2 pb-2">
        {[1, 2].map((each) => (
          <span key={each} className={`h-1.5 rounded-full ${each <= step ? 'bg-brand' : 'bg-line'}`} />
        ))}
      </div>
      <p className="text-sm text-quiet">{t('arrive.step', { step, of: 2 })}</p>
      <h2 className="text-lg leading-snug font-semibold">{t(step === 1 ? 'arrive.account' : 'arrive.person')}</h2>
    </div>
  )
}
