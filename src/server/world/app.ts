import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Answers } from './members/answers.ts'
import type { BeaconWatch } from './members/beacon.ts'
import type { Betting } from './members/betting.ts'
import type { Db } from './members/database.ts'
import type { Hub } from './members/live.ts'
import type { LogMark } from './members/log-mark.ts'
import type { MailServer } from './members/mail.ts'
import type { Memory } from './members/memory.ts'
import type { Node } from './members/node.ts'
import type { OwnReads } from './members/own.ts'
import type { RunningBets } from './members/running-bets.ts'
import type { FindSession } from './members/sessions.ts'
import type { Witnesses } from './members/witnesses.ts'
import type { Random } from './random.ts'
import type { Secret } from './secrets/secret.ts'

/**
 * The application: everything that lives as long as the server does. `open-app.ts` opens the members in this order and closes
 * them in the reverse order.
 */
export type App = {
  readonly config: RunningConfig
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly node: Node
  readonly db: Db
  readonly hub: Hub
  readonly beacon: BeaconWatch
  readonly logMark: LogMark
  /** Null where no mail server is configured. */
  readonly mail: MailServer | null
  readonly memory: Memory
  readonly answers: Answers
  readonly witnesses: Witnesses
  readonly runningBets: RunningBets
  readonly findSession: FindSession
  readonly own: OwnReads
  readonly betting: Betting
}

/** The application without betting, which is opened last because it needs all the rest. */
export type AppWithoutBetting = Omit<App, 'betting'>

/** The configuration, with the keys that the first start generates where they are not set. */
export type RunningConfig = Config & {
  readonly pepper: Secret
  readonly operatorKey: Secret
  readonly drawKey: Secret
  readonly houseBeaconKey: Secret
  /** Which of the node's processes this is, counted from 1. The first has the jobs that a node does once. */
  readonly worker: number
}
