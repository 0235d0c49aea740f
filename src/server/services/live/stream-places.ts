import { readFileSync } from 'node:fs'
import type { Config } from '../../world/config.ts'

/** Streams stay open, and each takes one of the process's descriptors. Who holds how many is counted when one is asked for. */
export type StreamPlaces = {
  /** Takes a place and answers how to give it back; null where there is none. */
  take(who: StreamOwner): (() => void) | null
}

/** Somebody signed in is counted by their account, since whole networks share an address; anybody else by the address. */
export type StreamOwner = { readonly account: string } | { readonly network: string }

export type StreamBounds = {
  readonly perAccount: number
  readonly perNetwork: number
  /** Of which visitors get three quarters, so that they never keep players out. */
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

/** Of a network more than of an account, since thousands may share it; in all so few that descriptors are left for the rest. */
export function streamBounds({ rateLimitFactor }: Pick<Config, 'rateLimitFactor'>): StreamBounds {
  return {
    perAccount: 10 * rateLimitFactor,
    perNetwork: 200 * rateLimitFactor,
    inAll: Math.floor(descriptorLimit() * 0.7),
  }
}

/** How many descriptors the system lets this process have; where it does not say, a number that every system gives. */
export function descriptorLimit(): number {
  try {
    const line = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return line ? Number(line[1]) : 1_000_000
  } catch {
    return 4_096
  }
}
