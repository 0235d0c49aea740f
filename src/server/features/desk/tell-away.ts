import { sql } from 'kysely'
import { type QueueKind, handbookPage } from '#contract/console/desk'
import type { Locale } from '#contract/locales'
import { defaultLocale } from '#contract/locales'
import type { OperatorRole } from '#contract/ops'
import type { App } from '../../world/app.ts'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { texts } from '../../world/texts.ts'
import { transaction } from '../../db/database.ts'
import { can } from '../../services/calls/capabilities.ts'
import { queueMail } from '../../services/mails/queue-mail.ts'
import { alarmsElsewhere } from './alarms.ts'
import { queueCapability, queues } from './queues.ts'

/**
 * An operator who has not asked for anything this long is away, also without logging out. What a console asks by itself does not count once
 * nobody has touched it for ten minutes.
 */
const awayMs = 10 * 60_000

/** The pause between two messages of one kind. */
const pauseMs = 3_600_000

/** A queue with a new case, or an alarm. It names nobody. */
type News =
  | { readonly kind: QueueKind; readonly waiting: number; readonly oldest: number; readonly newest: number }
  | { readonly kind: 'alarm'; readonly alarm: string }

/**
 * Writes a mail and a message to the webhook about new cases in queues that nobody who is logged in may work on, and about alarms while
 * nobody is logged in at all: at most one an hour of each kind, whichever node does it. An alarm that lasts is told every hour.
 */
export async function tellAway(app: App): Promise<void> {
  const { config, db, clock, node, random } = app
  if (config.away.mails.length === 0 && !config.away.webhook) return
  const nowMs = clock.nowMs()
  const present = await rolesPresent(db.query, nowMs)
  const news: News[] = (await queues(db.query, nowMs)).flatMap(({ kind, waiting, oldest, newest }) =>
    oldest === null || newest === null || present.some((role) => can(role, queueCapability[kind]))
      ? []
      : [{ kind, waiting, oldest, newest }],
  )
  if (present.length === 0) {
    const alarms = [...node.ofHouse, ...(await alarmsElsewhere(db.query, nobody))]
    for (const alarm of new Set(alarms.map(({ kind }) => kind))) news.push({ kind: 'alarm', alarm })
  }
  for (const each of news) await transaction(db, random, (tx) => tell(app, tx, { news: each, nowMs }))
}

/** No node has this id, so that the alarms of all of them are read. */
const nobody = '00000000-0000-0000-0000-000000000000'

async function rolesPresent(db: Queryable, nowMs: number): Promise<OperatorRole[]> {
  const { rows } = await sql<{ role: OperatorRole }>`
    select distinct role from session join operator on operator.id = operator_id
    where operator_id is not null and ended_at is null and left_at is null
      and seen_at > ${new Date(nowMs - awayMs)}`.execute(db)
  return rows.map(({ role }) => role)
}

type Telling = { readonly news: News; readonly nowMs: number }

/** The row of the kind decides in the transaction that writes the messages, so that two nodes do not both write them. */
async function tell(app: App, tx: Tx, { news, nowMs }: Telling): Promise<void> {
  const [kind, upto] = news.kind === 'alarm' ? [`alarm:${news.alarm}`, null] : [news.kind, new Date(news.newest)]
  const { rows } = await sql`
    insert into away_notice as told (kind, told_at, upto) values (${kind}, ${new Date(nowMs)}, ${upto})
    on conflict (kind) do update set told_at = excluded.told_at, upto = excluded.upto
      where told.told_at <= ${new Date(nowMs - pauseMs)} and (excluded.upto is null or excluded.upto > told.upto)
    returning kind`.execute(tx)
  if (rows.length === 0) return
  await writeMails(app, tx, { news, nowMs })
  await writeMessage(app, tx, { news, nowMs })
}

const consoleAt = ({ config }: Pick<App, 'config'>) => config.consoleUrl?.replace(/\/$/, '') ?? ''

async function writeMails(app: App, tx: Tx, { news, nowMs }: Telling): Promise<void> {
  const language: Locale = defaultLocale
  const link = consoleAt(app)
  for (const email of app.config.away.mails) {
    const to = { email, language }
    if (news.kind === 'alarm') {
      const facts = { alarm: news.alarm, link: link + handbookPage(news.alarm) }
      await queueMail(tx, { kind: 'away_alarm', to, facts }, { nowMs, random: app.random })
    } else {
      const queue = texts[language].mail.queue[news.kind]
      const time = new Date(news.oldest).toISOString()
      const facts = { queue, waiting: String(news.waiting), time, link: `${link}/` }
      await queueMail(tx, { kind: 'away_case', to, facts }, { nowMs, random: app.random })
    }
  }
}

async function writeMessage(app: App, tx: Tx, { news, nowMs }: Telling): Promise<void> {
  if (!app.config.away.webhook) return
  const now = new Date(nowMs)
  const about =
    news.kind === 'alarm'
      ? { kind: 'alarm', name: news.alarm, handbook: consoleAt(app) + handbookPage(news.alarm) }
      : { kind: 'queue', name: news.kind, waiting: news.waiting, oldest: new Date(news.oldest).toISOString() }
  const body = JSON.stringify({ house: app.config.consoleUrl, at: now.toISOString(), ...about })
  await tx.insertInto('away_message').values({ id: app.random.uuid(), body, created_at: now, due_at: now }).execute()
}
