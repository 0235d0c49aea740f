import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { families } from '#core/games/families'
import { type Market, playCode, positionsOf } from '#core/games/market'
import { Select } from '#ui/Select'
import { marketText, positionText } from '../../../i18n/plays.ts'
import { useWords } from '../../../i18n/words.ts'
import { pastDrawsQuery, trendsQuery } from '../../../queries/past-draws.ts'
import { FetchError } from '../../../shell/FetchError.tsx'
import { GamePicker, useGame } from '../../../shell/draws/GamePicker.tsx'
import { Notice } from '../../pay/Notice.tsx'
import { AboutGame } from '../AboutGame.tsx'
import { NotDrawn } from '../NotDrawn.tsx'
import { CourseChart } from './CourseChart.tsx'
import { Frequencies } from './Frequencies.tsx'

/** What came up how often, under the line that says what that is worth. */
export function TrendsPage() {
  const { t } = useWords()
  const game = useGame()
  const trends = useQuery(trendsQuery(game.code))
  const { data: past } = useInfiniteQuery(pastDrawsQuery(game.code))
  const choice = useMarket(families[game.family].markets.filter(({ picks }) => picks === null))
  const items = trends.data?.items.filter(({ play }) => play === choice.play)
  const results = past?.pages.flatMap((page) => page.items).filter(({ outcome }) => outcome) ?? []
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <GamePicker game={game.code} />
      <AboutGame game={game.code} here="/play/trends" />
      <Notice>{t('trends.line')}</Notice>
      {trends.data?.draws === 0 ? null : <MarketChoice {...choice} />}
      {trends.error ? <FetchError error={trends.error} onRetry={trends.refetch} /> : null}
      {trends.data?.draws === 0 ? <NotDrawn game={game.code} picture="chart" /> : null}
      {trends.isLoading ? (
        <output className="block h-96 rounded-card bg-surface" aria-label={t('common.loading')} />
      ) : null}
      {trends.data && trends.data.draws > 0 && items ? (
        <>
          <Frequencies market={choice.market} draws={trends.data.draws} items={items} />
          <CourseChart family={game.family} place={placeOf(choice)} draws={results} />
          {trends.data.notHeld > 0 ? (
            <p className="text-sm text-quiet">{t('past.notHeld', { count: trends.data.notHeld })}</p>
          ) : null}
        </>
      ) : null}
    </main>
  )
}

/** The chart follows one place: the one that was chosen, or the first. */
const placeOf = ({ market, position }: Chosen): number =>
  market.positionKind === 'three_balls' || position === null ? 0 : position - 1

type Chosen = {
  readonly markets: readonly Market[]
  readonly market: Market
  readonly position: number | null
  readonly play: string
  readonly choose: (code: string, position: number | null) => void
}

function useMarket(markets: readonly Market[]): Chosen {
  const [chosen, setChosen] = useState<{ code: string; position: number | null }>({ code: '', position: null })
  const market = markets.find(({ code }) => code === chosen.code) ?? markets[0]!
  const positions = positionsOf(market)
  const position = positions.includes(chosen.position) ? chosen.position : positions[0]!
  const choose = (code: string, at: number | null) => setChosen({ code, position: at })
  return { markets, market, position, play: playCode(market, position), choose }
}

function MarketChoice({ markets, market, position, choose }: Chosen) {
  const { t } = useWords()
  return (
    <div className="grid grid-cols-2 gap-3">
      <Select
        label={t('trends.market')}
        options={markets.map((each) => ({ value: each.code, text: marketText(each) }))}
        value={market.code}
        onChange={({ target }) => choose(target.value, position)}
      />
      {market.positions.length > 0 ? (
        <Select
          label={t('trends.place')}
          options={market.positions.map((at) => ({ value: String(at), text: positionText(market, at) }))}
          value={String(position)}
          onChange={({ target }) => choose(market.code, Number(target.value))}
        />
      ) : null}
    </div>
  )
}
