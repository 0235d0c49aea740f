import { CircleCheck, CircleX, Hourglass, LoaderCircle, RefreshCw } from 'lucide-react'
import { fill } from '#contract/texts'
import { useWords } from '../../../i18n/words.ts'
import type { Checked } from './check-draw.ts'
import { isOver } from './verdict-query.ts'
import type { VerifyTexts } from './verify-texts.ts'

type Props = { says: VerifyTexts; checked: Checked | null; isBusy: boolean; onAgain: () => unknown }

const looks = {
  pass: { look: 'bg-brand-soft text-brand', Icon: CircleCheck },
  open: { look: 'bg-warning-soft text-warning', Icon: Hourglass },
  fail: { look: 'bg-danger-soft text-danger', Icon: CircleX },
}

/** The verdict of the check. */
export function VerdictCard({ says, checked, isBusy, onAgain }: Props) {
  const { locale } = useWords()
  if (!checked) {
    return (
      <output className="flex min-h-28 items-center gap-3 rounded-card bg-surface p-4 text-quiet">
        <LoaderCircle aria-hidden className="size-8 shrink-0 text-brand motion-safe:animate-spin" />
        {says.checking}
      </output>
    )
  }
  const { verdict, tookMs } = checked
  const count = (wanted: string) => verdict.steps.filter(({ status }) => status === wanted).length
  const state = verdict.verdict === 'fail' ? 'fail' : isOver(checked) ? 'pass' : 'open'
  const { look, Icon } = looks[state]
  const titles = { pass: says.passTitle, open: says.unfinishedTitle, fail: says.failTitle }
  const seconds = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(tookMs / 1000)
  return (
    <section className={`flex min-h-28 flex-col gap-1 rounded-card p-4 ${look}`}>
      <div className="flex items-center gap-3">
        <Icon aria-hidden className="size-9 shrink-0" />
        <strong className="min-w-0 flex-1 text-xl leading-snug">{titles[state]}</strong>
        <button
          type="button"
          aria-label={says.again}
          disabled={isBusy}
          onClick={() => void onAgain()}
          className="-m-2 flex size-11 shrink-0 items-center justify-center rounded-full"
        >
          <RefreshCw aria-hidden className={`size-5 ${isBusy ? 'motion-safe:animate-spin' : ''}`} />
        </button>
      </div>
      <output className="flex flex-col gap-0.5 pl-12 text-sm">
        <span className="text-text">
          {fill(says.counts, {
            passed: String(count('pass')),
            failed: String(count('fail')),
            open: String(count('not-checked')),
          })}
        </span>
        <span className="text-quiet">{state === 'open' ? says.unfinished : fill(says.took, { seconds })}</span>
      </output>
    </section>
  )
}
