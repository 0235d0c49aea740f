import type { App } from '../../world/app.ts'
import { evaluateSignals } from '../../features/signals/evaluate.ts'
import { type AddressCountries, readAddressCountries } from '../../services/addresses/address-countries.ts'
import { type Job, every } from './every.ts'

/** Soon enough that a withdrawal is held before anybody opens it; without a pause while there is a backlog. */
export function startSignals(app: App): Job {
  let addresses: AddressCountries | null | undefined
  return every(app, { job: 'signals', pauseMs: 5_000 }, async (stopping) => {
    // By a clock that is ahead, withdrawals would be held and cases be late that are not.
    if (!app.beacon.mayAct()) return
    if (addresses === undefined) addresses = await readRanges(app)
    return (await evaluateSignals(app, { addresses, stopping })) ? 0 : undefined
  })
}

/** Null where there is no file, or none that can be read: one rule rests then, and the others go on. */
async function readRanges({ config, log }: App): Promise<AddressCountries | null> {
  if (config.addressCountries === null) return null
  try {
    return await readAddressCountries(config.addressCountries)
  } catch (error) {
    log.error({ err: error }, 'the file of ADDRESS_COUNTRIES cannot be used')
    return null
  }
}
