import { ChevronDown } from 'lucide-react'
import { type DrawFile, recordsOf } from './published-log.ts'
import type { FactName, VerifyTexts } from './verify-texts.ts'

/** What the numbers were made of, for whoever wants to compute them by hand. */
export function Numbers({ says, file }: { says: VerifyTexts; file: DrawFile }) {
  const shown = numbersOf(file)
  return (
    <details className="group rounded-card bg-surface shadow-card">
      <summary className="flex min-h-13 cursor-pointer items-center justify-between gap-3 px-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        {says.numbersTitle}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-quiet transition-transform group-open:rotate-180" />
      </summary>
      <dl className="flex flex-col gap-3 px-4 pb-4 text-sm">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt className="text-quiet">{says.facts[name]}</dt>
            <dd className="font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function numbersOf({ drawId, entries, operatorKey }: DrawFile): [FactName, string | number][] {
  const records = recordsOf({ entries })
  const schedule = records.find((record) => record.type === 'schedule')?.body
  const close = records.find((record) => record.type === 'close')?.body
  const result = records.find((record) => record.type === 'result' || record.type === 'shadow')?.body
  const slot = schedule?.draws.find((draw) => draw.drawId === drawId)
  const all: [FactName, string | number | undefined][] = [
    ['drawId', drawId],
    ['rules', schedule?.rulesHash],
    ['commit', slot?.commit],
    ['secret', close?.secret],
    ['root', close?.root],
    ['chainHash', schedule?.beacon.chainHash],
    ['round', slot?.round],
    ['signature', result?.signature],
    ['randomness', result?.randomness],
    ['seed', result?.seed],
    ['outcome', result?.outcome.join(' ')],
    ['key', operatorKey],
  ]
  return all.filter((each): each is [FactName, string | number] => each[1] !== undefined)
}
