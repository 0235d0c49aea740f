import type { Clock } from '../../world/clock.ts'
import type { RunningConfig } from '../../world/app.ts'
import { openTicker } from '../../edges/jobs/ticker.ts'
import { type House, openHouse, openingMs } from '../open-house.ts'
import { madeOnce } from '../test-cluster.ts'
import { type ReplayBeacon, replayBeacon } from './replay-beacon.ts'

/** A house with a beacon whose games are drawn when the test moves the clock. */
export type DrawHouse = House & {
  readonly beacon: ReplayBeacon
  tick(): Promise<void>
  /** Moves the clock on, and runs everything that is due at each instant on the way, as a ticker without delays would. */
  liveUntil(ms: number): Promise<void>
}

type Opening = Partial<RunningConfig> & { atMs?: number; seed?: string; hasDemoPeople?: true; hasNobody?: true }

/** Publishing 5,000 draws takes two seconds, so houses that open at the same instant copy one published schedule. */
export async function openDrawHouse({
  seed = 'house',
  atMs = openingMs,
  ...settings
}: Opening = {}): Promise<DrawHouse> {
  if (settings.beacon) return openWithTicker({ seed, atMs, ...settings })
  // The demonstration's people come with pictures outside the database, so a demonstration copies the schedule alone.
  const people = settings.hasDemoPeople && ({ hasNobody: true } as const)
  const template = await madeOnce(`published_${people ? 'for_nobody_' : ''}${atMs}`, async (name) => {
    const checking = settings.checkOutputs === false && { checkOutputs: false }
    await (await openWithTicker({ atMs, ...checking, ...people })).leave(name)
  })
  // Another seed than the template's, so that no identifier is made twice.
  return openWithTicker({ seed: `copy of ${seed}`, atMs, template, ...settings })
}

async function openWithTicker(given: Opening & { template?: string }): Promise<DrawHouse> {
  let beacon: ReplayBeacon | undefined
  const beaconFrom = ({ clock }: { clock: Clock }) => (beacon = replayBeacon({ clock }))
  const house = await openHouse({ ...given, beaconFrom })
  const ticker = openTicker(house.app)
  const tick = async () => {
    await ticker.tick()
    // The clock stands still meanwhile, so witnesses answer in no time.
    await house.app.witnesses.settled()
  }
  await tick()
  return {
    ...house,
    beacon: beacon!,
    tick,
    liveUntil: async (ms) => {
      for (let atMs = await nextDue(house); atMs <= ms; atMs = await nextDue(house)) {
        if (atMs > house.clock.steadyMs()) house.clock.to(atMs)
        await tick()
      }
      house.clock.to(ms)
      await tick()
    },
  }
}

/** The next time at which a period closes or is drawn. */
async function nextDue({ app, clock }: House): Promise<number> {
  const now = new Date(clock.nowMs())
  const [closes, draws] = await Promise.all([
    app.db.query
      .selectFrom('period')
      .select((eb) => eb.fn.min('closes_at').as('at'))
      .where('status', '=', 'scheduled')
      .where('closes_at', '>', now)
      .executeTakeFirstOrThrow(),
    app.db.query
      .selectFrom('period')
      .select((eb) => eb.fn.min('round_at').as('at'))
      .where('status', '=', 'closed')
      .where('round_at', '>', now)
      .executeTakeFirstOrThrow(),
  ])
  return Math.min(...[closes, draws].map(({ at }) => (at as Date | null)?.getTime() ?? Infinity))
}
