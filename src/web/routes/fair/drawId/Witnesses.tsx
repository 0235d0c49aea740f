import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleMinus } from 'lucide-react'
import { fill } from '#contract/texts'
import type { Output } from '#contract/endpoint'
import type { listWitnesses } from '#contract/play/past-draws'
import { useWords } from '../../../i18n/words.ts'
import { witnessesQuery } from '../../../queries/past-draws.ts'
import { Rows } from '../../../shell/Rows.tsx'
import { Notice } from '../../pay/Notice.tsx'
import type { VerifyTexts } from './verify-texts.ts'

/** Until a draw is over, witnesses may still confirm that it closed. */
const everyMs = 5_000

type Props = { says: VerifyTexts; drawId: string; isOver: boolean }

/** Which of the witnesses that the site asks saw the draw close, and how long before its random value. */
export function Witnesses({ says, drawId, isOver }: Props) {
  const { data } = useQuery({ ...witnessesQuery(drawId), refetchInterval: isOver ? false : everyMs })
  if (!data) return null
  const { isEnough, items } = data
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{says.witnessesTitle}</h2>
      {isEnough === null ? (
        <Notice tone="warning">{says.noWitnesses}</Notice>
      ) : (
        <>
          <p className="text-sm text-quiet">{says.witnesses}</p>
          <p className={`font-semibold ${isEnough ? 'text-brand' : 'text-warning'}`}>
            {isEnough ? says.enoughWitnesses : isOver ? says.fewWitnesses : says.waitingWitnesses}
          </p>
          <Rows>
            {items.map((item) => (
              <Witness key={item.key} item={item} says={says} missing={isOver ? says.notInTime : says.notYet} />
            ))}
          </Rows>
        </>
      )}
    </section>
  )
}

type Item = Output<typeof listWitnesses>['items'][number]

/** `missing` is what is said of one that did not see it. */
function Witness({ says, item, missing }: { says: VerifyTexts; item: Item; missing: string }) {
  const { name, key, aheadSeconds } = item
  const { locale } = useWords()
  const isSeen = aheadSeconds !== null
  const Icon = isSeen ? CircleCheck : CircleMinus
  return (
    <li className="flex min-h-13 items-center gap-3 px-4 py-2">
      <Icon aria-hidden className={`size-5 shrink-0 ${isSeen ? 'text-brand' : 'text-quiet'}`} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="min-w-0">
          <span className="block leading-snug wrap-anywhere">{name}</span>
          <span className="block text-xs wrap-anywhere text-quiet">{key}</span>
        </span>
        <span className="ml-auto text-right text-sm text-balance text-quiet tabular-nums">
          {isSeen ? fill(says.ahead, { seconds: new Intl.NumberFormat(locale).format(aheadSeconds) }) : missing}
        </span>
      </span>
    </li>
  )
}
