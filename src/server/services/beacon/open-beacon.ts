import { randomBytes } from 'node:crypto'
import type { RunningConfig } from '../../world/app.ts'
import type { Clock } from '../../world/clock.ts'
import type { Log } from '../../world/log.ts'
import { openHouseBeacon } from './house-beacon.ts'
import { openPublicBeacon } from './public-beacon.ts'
import type { BeaconSource } from '../../world/members/beacon.ts'

/** Opens the configured beacon. With real money that is always the public one, because `readConfig` refuses any other. */
export function openBeacon(config: RunningConfig, { clock, log }: { clock: Clock; log: Log }): BeaconSource {
  if (config.beacon === 'public') return openPublicBeacon({ relays: config.beaconRelays, clock, log })
  return openHouseBeacon({ secretKey: config.houseBeaconKey, clock })
}

/** A key for the house beacon. It must be below the order of the group, which begins with 0x73. */
export function newHouseKey(): string {
  const bytes = randomBytes(32)
  bytes[0]! &= 0x3f
  return bytes.toString('hex')
}
