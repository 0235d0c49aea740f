import { readFileSync } from 'node:fs'
import type { Config } from '../../world/config.ts'

/** Limits the open streams, because each occupies one of the process's file descriptors. */
export type StreamPlaces = {
  /** Takes a place and returns the function that releases it; null where there is none. */
  take(who: StreamOwner): (() => void) | null
}

/** Streams of somebody who is signed in are counted by account, because whole networks share an address; others by address. */
export type StreamOwner = { readonly account: string } | { readonly network: string }

export type StreamBounds = {
  readonly perAccount: number
  readonly perNetwork: number
  /** Visitors get three quarters of these, so that they never keep players out. */
  readonly inAll: number
}

export function openStreamPlaces({ perAccount, perNetwork, inAll }: StreamBounds): StreamPlaces {
  const taken = new Map<string, number>()
  let all = 0
  let visitors = 0
  return {
    take: (who) => {
      const isVisitor = 'network' in who
      const name = isVisitor ? `network:${who.network}` : `account:${who.account}`
      const held = taken.get(name) ?? 0
      if (held >= (isVisitor ? perNetwork : perAccount)) return null
      if (all >= inAll || (isVisitor && visitors >= (inAll * 3) / 4)) return null
      taken.set(name, held + 1)
      all++
      if (isVisitor) visitors++
      return () => {
        const left = taken.get(name)! - 1
        if (left === 0) taken.delete(name)
        else taken.set(name, left)
        all--
        if (isVisitor) visitors--
      }
    },
  }
}

/** A network gets more than an account, because thousands may share it; the total leaves enough descriptors for everything else. */
export function streamBounds({ rateLimitFactor }: Pick<Config, 'rateLimitFactor'>): StreamBounds {
  return {
    perAccount: 10 * rateLimitFactor,
    perNetwork: 200 * rateLimitFactor,
    inAll: Math.floor(descriptorLimit() * 0.7),
  }
}

/** How many file descriptors this process may have; where the system does not say, a number that every system allows. */
export function descriptorLimit(): number {
  try {
    const line = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return line ? Number(line[1]) : 1_000_000
  } catch {
    return 4_096
  }
}
