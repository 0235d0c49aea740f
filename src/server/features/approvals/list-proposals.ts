import { sql } from 'kysely'
import { type ProposalKind, type ProposalStatus, listProposals } from '#contract/console/settings'
import { pageFrom, readTimePlace, rowsToRead, timePlace } from '../../db/page.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { stood } from './stands-now.ts'

export const listProposalsHandler = handleRead(listProposals, async ({ input, db, nowMs, config }) => {
  const place = readTimePlace(input.after)
  const rows = await db
    .selectFrom('proposal as p')
    .innerJoin('operator as proposer', 'proposer.id', 'p.proposed_by')
    .leftJoin('operator as decider', 'decider.id', 'p.decided_by')
    .leftJoin('proposal_before as before', 'before.proposal_id', 'p.id')
    .select(['p.id', 'p.kind', 'p.subject', 'p.content', 'p.reason', 'p.status', 'p.proposed_at', 'p.decided_at'])
    .select(['proposer.account as proposed_by', 'decider.account as decided_by', 'before.facts', 'p.decline_reason'])
    .$if(input.status !== undefined, (query) => query.where('p.status', '=', input.status!))
    .$if(place !== null, (query) => query.where(sql<boolean>`(p.proposed_at, p.id) < (${place!.at}, ${place!.id})`))
    .orderBy('p.proposed_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(rowsToRead)
    .execute()
  const before = new Map<string, Readonly<Record<string, unknown>>>()
  for (const row of rows) before.set(row.id, await stood({ db, nowMs, config }, row))
  return pageFrom(rows, {
    place: (row) => timePlace({ at: row.proposed_at, id: row.id }),
    item: (row) => ({
      id: row.id,
      kind: row.kind as ProposalKind,
      subject: row.subject,
      content: row.content as Record<string, unknown>,
      before: before.get(row.id)!,
      reason: row.reason,
      declineReason: row.decline_reason,
      status: row.status as ProposalStatus,
      proposedBy: row.proposed_by,
      proposedAt: row.proposed_at.getTime(),
      decidedBy: row.decided_by,
      decidedAt: row.decided_at?.getTime() ?? null,
    }),
  })
})
