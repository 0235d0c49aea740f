import { BadgeCheck, BadgeX, Hourglass, LoaderCircle } from 'lucide-react'
import { AgainButton } from '#ui/AgainButton'
import { fill } from '#contract/texts'
import { useWords } from '../../../../i18n/words.ts'
import type { Checked } from '../check-draw.ts'
import { sentenceOf } from './sentence.ts'
import { isOver } from '../verdict-query.ts'
import type { VerifyTexts } from '../verify-texts.ts'

type Props = { says: VerifyTexts; checked: Checked | null; isBusy: boolean; onAgain: () => unknown }

const looks = {
  pass: { look: 'bg-brand-soft', tone: 'text-brand', Icon: BadgeCheck },
  open: { look: 'bg-warning-soft', tone: 'text-warning', Icon: Hourglass },
  fail: { look: 'bg-danger-soft', tone: 'text-danger', Icon: BadgeX },
}

/** The verdict as one seal and one sentence. */
export function Seal({ says, checked, isBusy, onAgain }: Props) {
  const { locale } = useWords()
  const place = 'flex min-h-66 flex-col items-center justify-center gap-2 rounded-card p-4 text-center'
  if (!checked) {
    return (
      <output className={`${place} bg-surface text-quiet`}>
        <LoaderCircle aria-hidden className="size-16 text-brand motion-safe:animate-spin" />
        {says.checking}
      </output>
    )
  }
  const { state, title, sentence } = sentenceOf(says, checked.verdict, isOver(checked))
  const { look, tone, Icon } = looks[state]
  const seconds = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(checked.tookMs / 1000)
  return (
    <section className={`${place} ${look}`}>
      <Icon aria-hidden strokeWidth={1.5} className={`size-16 ${tone}`} />
      <output className="flex flex-col items-center gap-2">
        <strong className={`text-2xl leading-snug text-balance ${tone}`}>{title}</strong>
        <span className="text-balance">{sentence}</span>
        <span className="text-sm text-quiet">{fill(says.took, { seconds })}</span>
      </output>
      <AgainButton text={says.again} isBusy={isBusy} onAgain={onAgain} />
    </section>
  )
}
