import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../i18n/words.ts'
import { witnessesQuery } from '../../../queries/past-draws.ts'
import { Row, Rows } from '../../../shell/Rows.tsx'
import type { VerifyTexts } from './verify-texts.ts'

/** The file holds more keys than anybody looks for here. */
const shownMost = 5

/** Who else saw the draw close in time, and the file with what they signed. */
export function Witnesses({ says, drawId }: { says: VerifyTexts; drawId: string }) {
  const { locale } = useWords()
  const { data } = useQuery(witnessesQuery(drawId))
  if (!data) return null
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{says.witnessesTitle}</h2>
      <p className="text-sm text-quiet">{says.witnesses}</p>
      <Rows>
        <Row label={says.countersigned} value={new Intl.NumberFormat(locale).format(data.total)} />
      </Rows>
      {data.items.slice(0, shownMost).map(({ witness }) => (
        <p key={witness} className="rounded-card bg-surface p-3 font-mono text-xs wrap-anywhere text-quiet">
          {witness}
        </p>
      ))}
      {data.total > 0 ? (
        <a
          href={`/fair/witnesses/${drawId.replaceAll(':', '/')}.jsonl`}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 items-center text-sm font-semibold text-brand"
        >
          {says.countersignatures}
        </a>
      ) : null}
    </section>
  )
}
