import { showDesk } from '#contract/console/desk'
import { type Before, handlePrepared } from '../../services/calls/handle.ts'
import { localAlarms } from '../../services/node/local-alarms.ts'
import { releaseHash } from '../../services/release/manifest.ts'
import { can } from '../../services/calls/capabilities.ts'
import { joinedBy } from '../operators/invitations.ts'
import { alarmsElsewhere, houseAlarms } from './alarms.ts'
import { queueCapability, queues } from './queues.ts'

const prepare = async ({ app, nowMs }: Before<typeof showDesk>) => ({
  release: await releaseHash(),
  own: localAlarms(app),
  others: await alarmsElsewhere(app.db.query, app.node.id),
  ofHouse: (await houseAlarms({ db: app.db.query, nowMs, log: app.log })).alarms,
})

export const showDeskHandler = handlePrepared(showDesk, prepare, async (context) => {
  const { caller, tx, nowMs, prepared } = context
  const { release, ofHouse, own, others } = prepared
  return {
    queues: (await queues(tx, nowMs))
      .filter(({ kind }) => can(caller.role, queueCapability[kind]))
      .map(({ kind, waiting, oldest, newest, promisedMs }) => ({ kind, waiting, oldest, newest, promisedMs })),
    alarms: [...ofHouse, ...own, ...others],
    joined: await joinedBy(tx, caller.operatorId, nowMs),
    release,
  }
})
