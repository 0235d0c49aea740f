import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from './finding.ts'
import { run } from './tools.ts'

/** Slow headers, slow bodies, and answers that are read slowly. */
const ways = [
  { what: 'slow headers', args: ['-H'] },
  { what: 'slow body', args: ['-B', '-t', 'POST'] },
  { what: 'slow reading', args: ['-X', '-w', '1', '-y', '8', '-n', '5', '-z', '8', '-k', '3'] },
] as const

/**
 * An answer that comes within this time is one that a player does not complain of. Where the machine is so busy that others wait
 * long anyway, slow connections must not make it three times as long.
 */
const patienceMs = 2_000
const longerMost = 3
const calmMs = 6_000

/** Holds hundreds of connections open as slowly as it can, while others ask: they must be answered. */
export async function askSlowly(
  { url, name, seconds }: { url: string; name: string; seconds: number },
  progress: (text: string) => void,
): Promise<{ findings: Finding[]; slowestMs: number; calmMs: number }> {
  const findings: Finding[] = []
  let slowestMs = 0
  const calm = await watch(`${url}/api/health`, AbortSignal.timeout(calmMs))
  const mostMs = Math.max(patienceMs, longerMost * calm.slowest)
  for (const { what, args } of ways) {
    progress(`slowhttptest: ${what} on the ${name}`)
    const over = new AbortController()
    const watching = watch(`${url}/api/health`, over.signal)
    await run(
      'slowhttptest',
      [...args, '-c', '600', '-r', '100', '-i', '5', '-l', String(seconds), '-p', '3', '-u', `${url}/api/v1/session`],
      (seconds + 60) * 1_000,
    )
    over.abort()
    const { failures, slowest } = await watching
    slowestMs = Math.max(slowestMs, slowest)
    if (failures > 0 || slowest > mostMs)
      findings.push({
        tool: 'slowhttptest',
        severity: 'high',
        where: `${name}, ${what}`,
        what: `meanwhile ${failures} others were not answered, the slowest waited ${Math.round(slowest)} ms, before it ${Math.round(calm.slowest)} ms`,
      })
  }
  return { findings, slowestMs, calmMs: calm.slowest }
}

/** Asks four times a second, each time on a connection of its own. */
async function watch(url: string, signal: AbortSignal): Promise<{ failures: number; slowest: number }> {
  let [failures, slowest] = [0, 0]
  while (!signal.aborted) {
    const startedMs = performance.now()
    const answer = await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(30_000) }).catch(
      () => null,
    )
    if (!answer?.ok) failures++
    slowest = Math.max(slowest, performance.now() - startedMs)
    await sleep(250)
  }
  return { failures, slowest }
}
