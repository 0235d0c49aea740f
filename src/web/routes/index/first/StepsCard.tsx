import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Check, ChevronRight, Clock, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Output } from '#contract/endpoint'
import { demo } from '#contract/people/demo'
import type { me as meCall } from '#contract/people/me'
import { fill } from '#contract/texts'
import { games } from '#core/games/catalogue'
import { useWords } from '../../../i18n/words.ts'
import { betsQuery } from '../../../queries/bets.ts'
import { certificationQuery } from '../../../queries/person.ts'
import { siteQuery } from '../../../queries/site.ts'
import { Link } from '../../../shell/Link.tsx'
import { hasDemoPeople } from '../../../shell/arrival/demo-people.ts'
import { firstSteps } from '../../../shell/arrival/remembered.ts'
import { gamePath } from '../../../shell/draws/game-pages.ts'
import { sessionHint } from '../../../state/session.ts'
import { type FirstTexts, firstTextsQuery } from './first-texts.ts'
import { type Step, nextStep, stepsOf } from './steps.ts'

type Me = Output<typeof meCall>

const paths: Record<Step['name'], string> = {
  certify: '/my/certification',
  topUp: '/pay/recharge',
  bet: gamePath(games[0].code),
}

/** The words for a step, which differ where money is play money. */
function wordsOf(says: FirstTexts, { name, state }: Step, isDemo: boolean): string {
  if (name === 'certify') return state === 'waiting' ? says.certifyWaiting : says.certify
  if (name === 'topUp') return isDemo ? says.topUpDemo : says.topUp
  return isDemo ? says.betDemo : says.bet
}

/** The player's steps, once they are known, and whether this browser has shown that some were left. */
function useSteps({ id, balance }: Me) {
  // Somebody who logs out comes by home while it still shows them.
  const enabled = sessionHint.isSet
  const { data: certification } = useQuery({ ...certificationQuery, enabled })
  const { data: bets } = useInfiniteQuery({ ...betsQuery({}), enabled })
  const [wasOpen, setOpen] = useState(false)
  const steps =
    certification && bets
      ? stepsOf({
          certification: certification.latest?.status ?? 'none',
          hasMoney: balance > 0n,
          hasBet: bets.pages[0]!.items.length > 0,
        })
      : null
  const isOver = steps?.every(({ state }) => state === 'done') ?? false
  const isOpen = steps !== null && !isOver
  if (isOpen && !wasOpen) setOpen(true)
  useEffect(() => {
    if (isOver) firstSteps.finish(id)
    else if (isOpen) firstSteps.open()
  }, [isOver, isOpen, id])
  return { steps, isOver, wasOpen, close: () => setOpen(false) }
}

/** The three steps of a new player. They are ticked off by themselves; after the third the card does not come back. */
export function StepsCard({ me, kept }: { me: Me; kept: ReactNode }) {
  const { locale } = useWords()
  const { data: says } = useQuery(firstTextsQuery(locale))
  const { data: site } = useQuery(siteQuery)
  const { steps, isOver, wasOpen, close } = useSteps(me)
  if (!says || !site || !steps) return kept
  // Who had done all of them before is not shown the card.
  if (isOver && !wasOpen) return null
  const isDemo = site.mode === 'demo'
  const next = nextStep(steps)
  return (
    <section aria-labelledby="first-steps" className="relative rounded-card bg-surface p-3 shadow-card">
      <h2 id="first-steps" className="pr-10 pb-1 font-semibold">
        {says.steps}
      </h2>
      {steps.map((step) => (
        <Row key={step.name} step={step} isNext={step.name === next} doneWord={says.isDone}>
          {wordsOf(says, step, isDemo)}
        </Row>
      ))}
      {isDemo && steps[0]!.state === 'waiting' ? <p className="pt-1 text-sm text-quiet">{says.certifyDemo}</p> : null}
      {hasDemoPeople() && me.account === demo.player.account && !isOver ? (
        <p className="pt-1 text-sm text-quiet">{fill(says.passwords, demo.player)}</p>
      ) : null}
      {isOver ? (
        <>
          <p className="pt-1 text-sm text-quiet">{says.allDone}</p>
          <button
            type="button"
            aria-label={says.close}
            className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-card text-quiet"
            onClick={close}
          >
            <X aria-hidden className="size-5" />
          </button>
        </>
      ) : null}
    </section>
  )
}

type RowProps = { step: Step; isNext: boolean; doneWord: string; children: ReactNode }

/** A step: ticked, waiting for the house, next, or later. Whatever is not done leads to where it is done. */
function Row({ step: { name, state }, isNext, doneWord, children }: RowProps) {
  const isDone = state === 'done'
  const mark = isDone ? 'bg-brand text-brand-text' : isNext ? 'bg-accent text-hero' : 'bg-line text-text'
  const content = (
    <>
      <span className={`flex size-7 shrink-0 items-center justify-center rounded-full ${mark}`}>
        {isDone ? <Check aria-hidden className="size-4" /> : null}
        {state === 'waiting' ? <Clock aria-hidden className="size-4" /> : null}
        {state === 'open' ? <span aria-hidden className="size-2 rounded-full bg-current" /> : null}
      </span>
      <span className={`min-w-0 flex-1 ${isNext ? 'font-semibold' : 'text-quiet'}`}>{children}</span>
      {isDone ? <span className="sr-only">{doneWord}</span> : null}
    </>
  )
  const look = 'flex min-h-11 items-center gap-3 py-1'
  if (isDone) return <p className={look}>{content}</p>
  return (
    <Link to={paths[name]} className={look}>
      {content}
      <ChevronRight aria-hidden className="size-5 shrink-0 text-quiet" />
    </Link>
  )
}
