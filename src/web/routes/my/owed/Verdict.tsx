import { BadgeCheck, BadgeX, Hourglass, LoaderCircle } from 'lucide-react'
import { AgainButton } from '#ui/AgainButton'
import { fill } from '#contract/texts'
import { hourMs } from '#core/fairness/liabilities/hours'
import { totalOf } from '#core/fairness/liabilities/path-file'
import { amountText } from '#core/money/amount-text'
import { nearTimeText } from '#core/writing/time-text'
import { useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { serverNow } from '../../../state/clock.ts'
import type { OwnProof } from '../../../state/owed/own-proof.ts'
import type { OwedTexts } from '../../fair/owed/owed-texts.ts'
import { Notice } from '../../pay/Notice.tsx'
import { fileAmount } from './file-amount.ts'

const looks = {
  fits: { look: 'bg-brand-soft', tone: 'text-brand', Icon: BadgeCheck },
  none: { look: 'bg-surface', tone: 'text-quiet', Icon: Hourglass },
  fails: { look: 'bg-danger-soft', tone: 'text-danger', Icon: BadgeX },
}

type Props = { says: OwedTexts; own: OwnProof | null; isBusy: boolean; onAgain: () => unknown }

/** Whether the player's money is in the proof, in one sentence; where it is not, what to do. */
export function Verdict({ says, own, isBusy, onAgain }: Props) {
  const { locale } = useWords()
  const place = 'flex min-h-52 flex-col items-center justify-center gap-2 rounded-card p-4 text-center'
  if (!own) {
    return (
      <output className={`${place} bg-surface text-quiet`}>
        <LoaderCircle aria-hidden className="size-12 text-brand motion-safe:animate-spin" />
        {says.own.checking}
      </output>
    )
  }
  const { look, tone, Icon } = looks[own.state]
  const madeAt = own.leftOutAt ?? own.shown?.at ?? 0
  const at = madeAt - (madeAt % hourMs)
  const time = nearTimeText(at, serverNow(), locale)
  const { title, sentence } = wordsFor(says, own, { time, locale })
  return (
    <>
      <section className={`${place} ${look}`}>
        <Icon aria-hidden strokeWidth={1.5} className={`size-12 ${tone}`} />
        <output className="flex flex-col items-center gap-2">
          <strong className={`text-xl leading-snug text-balance ${tone}`}>{title}</strong>
          <span className="text-balance">{sentence}</span>
        </output>
        <AgainButton text={says.own.again} isBusy={isBusy} onAgain={onAgain} />
      </section>
      {own.isOld ? <Notice tone="warning">{says.own.old}</Notice> : null}
      {own.isLate && own.state !== 'fails' ? <Notice tone="warning">{fill(says.own.late, { time })}</Notice> : null}
      {own.state === 'fails' ? <ToDo says={says} hasFile={own.shown !== null} /> : null}
    </>
  )
}

function wordsFor({ own: says }: OwedTexts, own: OwnProof, { time, locale }: { time: string; locale: string }) {
  if (own.state === 'fails')
    return { title: fill(says.failTitle, { time }), sentence: says.problems[own.shown?.problem ?? 'leaf-missing'] }
  if (own.state === 'none')
    return { title: says.noneTitle, sentence: own.shown ? fill(says.nothing, { time }) : says.none }
  const amount = amountText(fileAmount(totalOf(own.shown!.file.owed)), locale)
  return { title: fill(says.fitsTitle, { time }), sentence: fill(says.fits, { amount }) }
}

/** Told plainly and in order, because whoever reads it is worried about their money. */
function ToDo({ says, hasFile }: { says: OwedTexts; hasFile: boolean }) {
  const { t } = useWords()
  return (
    <section role="alert" className="flex flex-col gap-2 rounded-card border-2 border-danger p-4">
      <h2 className="text-lg font-semibold text-danger">{says.own.doTitle}</h2>
      <ol className="flex list-decimal flex-col gap-2 pl-6">
        {hasFile ? <li>{says.own.doSave}</li> : null}
        <li>
          {says.own.doAsk}{' '}
          <Link to="/kefu/kefu" className="inline-block py-2 font-semibold text-brand underline">
            {t('page.support')}
          </Link>
        </li>
        <li>{says.own.doShow}</li>
      </ol>
    </section>
  )
}
