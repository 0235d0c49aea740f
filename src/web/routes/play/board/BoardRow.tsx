import type { Result } from '#core/games/draw-shape'
import type { Market } from '#core/games/market'
import { marketText, positionText } from '../../../i18n/plays.ts'
import { say } from '../../../i18n/words.ts'
import type { Change, Choice } from '../slip/choice.ts'
import { Section } from './Section.tsx'
import { isWord } from './layout.ts'
import type { Row, Tab } from './tabs.ts'

type Props = {
  row: Row
  heading: string
  position: number | null
  choice: Choice
  hasChances: boolean
  results: readonly Result[] | null
  onChange: (change: Change) => void
}

/** A market, or those that share a row as long as there is room for all of them. */
export function BoardRow({ row, heading, ...rest }: Props) {
  if (row.length === 1) return <Section market={row[0]!} heading={heading} {...rest} />
  const hasSingle = row.some(({ selections }) => selections.length === 1)
  const share = ({ selections }: Market) =>
    `grow ${selections.length === 1 ? 'basis-[30%]' : hasSingle ? 'basis-[62%]' : 'basis-[45%]'}`
  return (
    <div className="flex flex-col gap-1">
      {heading ? (
        <p aria-hidden className="text-sm font-medium text-quiet">
          {heading}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-1.5">
        {row.map((market) => (
          <Section key={market.code} market={market} heading="" className={share(market)} {...rest} />
        ))}
      </div>
    </div>
  )
}

/** What a row is called where its cells and the tab above it do not say so. */
export function headingOf({ label, by, markets }: Tab, row: Row, position: number | null): string {
  const [first] = row
  const isFour = row.flatMap(({ selections }) => selections).length === 4 && isWord(first!.selections[0]!)
  if (by === 'market') return first!.code.startsWith('pick') ? marketText(first!) : ''
  if (by === 'position') return isFour ? '' : marketText(first!)
  if (position !== null) return positionText(first!, position)
  if (!isFour) return marketText(first!)
  if (label === 'play.tabSum') return ''
  // Big and small of the sum, among other markets.
  return first!.code.startsWith('sum12')
    ? marketText(markets.find(({ code }) => code === 'sum12')!)
    : say('play.tabSum')
}
