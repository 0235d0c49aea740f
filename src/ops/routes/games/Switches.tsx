import { type ReactNode, useState } from 'react'
import { sharedWords, t } from '../../i18n/words.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { useMay } from '../../shell/me.ts'
import { Link } from '../../shell/place.tsx'
import { LiftDialog, OpenMoneyDialog, StopDialog, StopMoneyDialog } from './SwitchDialogs.tsx'
import type { GamesNow } from './standing.ts'

/** The switches that stop all games or money movements. One person may stop; the text says who may start again. */
export function Switches({ now }: { now: GamesNow }) {
  return (
    <div className="grid grid-cols-3 items-stretch gap-4">
      <AllGames stop={now.stop} />
      {now.switches.map((each) => (
        <MoneySwitch key={each.name} of={each} />
      ))}
    </div>
  )
}

/** What an operator opened a dialog for. It stays that when a colleague acts meanwhile: the dialog is not exchanged under their hands. */
function useAsked<What>() {
  const [asked, ask] = useState<What | null>(null)
  return { asked, ask, close: () => ask(null) }
}

type CardProps = { title: string; isOpen: boolean; children: ReactNode; button: ReactNode }

function Card({ title, isOpen, children, button }: CardProps) {
  return (
    <section
      aria-label={title}
      className={`flex flex-col gap-2 rounded-card border bg-surface p-4 text-sm ${isOpen ? 'border-line' : 'border-danger'}`}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">{title}</h2>
        <Badge tone={isOpen ? 'good' : 'danger'}>{t(isOpen ? 'standing.open' : 'standing.stopped')}</Badge>
      </div>
      <div className="flex flex-1 flex-col gap-1 text-quiet">{children}</div>
      {button ? <div>{button}</div> : null}
    </section>
  )
}

type Last = { by: string; at: number; reason: string | null }

/** Who did it, when and why. */
function By({ by, at, reason }: Last) {
  return (
    <p>
      {by}, <Moment at={at} />
      {reason ? `: “${reason}”` : null}
    </p>
  )
}

function AllGames({ stop }: { stop: GamesNow['stop'] }) {
  const may = useMay('games.stop')
  const { asked, ask, close } = useAsked<NonNullable<GamesNow['stop']> | 'stop'>()
  return (
    <Card
      title={t('games.everyGame')}
      isOpen={!stop}
      button={
        may ? (
          <Button look={stop ? 'brand' : 'danger'} onClick={() => ask(stop ?? 'stop')}>
            {t(stop ? 'games.lift' : 'games.stopAll')}
          </Button>
        ) : null
      }
    >
      {stop ? (
        <>
          <p className="text-text">{t(`why.${stop.why}`)}</p>
          <By by={stop.by} at={stop.since} reason={stop.reason} />
        </>
      ) : (
        <p>{t('games.stopMeans')}</p>
      )}
      {asked === 'stop' ? <StopDialog game={null} name={t('games.everyGame')} onClose={close} /> : null}
      {asked && asked !== 'stop' ? <LiftDialog id={asked.id} name={t('games.everyGame')} onClose={close} /> : null}
    </Card>
  )
}

function MoneySwitch({ of }: { of: GamesNow['switches'][number] }) {
  const [mayStop, mayPropose] = [useMay('money.stop'), useMay('settings.propose')]
  const { asked, ask, close } = useAsked<'stop' | 'open'>()
  const offered = of.isOpen ? mayStop : mayPropose && !of.isProposed
  return (
    <Card
      title={t(`switch.${of.name}`)}
      isOpen={of.isOpen}
      button={
        offered ? (
          <Button look={of.isOpen ? 'danger' : 'brand'} onClick={() => ask(of.isOpen ? 'stop' : 'open')}>
            {t(of.isOpen ? `switch.stop.${of.name}` : 'switch.propose')}
          </Button>
        ) : null
      }
    >
      {of.last ? <By {...of.last} /> : null}
      {of.isOpen ? <p>{t(`switch.means.${of.name}`)}</p> : <p>{t('switch.two')}</p>}
      {of.isProposed ? (
        <p>
          {t('switch.proposed')}{' '}
          <Link to="/proposals" className="text-brand underline">
            {t('proposals.title')}
          </Link>
        </p>
      ) : null}
      {of.opensAt === null ? null : (
        <p className="text-warning">
          {t('switch.opensAt')} <Moment at={of.opensAt} />
        </p>
      )}
      {asked === 'stop' ? <StopMoneyDialog name={of.name} onClose={close} /> : null}
      {asked === 'open' ? <OpenMoneyDialog name={of.name} onClose={close} /> : null}
    </Card>
  )
}

/** Stops one game or lifts its stop. A stop of all games is lifted at its own switch. */
export function GameSwitch({ item: { game, stop } }: { item: GamesNow['items'][number] }) {
  const may = useMay('games.stop')
  const name = sharedWords().game[game]
  const own = stop && !stop.isForAll ? stop : null
  const { asked, ask, close } = useAsked<NonNullable<typeof own> | 'stop'>()
  if (!may || stop?.isForAll) return null
  return (
    <>
      <Button
        look={own ? 'brand' : 'danger'}
        aria-label={`${t(own ? 'games.lift' : 'games.stop')}: ${name}`}
        onClick={() => ask(own ?? 'stop')}
      >
        {t(own ? 'games.lift' : 'games.stop')}
      </Button>
      {asked === 'stop' ? <StopDialog game={game} name={name} onClose={close} /> : null}
      {asked && asked !== 'stop' ? <LiftDialog id={asked.id} name={name} onClose={close} /> : null}
    </>
  )
}
