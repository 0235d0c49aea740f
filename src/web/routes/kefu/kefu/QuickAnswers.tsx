import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ServiceTopic } from '#core/service/conversation'
import { Button } from '#ui/Button'
import { useWords } from '../../../i18n/words.ts'
import { quickAnswersQuery } from '../../../queries/chat.ts'

/** What is often asked, answered in place; whoever needs more writes about that topic. */
export function QuickAnswers({ onTopic }: { onTopic: (topic: ServiceTopic) => void }) {
  const { t, locale } = useWords()
  const { data } = useQuery(quickAnswersQuery(locale))
  if (!data) return null
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {data.items.map(({ topic, question, answer }) => (
        <li key={topic}>
          <details name="quick-answers" className="group">
            <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown aria-hidden className="size-5 shrink-0 text-quiet group-open:rotate-180" />
            </summary>
            <div className="flex flex-col items-start gap-3 px-4 pb-4">
              <p className="text-quiet">{answer}</p>
              <Button look="quiet" onClick={() => onTopic(topic)}>
                {t('chat.writeAbout')}
              </Button>
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
