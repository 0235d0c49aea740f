import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { currentCards, giveCard } from '#contract/console/receiving'
import type { Input, Output } from '#contract/endpoint'
import { useOnce } from '#ui/sending/once.ts'
import { call } from '../client.ts'
import { t } from '../i18n/words.ts'
import { Button } from '../parts/Button.tsx'
import { Problem } from '../parts/Form.tsx'
import { Panel } from '../parts/Panel.tsx'

type Card = Output<typeof currentCards>['items'][number]
type Props = {
  playerId: string
  /** The newest message on the page, where it shows the conversation. */
  seen?: number
  renderCard: (card: Card) => ReactNode
  onGiven: (given: Output<typeof giveCard>) => void
}

/** Gives the player a card that finance published and that is valid now; nothing can be typed. */
export function GiveCard({ playerId, seen, renderCard, onGiven }: Props) {
  const once = useOnce()
  const tried = useRef<Input<typeof giveCard>>(null)
  const { data, error } = useQuery({ queryKey: ['cards'], queryFn: () => call(currentCards, {}) })
  const give = useMutation({
    mutationFn: (id: string) => {
      // A try whose answer was lost is repeated as it was, although the page may show more by now.
      const gift = tried.current?.id === id ? tried.current : { id, playerId, ...(seen !== undefined && { seen }) }
      tried.current = gift
      return once({ id, playerId }, (key) => call(giveCard, gift, key))
    },
    onSuccess: (given) => {
      tried.current = null
      onGiven(given)
    },
  })
  return (
    <Panel title={t('players.giveCard')}>
      <Problem error={error ?? give.error} />
      {data?.items.length === 0 ? <p className="text-sm text-quiet">{t('nothing')}</p> : null}
      <ul className="flex flex-col gap-2 text-sm">
        {data?.items.map((card) => (
          <li key={card.id} className="flex items-center justify-between gap-2">
            <span className="min-w-0">{renderCard(card)}</span>
            <Button disabled={give.isPending} onClick={() => give.mutate(card.id)}>
              {t('players.give')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
