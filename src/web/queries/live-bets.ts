import type { QueryClient } from '@tanstack/react-query'
import type { LiveBody, LiveKind } from '#contract/live'

const spreadMs = 800

/** Running heads of draws come every second; they are kept together, a little later. */
const headsMs = 5_000

/** Keeps what this browser sees of the public log, and refetches the bets on screen whose draw has changed. */
export function followBets(stream: EventSource, queries: QueryClient): void {
  stream.addEventListener('draw.closed', (event: MessageEvent<string>) => {
    // A browser that stores nothing, as in some private windows, keeps no note; that does not affect the draw.
    keepClose(JSON.parse(event.data) as LiveBody<'draw.closed'>).catch(() => undefined)
  })
  const heads = new Map<string, string>()
  stream.addEventListener('draw.head', (event: MessageEvent<string>) => {
    const { drawId, note } = JSON.parse(event.data) as LiveBody<'draw.head'>
    if (heads.size === 0) setTimeout(() => void keepHeads(heads).catch(() => undefined), headsMs)
    heads.set(drawId, note)
  })
  const told = { 'draw.closed': closedDraw, 'draw.result': ownDraw, 'draw.settled': ownDraw, 'draw.void': ownDraw }
  for (const [kind, drawOf] of Object.entries(told) as [LiveKind, (body: never) => string][])
    stream.addEventListener(kind, (event: MessageEvent<string>) => {
      const drawId = drawOf(JSON.parse(event.data) as never)
      const isShown = JSON.stringify(queries.getQueriesData({ queryKey: ['bets'] }), plain).includes(`"${drawId}"`)
      // Everybody who bet is told in the same instant; each asks at a moment of their own.
      if (isShown) setTimeout(() => void queries.invalidateQueries({ queryKey: ['bets'] }), Math.random() * spreadMs)
    })
}

async function keepClose(closed: LiveBody<'draw.closed'>): Promise<void> {
  const { keepNote, keepCheckpoint, compareSoon } = await import('../state/evidence.ts')
  await Promise.all([keepNote(closed), keepCheckpoint(closed.checkpoint)])
  compareSoon()
}

async function keepHeads(heads: Map<string, string>): Promise<void> {
  const told = new Map(heads)
  heads.clear()
  await (await import('../state/evidence.ts')).keepHeads(told)
}

const closedDraw = ({ record }: LiveBody<'draw.closed'>) => record.body.drawId
const ownDraw = ({ drawId }: { readonly drawId: string }) => drawId
const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? undefined : value)
