import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { HouseNow } from '#contract/console/figures/house-now'
import { t } from '../../i18n/words.ts'
import { Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Money } from '../../parts/Money.tsx'
import { houseNowQuery } from '../../shell/desk-query.ts'
import { useMay } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { count, percent } from '../reports/figures.ts'

/** How the house stands now: a tile for each figure, which leads to its list. What the role may not see has no tile. */
export function HouseTiles() {
  const { data, error } = useQuery(houseNowQuery)
  return (
    <>
      <Problem error={error} />
      <ul aria-label={t('now.title')} className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {data ? <Tiles now={data} /> : null}
      </ul>
    </>
  )
}

function Tiles({ now: { money, players, chats, beacon, witnesses, owed } }: { now: HouseNow }) {
  const mayReadPlayers = useMay('players.view')
  return (
    <>
      {money ? <MoneyTiles of={money} /> : null}
      {players ? (
        <Tile name={t('now.online')} to={mayReadPlayers ? '/players' : null} value={count(players.online)} />
      ) : null}
      {chats ? (
        <Tile
          name={t('now.chats')}
          to="/service"
          value={count(chats.waiting + chats.open)}
          text={t('now.chatsText', { open: count(chats.open), waiting: count(chats.waiting) })}
        />
      ) : null}
      {beacon ? <BeaconTile of={beacon} /> : null}
      {witnesses ? <WitnessTile of={witnesses} /> : null}
      {owed ? <OwedTile of={owed} /> : null}
    </>
  )
}

function MoneyTiles({ of }: { of: NonNullable<HouseNow['money']> }) {
  const { day, draws, bets, turnover, payouts, grossRevenue, hold, expectedHold, band, isOutside } = of
  const to = `/reports?${new URLSearchParams({ from: day, until: day, compare: 'before' })}`
  const shares = { hold: percent(hold), expected: percent(expectedHold) }
  const judged =
    band === null
      ? `${t('now.expected', shares)}: ${t('now.noBand')}`
      : `${t('now.expectedBand', { ...shares, band: percent(band) })}: ${t(isOutside ? 'reports.outside' : 'now.inside')}`
  return (
    <>
      <Tile
        name={t('now.turnover')}
        to={to}
        value={<Money value={turnover} />}
        text={t('now.bets', { bets: t('counted.bets', { count: bets }), draws: t('counted.draws', { count: draws }) })}
      />
      <Tile name={t('now.payouts')} to={to} value={<Money value={payouts} />} text={t('now.today')} />
      <Tile
        name={t('now.result')}
        to={to}
        value={<Money value={grossRevenue} />}
        text={hold === null ? t('now.noBand') : judged}
        isBad={isOutside}
      />
    </>
  )
}

function BeaconTile({ of: { stop, roundAgeMs, isClockTrusted } }: { of: NonNullable<HouseNow['beacon']> }) {
  const isBad = stop !== null || !isClockTrusted
  const value = stop !== null ? t('now.beaconStop') : isClockTrusted ? t('now.beaconWorks') : t('now.clockOff')
  const seconds = String(Math.max(0, Math.round(roundAgeMs / 1_000)))
  return <Tile name={t('now.beacon')} to="/games" value={value} text={t('now.beaconGood', { seconds })} isBad={isBad} />
}

function WitnessTile({ of: { needed, of, unwitnessedSince } }: { of: NonNullable<HouseNow['witnesses']> }) {
  const need = needed === null ? '' : t('now.witnessesNeed', { needed: String(needed), of: String(of) })
  if (unwitnessedSince !== null)
    return (
      <Tile
        name={t('now.witnesses')}
        to="/witnesses"
        value={t('now.unwitnessed')}
        text={<Moment at={unwitnessedSince} />}
        isBad
      />
    )
  const value = needed === null ? t('now.witnessesNone') : t('now.witnessesSee')
  return <Tile name={t('now.witnesses')} to="/witnesses" value={value} text={need} />
}

function OwedTile({ of: { proof } }: { of: NonNullable<HouseNow['owed']> }) {
  if (!proof) return <Tile name={t('now.owed')} to="/witnesses" value="–" text={t('now.owedNone')} />
  return (
    <Tile
      name={t('now.owed')}
      to="/witnesses"
      value={<Money value={proof.total} />}
      text={
        <>
          {t('now.owedProof', { number: String(proof.number) })}, <Moment at={proof.at} />
        </>
      }
    />
  )
}

type TileProps = { name: string; to: string | null; value: ReactNode; text?: ReactNode; isBad?: boolean }

/** The whole tile is the link. The words say what is wrong; the colour only draws the eye to it. */
function Tile({ name, to, value, text = '', isBad = false }: TileProps) {
  const look = `flex h-full min-h-28 flex-col gap-1 rounded-card border p-4 ${isBad ? 'border-danger bg-danger-soft' : 'border-line bg-surface'}`
  const inside = (
    <>
      <span className="text-xs text-quiet">{name}</span>
      <span className={`text-xl font-bold tabular-nums ${isBad ? 'text-danger' : ''}`}>{value}</span>
      <span className="text-xs text-quiet tabular-nums">{text}</span>
    </>
  )
  return (
    <li>
      {to === null ? (
        <div className={look}>{inside}</div>
      ) : (
        <Link to={to} className={`${look} hover:bg-brand-soft`}>
          {inside}
        </Link>
      )}
    </li>
  )
}
