import { useQuery } from '@tanstack/react-query'
import { fill } from '#contract/texts'
import type { Game } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { GameMark } from '#ui/GameMark'
import { useWords } from '../../../i18n/words.ts'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { GamePicker, useGame } from '../../../shell/draws/GamePicker.tsx'
import { gameMarks } from '../../../shell/draws/game-marks.ts'
import { AboutGame } from '../AboutGame.tsx'
import { MarketRules } from './MarketRules.tsx'
import { type RulesTexts, rulesTextsQuery } from './rules-texts.ts'

/** How a game is played, and what every bet on it is worth: computed here from the rules themselves. */
export function RulesPage() {
  const { t, locale } = useWords()
  const game = useGame()
  const texts = useQuery(rulesTextsQuery(locale))
  if (!texts.data) return <PendingPage for={texts} />
  const says = texts.data
  const { markets } = families[game.family]
  return (
    <main className="flex flex-1 flex-col gap-4 p-4 pb-8">
      <GamePicker game={game.code} />
      <AboutGame game={game.code} here="/play/rules" />
      <section className="flex flex-col gap-2 rounded-card bg-surface shadow-card p-4">
        <div className="flex items-center gap-3">
          <GameMark name={gameMarks[game.code]} />
          <h2 className="min-w-0 flex-1 text-lg leading-snug font-semibold">{t(`game.${game.code}`)}</h2>
        </div>
        <p>{says.draw[game.family]}</p>
        <p>{timesText(says, game, locale)}</p>
        <p className="text-sm text-quiet">{says.own}</p>
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="text-lg font-semibold">{says.tableTitle}</h2>
        <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-card">
          {markets.map((market, at) => (
            <MarketRules key={market.code} market={market} says={says} isOpen={at === 0} />
          ))}
        </ul>
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="text-lg font-semibold">{says.generalTitle}</h2>
        <ul className="flex list-disc flex-col gap-2 pl-5 text-sm marker:text-brand">
          {[says.win, says.lines, says.push, says.void, says.return].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </main>
  )
}

function timesText(says: RulesTexts, { intervalSec, drawsPerDay, closeBeforeSec }: Game, locale: string): string {
  const unit = (seconds: number) =>
    seconds % 60 === 0 ? (['minute', seconds / 60] as const) : (['second', seconds] as const)
  const span = (seconds: number) => {
    const [name, count] = unit(seconds)
    return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count)
  }
  const count = new Intl.NumberFormat(locale).format(drawsPerDay)
  return fill(says.times, { every: span(intervalSec), count, close: span(closeBeforeSec) })
}
