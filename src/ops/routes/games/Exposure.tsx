import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { showExposure } from '#contract/console/draws'
import type { Output } from '#contract/endpoint'
import { readPlay } from '#core/games/bets'
import { type GameCode, games } from '#core/games/catalogue'
import { bookFrom, payoutsOf } from '#core/rules/exposure'
import { call } from '../../client.ts'
import { playText, selectionText } from '../../i18n/plays.ts'
import { spoken, t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Problem } from '../../parts/Form.tsx'
import { Money } from '../../parts/Money.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Cell, Row, Table } from '../../parts/tables/Table.tsx'

type Sums = Output<typeof showExposure>
type Play = Sums['plays'][number]

type Props = { drawId: string; game: GameCode; isLive: boolean; part: 'sum' | 'plays' }

/** What a draw could cost. While it takes bets the figures are asked for again and again; afterwards they are final. */
export function Exposure({ drawId, game, isLive, part }: Props) {
  const { data, error } = useQuery({
    queryKey: ['games', 'exposure', drawId],
    queryFn: () => call(showExposure, { drawId }),
    refetchInterval: isLive ? 5_000 : false,
  })
  if (!data) return part === 'sum' ? <Problem error={error} /> : null
  if (part === 'sum') return <WorstCase sums={data} game={game} />
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      {data.plays.map((play) => (
        <Selections key={play.play} play={play} most={data.payoutMost} />
      ))}
    </div>
  )
}

/**
 * The result that would cost the most, computed exactly by the rules that pay. It is computed here, so that no bet
 * waits for it on the server.
 */
function useWorst({ plays }: Sums, game: GameCode) {
  return useMemo(() => {
    const { family } = games.find(({ code }) => code === game)!
    const stacks = plays.map(({ play, stakes, lines }) => {
      const { market, position } = readPlay({ play, selection: lines[0]!.selection })!
      return { market, position, staked: stakes, pays: new Map(lines.map(({ selection, pays }) => [selection, pays])) }
    })
    return payoutsOf(bookFrom(family, stacks))
  }, [plays, game])
}

const share = (part: bigint, whole: bigint) => (whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000)

function WorstCase({ sums, game }: { sums: Sums; game: GameCode }) {
  const { least, most } = useWorst(sums, game)
  const used = share(most, sums.payoutMost)
  return (
    <Panel title={t('exposure.title')}>
      <div className="flex flex-col gap-3">
        <Facts
          of={[
            [t('field.staked'), <Money key="s" value={sums.stakes} />],
            [t('exposure.least'), <Money key="l" value={least} />],
            [t('exposure.most'), <Money key="m" value={most} />],
            [t('exposure.cap'), <Money key="c" value={sums.payoutMost} />],
          ]}
        />
        <Bar part={used} label={t('exposure.used')} />
        <p className="text-xs text-quiet">{t('exposure.means')}</p>
      </div>
    </Panel>
  )
}

/** How much of the cap something takes; from four fifths on it warns. */
function Bar({ part, label }: { part: number; label: string }) {
  const shown = new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 1 }).format(part)
  return (
    <div className="flex items-center gap-3 text-xs text-quiet">
      <span className="shrink-0">{label}</span>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-2 min-w-0 flex-1 rounded-full" aria-hidden>
        <rect width="100" height="4" className="fill-line" />
        <rect
          width={Math.min(100, Math.max(0, part * 100))}
          height="4"
          className={part >= 0.8 ? 'fill-danger' : 'fill-brand'}
        />
      </svg>
      <span className="shrink-0 font-semibold text-text tabular-nums">{shown}</span>
    </div>
  )
}

/** How many selections of a market are shown at first: those that could cost the most. */
const firstLines = 10

function Selections({ play: { play, stakes, lines }, most }: { play: Play; most: bigint }) {
  const [isWhole, setWhole] = useState(false)
  const title = playText(play)
  return (
    <Panel title={title} beside={<Money value={stakes} />}>
      <Table
        label={title}
        heads={[
          t('field.selection'),
          { figure: t('games.bets') },
          { figure: t('field.staked') },
          { figure: t('exposure.pays') },
          t('exposure.used'),
        ]}
      >
        {lines.slice(0, isWhole ? lines.length : firstLines).map((line) => (
          <Row key={line.selection}>
            <Cell>{selectionText(line.selection)}</Cell>
            <Cell isFigure>{new Intl.NumberFormat(spoken()).format(line.bets)}</Cell>
            <Cell isFigure>
              <Money value={line.stakes} />
            </Cell>
            <Cell isFigure>
              <strong>
                <Money value={line.pays} />
              </strong>
            </Cell>
            <Cell>
              <Share of={share(line.pays, most)} />
            </Cell>
          </Row>
        ))}
      </Table>
      {lines.length > firstLines && !isWhole ? (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setWhole(true)}>{t('exposure.whole', { count: String(lines.length) })}</Button>
        </div>
      ) : null}
    </Panel>
  )
}

/** How much of the cap a selection takes, as a bar and in figures. */
function Share({ of }: { of: number }) {
  const shown = new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 2 }).format(of)
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1.5 w-20 rounded-full" aria-hidden>
        <rect width="100" height="4" className="fill-line" />
        <rect width={Math.min(100, of * 100)} height="4" className={of >= 0.8 ? 'fill-danger' : 'fill-brand'} />
      </svg>
      <span className="text-xs text-quiet tabular-nums">{shown}</span>
    </span>
  )
}
