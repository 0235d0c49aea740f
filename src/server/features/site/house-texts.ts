import { houseTextNames, listHouseTexts, setHouseText } from '#contract/console/texts'
import { type Locale, locales } from '#contract/locales'
import { houseTexts } from '#contract/site'
import { namesDestination } from '#core/service/message-text'
import type { Queryable } from '../../world/members/database.ts'
import { nextEffective } from '../../services/answers/next-effective.ts'
import { handle, handleRead, handleShared } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'

type Name = (typeof houseTextNames)[number]
type Place = { readonly name: Name; readonly language: Locale }

/**
 * Only texts in the reader's own language: the built-in text, which exists in every language, is better than a foreign
 * one.
 */
export const houseTextsHandler = handleShared(houseTexts, {
  source: 'texts',
  run: async ({ input: { locale: language }, db, nowMs, holdsUntil }) => {
    holdsUntil(await nextEffective(db, 'house_text_change', nowMs))
    return {
      about: await textInForce(db, { name: 'about', language }, nowMs),
      licence: await textInForce(db, { name: 'licence', language }, nowMs),
      ...(await termsIn(db, language, nowMs)),
    }
  },
})

export const listHouseTextsHandler = handleRead(listHouseTexts, async ({ db, nowMs, config }) => {
  const rows = await changes(db).execute()
  const places = houseTextNames.flatMap((name) => locales.map((language) => ({ name, language })))
  return {
    configuredLicence: config.licence,
    items: places.map(({ name, language }) => {
      const own = rows.filter((row) => row.name === name && row.language === language)
      return {
        name,
        language,
        text: own.find((row) => row.effective_at.getTime() <= nowMs)?.text ?? null,
        history: own.map((row) => ({
          text: row.text,
          effectiveAt: row.effective_at.getTime(),
          by: row.account,
          at: row.at.getTime(),
          reason: row.reason,
        })),
      }
    }),
  }
})

export const setHouseTextHandler = handle(setHouseText, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  const { name, language, text, reason } = input
  if (text !== null && namesDestination(text)) return refuse('destination_in_text', { field: 'text' })
  const effectiveAt = new Date(Math.max(nowMs, input.effectiveAt ?? 0))
  const before = await textInForce(tx, { name, language }, nowMs)
  await tx
    .insertInto('house_text_change')
    .values({
      name,
      language,
      text,
      effective_at: effectiveAt,
      reason,
      changed_by: caller.operatorId,
      at: new Date(nowMs),
    })
    .execute()
  await recordAction(context, 'texts.write', {
    subject: `text:${name}:${language}`,
    reason,
    before: { text: before },
    after: { text, effectiveAt: effectiveAt.toISOString() },
  })
  return {}
})

/** The version of the built-in terms; whoever changes their words must change it too. */
const builtInTerms = '2026-11'

/** The terms in force in a language. A version written in the console is named by its language, day and number. */
export async function termsIn(db: Queryable, language: Locale, nowMs: number) {
  const change = await changeInForce(db, { name: 'terms', language }, nowMs)
  if (!change?.text) return { terms: null, termsVersion: builtInTerms }
  const day = change.effective_at.toISOString().slice(0, 10)
  return { terms: change.text, termsVersion: `${day} ${language} ${change.id}` }
}

async function textInForce(db: Queryable, place: Place, nowMs: number): Promise<string | null> {
  return (await changeInForce(db, place, nowMs))?.text ?? null
}

function changeInForce(db: Queryable, { name, language }: Place, nowMs: number) {
  return changes(db)
    .where('change.name', '=', name)
    .where('language', '=', language)
    .where('effective_at', '<=', new Date(nowMs))
    .limit(1)
    .executeTakeFirst()
}

/** Newest first, by when they take effect. */
function changes(db: Queryable) {
  return db
    .selectFrom('house_text_change as change')
    .innerJoin('operator', 'operator.id', 'changed_by')
    .select(['change.id', 'change.name', 'language', 'text', 'effective_at', 'reason', 'account', 'at'])
    .orderBy('effective_at', 'desc')
    .orderBy('change.id', 'desc')
}
