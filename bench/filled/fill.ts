import type { Bench } from '../figure.ts'
import { fillOnly } from './filled-house.ts'
import { fullLists, monthOfBets } from './fillings.ts'

/** Fills what `lists` and `reports` measure and keeps it in `BENCH_KEEP`, so that they can be measured later and more than once. */
export const fill: Bench = (report) => fillOnly([monthOfBets, fullLists], report)
