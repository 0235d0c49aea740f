import { setTimeout as pause } from 'node:timers/promises'
import { Unreadable } from '../source.ts'
import { checkDraws } from './check-draws.ts'
import type { DrawChecker } from './judging/judge.ts'
import { lookOnce, type Mirror, type MirrorOptions } from './mirror.ts'

type Pace = { readonly everyMs: number; readonly stop?: AbortSignal; readonly checker?: DrawChecker | null }

/** Follows a site until told to stop, or until the site contradicts itself: then false. It goes on while the site is away. */
export async function watch(
  mirror: Mirror,
  options: MirrorOptions,
  { everyMs, stop, checker }: Pace,
): Promise<boolean> {
  const end = new AbortController()
  const signal = stop ? AbortSignal.any([stop, end.signal]) : end.signal
  const repeat = async (act: () => Promise<boolean>): Promise<boolean> => {
    const unreachable = (cause: unknown) => {
      if (!(cause instanceof Unreadable)) throw cause
      options.tell({ event: 'unreachable', why: cause.message })
      return true
    }
    while (!signal.aborted) {
      if (!(await act().catch(unreachable))) return false
      await pause(everyMs, undefined, { signal }).catch(() => {})
    }
    return true
  }
  const looking = repeat(() => lookOnce(mirror, options)).finally(() => end.abort())
  // Beside the looks, which note when a draw closed, and so must not wait for the files of others.
  const checking = repeat(async () => {
    if (checker) await checkDraws(checker, signal)
    return true
  }).finally(() => end.abort())
  const [holds] = await Promise.all([looking, checking])
  return holds
}
