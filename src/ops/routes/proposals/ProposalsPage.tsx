import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ProposalStatus, approveProposal, declineProposal, listProposals } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { named, t } from '../../i18n/words.ts'
import type { PageProps } from '../../pages.ts'
import { Badge } from '../../parts/Badge.tsx'
import { Button } from '../../parts/Button.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Choice, Form, Input, Problem } from '../../parts/Form.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { PageHead, Panel } from '../../parts/Panel.tsx'
import { More, usePages } from '../../parts/paged.tsx'
import { useMay, useMe } from '../../shell/me.ts'
import { go } from '../../shell/place.tsx'
import { Content, subjectText } from './Content.tsx'

type Proposal = Output<typeof listProposals>['items'][number]

const statuses = ['open', 'approved', 'declined'] as const satisfies readonly ProposalStatus[]

/** Proposals: one operator makes them, another decides. What is shown is in the address, for a colleague to follow. */
export function ProposalsPage({ rest }: PageProps) {
  const status = statuses.find((each) => each === rest) ?? 'open'
  const { items, error, more } = usePages(['proposals', status], (page) => call(listProposals, { ...page, status }))
  return (
    <>
      <PageHead
        title={t('proposals.title')}
        beside={
          <Choice
            label={t('proposals.status')}
            value={status}
            onChange={({ target }) => go(target.value === 'open' ? '/proposals' : `/proposals/${target.value}`)}
            options={statuses.map((each) => [each, t(`proposals.${each}`)])}
          />
        }
      />
      <Problem error={error} />
      {items?.length === 0 ? <p className="text-sm text-quiet">{t('nothing')}</p> : null}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {items?.map((proposal) => (
          <Proposed key={proposal.id} proposal={proposal} />
        ))}
      </div>
      <More more={more} />
    </>
  )
}

const titleOf = (proposal: Proposal) => `${named('proposal', proposal.kind)} · ${subjectText(proposal)}`

const tones = { open: 'warning', approved: 'good', declined: 'danger' } as const

function Proposed({ proposal }: { proposal: Proposal }) {
  const me = useMe()
  const mayDecide = useMay('proposals.decide')
  const { decidedBy, decidedAt } = proposal
  return (
    <Panel
      title={titleOf(proposal)}
      beside={<Badge tone={tones[proposal.status]}>{t(`proposals.${proposal.status}`)}</Badge>}
    >
      <div className="flex flex-col gap-3">
        <p className="text-sm">“{proposal.reason}”</p>
        <p className="text-xs font-medium text-quiet">{t('proposals.what')}</p>
        <Content proposal={proposal} />
        {proposal.declineReason ? (
          <p className="text-sm">
            {t('proposals.declined.reason')}: “{proposal.declineReason}”
          </p>
        ) : null}
        <p className="text-xs text-quiet">
          {t('proposals.by')} {proposal.proposedBy}, <Moment at={proposal.proposedAt} />
          {decidedBy && decidedAt ? (
            <>
              {' · '}
              {t('proposals.decidedBy')} {decidedBy}, <Moment at={decidedAt} />
            </>
          ) : null}
        </p>
        {proposal.status === 'open' && mayDecide ? (
          <Deciding proposal={proposal} isOwn={proposal.proposedBy === me.account} />
        ) : null}
      </div>
    </Panel>
  )
}

function Deciding({ proposal, isOwn }: { proposal: Proposal; isOwn: boolean }) {
  const { id } = proposal
  const [isAsking, setIsAsking] = useState(false)
  const client = useQueryClient()
  const onSuccess = (said: string) => {
    toast(said)
    void client.invalidateQueries()
  }
  const approve = useMutation({
    mutationFn: () => call(approveProposal, { id }),
    onSuccess: () => onSuccess(t('proposals.done')),
    onSettled: () => setIsAsking(false),
  })
  const decline = useMutation({
    mutationFn: (reason: string) => call(declineProposal, { id, reason }),
    onSuccess: () => onSuccess(t('proposals.refused')),
  })
  const isBusy = approve.isPending || decline.isPending
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      {isOwn ? (
        <p className="text-sm text-quiet">{t('proposals.own')}</p>
      ) : (
        <div>
          <Button look="brand" data-stop disabled={isBusy} onClick={() => setIsAsking(true)}>
            {t('proposals.approve')}
          </Button>
        </div>
      )}
      {isAsking ? (
        <Dialog title={t('proposals.confirm')} isWide onClose={() => setIsAsking(false)}>
          <div className="flex flex-col gap-3">
            <p className="text-sm font-medium">{titleOf(proposal)}</p>
            <Content proposal={proposal} />
            <div className="flex justify-end gap-2">
              <Button onClick={() => setIsAsking(false)}>{t('back')}</Button>
              <Button look="brand" data-focus disabled={isBusy} onClick={() => approve.mutate()}>
                {t('proposals.confirmYes')}
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
      <Problem error={approve.error} />
      <Form
        error={decline.error}
        className="flex flex-wrap items-end gap-2"
        onSend={({ reason }) => decline.mutate(reason!)}
      >
        <Input label={t('proposals.declineReason')} name="reason" required minLength={5} className="flex-1" />
        <Button type="submit" disabled={isBusy}>
          {t('proposals.decline')}
        </Button>
      </Form>
    </div>
  )
}
