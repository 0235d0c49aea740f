import { showDesk } from '#contract/console/desk'
import { handlePrepared } from '../../http/handle.ts'
import { releaseHash } from '../../release/manifest.ts'
import { can } from '../operators/capabilities.ts'
import { joinedBy } from '../operators/invitations.ts'
import { currentAlarms } from './alarms.ts'
import { queueCapability, queues } from './queues.ts'

export const showDeskHandler = handlePrepared(showDesk, releaseHash, async (context) => {
  const { caller, tx, nowMs, beacon, prepared: release } = context
  return {
    queues: (await queues(tx, nowMs)).filter(({ kind }) => can(caller.role, queueCapability[kind])),
    alarms: await currentAlarms({ db: tx, nowMs, beacon }),
    joined: await joinedBy(tx, caller.operatorId, nowMs),
    release,
  }
})
