import { quickAnswers } from '#contract/service/chat'
import { listQuickAnswers, setQuickAnswer } from '#contract/service/desk'
import { type Locale, defaultLocale, isLocale, locales } from '#contract/locales'
import { type ServiceTexts, loadServiceTexts } from '#contract/service/texts'
import { type ServiceTopic, serviceTopics } from '#core/service/conversation'
import { namesDestination } from '#core/service/message-text'
import type { RunningConfig } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'

/** The built-in texts of customer service, in every language. */
export const serviceTexts = Object.fromEntries(
  await Promise.all(locales.map(async (locale) => [locale, (await loadServiceTexts[locale]()).default])),
) as Readonly<Record<Locale, ServiceTexts>>

export const quickAnswersHandler = handleRead(quickAnswers, async ({ db, nowMs, from, config }) => {
  const language = isLocale(from.language) ? from.language : defaultLocale
  const answers = await answersIn(db, [language], { nowMs, config })
  return { items: answers.map(({ topic, question, answer }) => ({ topic, question, answer })) }
})

export const listQuickAnswersHandler = handleRead(listQuickAnswers, async ({ db, nowMs, config }) => ({
  items: await answersIn(db, locales, { nowMs, config }),
}))

/** Everybody reads these answers, so they may not name a place to pay to either. */
export const setQuickAnswerHandler = handle(setQuickAnswer, async (context) => {
  const { input, caller, tx, nowMs, config, refuse } = context
  const { topic, language, question, answer } = input
  if (namesDestination(question) || namesDestination(answer)) return refuse('destination_in_text', { field: 'answer' })
  const effectiveAt = new Date(Math.max(nowMs, input.effectiveAt ?? 0))
  const [before] = (await answersIn(tx, [language], { nowMs, config })).filter((each) => each.topic === topic)
  const worded = { topic, language, question, answer, effective_at: effectiveAt }
  await tx
    .insertInto('quick_answer_change')
    .values({ ...worded, changed_by: caller.operatorId, at: new Date(nowMs) })
    .execute()
  await recordAction(context, 'service.word', {
    subject: `quick-answer:${topic}:${language}`,
    before: { question: before!.question, answer: before!.answer },
    after: { question, answer, effectiveAt: effectiveAt.toISOString() },
  })
  return {}
})

/** The product's own answer. Randomness that the house makes itself is not called public. */
function builtIn(topic: ServiceTopic, language: Locale, beacon: RunningConfig['beacon']) {
  const { answer, house_beacon: ofHouse } = serviceTexts[language]
  return topic === 'game' && beacon === 'house' ? { ...answer.game, answer: ofHouse } : answer[topic]
}

type At = { readonly nowMs: number; readonly config: RunningConfig }

/** The answers in force: the latest wording whose time has come, or the product's own. */
async function answersIn(db: Queryable, languages: readonly Locale[], { nowMs, config }: At) {
  const changes = await db
    .selectFrom('quick_answer_change as change')
    .innerJoin('operator', 'operator.id', 'changed_by')
    .select(['topic', 'language', 'question', 'answer', 'account', 'at', 'effective_at'])
    .where('language', 'in', languages)
    .orderBy('effective_at', 'desc')
    .orderBy('change.id', 'desc')
    .execute()
  return languages.flatMap((language) =>
    serviceTopics.map((topic) => {
      const own = changes.filter((each) => each.topic === topic && each.language === language)
      const changed = own.find((each) => each.effective_at.getTime() <= nowMs)
      const { question, answer } = changed ?? builtIn(topic, language, config.beacon)
      const [changedBy, changedAt] = changed ? [changed.account, changed.at.getTime()] : [null, null]
      const history = own.map((each) => ({
        question: each.question,
        answer: each.answer,
        effectiveAt: each.effective_at.getTime(),
        by: each.account,
        at: each.at.getTime(),
      }))
      return { topic, language, question, answer, changedBy, changedAt, history }
    }),
  )
}
