import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, BadgeX, ChevronRight, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react'
import { hourMs } from '#core/fairness/liabilities/hours'
import { totalOf } from '#core/fairness/liabilities/path-file'
import { amountText } from '#core/money/amount-text'
import { nearTimeText } from '#core/writing/time-text'
import { useWords } from '../../../i18n/words.ts'
import { Link } from '../../../shell/Link.tsx'
import { serverNow } from '../../../state/clock.ts'
import type { Owner, OwnProof } from '../../../state/owed/own-proof.ts'
import { fileAmount } from '../owed/file-amount.ts'
import { ownProofQuery } from '../owed/own-proof-query.ts'

const looks = {
  fits: { look: 'text-good', Icon: BadgeCheck },
  late: { look: 'text-warning', Icon: TriangleAlert },
  fails: { look: 'font-semibold text-danger', Icon: BadgeX },
  none: { look: 'text-quiet', Icon: Hourglass },
} satisfies Record<string, { look: string; Icon: LucideIcon }>

/**
 * Beside the balance: which proof it is in, and how much the proof counts, which only its owner can find too little. A tap shows the proof.
 */
export function InProof({ me }: { me: Owner }) {
  const { t, locale } = useWords()
  const { data, error } = useQuery(ownProofQuery(me))
  const { look, Icon } = looks[data ? standingOf(data) : 'none']
  const madeAt = data?.leftOutAt ?? data?.shown?.at ?? 0
  const at = nearTimeText(madeAt - (madeAt % hourMs), serverNow(), locale)
  const amount = data?.shown ? amountText(fileAmount(totalOf(data.shown.file.owed)), locale) : ''
  const texts = {
    fits: t('owed.in', { time: at, amount }),
    late: t('owed.late', { time: at }),
    fails: t('owed.unfit', { time: at }),
    none: data?.shown ? t('owed.nothing', { time: at }) : t('owed.notYet'),
  }
  return (
    <Link to="/my/owed" className={`flex min-h-11 items-center gap-2 text-sm ${look}`}>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">
        {data ? texts[standingOf(data)] : t(error ? 'owed.unchecked' : 'owed.checking')}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-quiet" />
    </Link>
  )
}

const standingOf = ({ state, isLate }: OwnProof) => (state === 'fits' && isLate ? 'late' : state)
