import { showDesk } from '#contract/console/desk'
import { type Before, handlePrepared } from '../../http/handle.ts'
import { localAlarms } from '../../node/local-alarms.ts'
import { nodeOf } from '../../node/node.ts'
import { releaseHash } from '../../release/manifest.ts'
import { can } from '../operators/capabilities.ts'
import { joinedBy } from '../operators/invitations.ts'
import { alarmsElsewhere, houseAlarms } from './alarms.ts'
import { queueCapability, queues } from './queues.ts'

const prepare = async ({ db, beacon, clock }: Before<typeof showDesk>) => ({
  release: await releaseHash(),
  own: localAlarms({ db, beacon, clock }),
  ownId: nodeOf(db).id,
})

export const showDeskHandler = handlePrepared(showDesk, prepare, async (context) => {
  const { caller, tx, nowMs, prepared } = context
  const { release, own, ownId } = prepared
  return {
    queues: (await queues(tx, nowMs)).filter(({ kind }) => can(caller.role, queueCapability[kind])),
    alarms: [...(await houseAlarms({ db: tx, nowMs })), ...own, ...(await alarmsElsewhere(tx, ownId))],
    joined: await joinedBy(tx, caller.operatorId, nowMs),
    release,
  }
})
