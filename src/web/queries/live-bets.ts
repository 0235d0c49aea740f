import type { QueryClient } from '@tanstack/react-query'
import type { LiveBody, LiveKind } from '#contract/live'

const spreadMs = 800

/** Keeps a note of every draw that is seen to close, and asks anew for bets on screen whose draw moved on. */
export function hearBets(stream: EventSource, queries: QueryClient): void {
  stream.addEventListener('draw.closed', (event: MessageEvent<string>) => {
    // Where a browser keeps nothing, as in some private windows, there is no note; the draw is none the worse for it.
    note(JSON.parse(event.data) as LiveBody<'draw.closed'>).catch(() => undefined)
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

async function note(closed: LiveBody<'draw.closed'>): Promise<void> {
  const { keepNote } = await import('../state/evidence.ts')
  await keepNote(closed)
}

const closedDraw = ({ record }: LiveBody<'draw.closed'>) => record.body.drawId
const ownDraw = ({ drawId }: { readonly drawId: string }) => drawId
const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? undefined : value)
