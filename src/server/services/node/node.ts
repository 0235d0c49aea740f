import type { AlarmKind } from '#contract/console/desk'
import { nodeName } from '../../world/log.ts'
import type { Finding, Node } from '../../world/members/node.ts'
import type { Random } from '../../world/random.ts'

/** Tests run several nodes in one process, so each has an id of its own. */
export function openNode(random: Random, name = nodeName): Node {
  const findings = new Map<AlarmKind, Finding>()
  return {
    id: random.uuid(),
    name,
    stopping: new AbortController(),
    draining: new AbortController(),
    out: null,
    findings,
    find: (kind, found) => {
      if (found) findings.set(kind, { ...found, sinceMs: findings.get(kind)?.sinceMs ?? found.sinceMs })
      else findings.delete(kind)
    },
    ofHouse: [],
    told: new Map(),
    unprovenAtMs: null,
  }
}
