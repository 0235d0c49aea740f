import { type RawBuilder, sql } from 'kysely'
import { type Found, type FoundBy, foundMost } from '#contract/console/people/search'
import { countries } from '#core/rules/countries'
import { documentKinds, plainDocumentNumber } from '#core/rules/certification'
import { plainCardNumber } from '#core/rules/money/wallet'
import { keyedHash, openKeyedHash } from '../../world/secrets/sealed.ts'
import { type Finder, type Search, beginningWith, idIn } from './search.ts'

type Row = { readonly id: string; readonly account: string; readonly detail: string | null; readonly at: Date }
type Way = { readonly by: FoundBy; find(search: Search): RawBuilder<Row> | null }

const limit = foundMost + 1

/**
 * Every query is read from an index in the order of that index, so that it ends after the first rows, however many players there are.
 * `~<~` is the order of an index that finds beginnings.
 */
const ways: readonly Way[] = [
  { by: 'id', find: byId },
  { by: 'account', find: ({ text }) => byBeginning(text, sql`account`, sql`null::text`) },
  { by: 'email', find: ({ text }) => byBeginning(text, sql`email`) },
  { by: 'nickname', find: ({ text }) => byBeginning(text, sql`nickname`) },
  { by: 'phone', find: byPhone },
  { by: 'legal_name', find: byLegalName },
  { by: 'network_address', find: byNetworkAddress },
  { by: 'wallet', find: byWallet },
  { by: 'card', find: byCard },
  { by: 'document', find: byDocument },
]

/**
 * Takes the first of each way, then the second of each, and so on: many players whose phone ends in some digits must not hide the one
 * whose card does. A player who is found in several ways is listed once.
 */
export const findPlayers: Finder = async (search) => {
  const lists: Found[][] = []
  for (const { by, find } of ways) {
    const rows = (await find(search)?.execute(search.tx))?.rows ?? []
    lists.push(rows.map((row) => foundPlayer(row, by)))
  }
  const found = new Map<string, Found>()
  for (let place = 0; place < limit; place++)
    for (const each of lists.flatMap((list) => list[place] ?? [])) if (!found.has(each.id)) found.set(each.id, each)
  return [...found.values()]
}

function foundPlayer({ id, account, detail, at }: Row, by: FoundBy): Found {
  return { kind: 'player', id, by, name: account, detail, playerId: id, at: at.getTime() }
}

const ofPlayer = (detail: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
  sql<Row>`select id, account, ${detail} as detail, created_at as at from player ${rest} limit ${limit}`

function byId({ text }: Search) {
  const id = idIn(text)
  return id === null ? null : ofPlayer(sql`null::text`, sql`where id = ${id}`)
}

function byBeginning(text: string, column: RawBuilder<unknown>, detail = column) {
  const pattern = beginningWith(text)
  return ofPlayer(detail, sql`where lower(${column}) like lower(${pattern}) order by lower(${column}) using ~<~`)
}

/** By how the international number begins, or by how it ends: people write the rest in many ways. */
function byPhone({ text }: Search) {
  if (!/^\+?[0-9][0-9 ().-]{2,}$/.test(text) || isNetworkAddress(text)) return null
  const digits = text.replace(/[^0-9]/g, '')
  if (text.startsWith('+')) return ofPlayer(sql`phone`, sql`where phone like ${`+${digits}%`} order by phone using ~<~`)
  const ending = digits.replace(/^0+/, '').split('').toReversed().join('')
  if (ending.length < 4) return null
  return ofPlayer(sql`phone`, sql`where reverse(phone) like ${`${ending}%`} order by reverse(phone) using ~<~`)
}

function byLegalName({ text }: Search) {
  return sql<Row>`
    select player.id, player.account, named.legal_name as detail, player.created_at as at
    from (
      select player_id, legal_name from certification where lower(legal_name) like lower(${beginningWith(text)})
      order by lower(legal_name) using ~<~ limit ${limit}
    ) as named join player on player.id = named.player_id`
}

const isNetworkAddress = (text: string) => /^[0-9]{1,3}(\.[0-9]{1,3}){3}$|^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text)

/** Steps from player to player, because an address may have very many log-ins of few players. */
function byNetworkAddress({ text }: Search) {
  if (!isNetworkAddress(text)) return null
  const address = text.toLowerCase()
  return sql<Row>`
    with recursive used as (
      (select player_id, 1 as number from session
        where address = ${address} and player_id is not null order by player_id limit 1)
      union all
      select next.player_id, used.number + 1 from used cross join lateral (
        select player_id from session where address = ${address} and player_id > used.player_id order by player_id limit 1
      ) as next where used.number < ${limit}
    )
    select player.id, player.account, ${address} as detail, player.created_at as at
    from used join player on player.id = used.player_id`
}

function byWallet({ text, may }: Search) {
  if (!may('wallets.view') || !/^[0-9a-z]{6,}$/i.test(text)) return null
  return sql<Row>`
    select player.id, player.account, own.address as detail, player.created_at as at
    from (
      select player_id, address from wallet where address is not null and lower(address) like lower(${beginningWith(text)})
      order by lower(address) using ~<~ limit ${limit}
    ) as own join player on player.id = own.player_id`
}

/** Four digits are the end of a card; a whole number is compared by its hash, since the number itself is sealed. */
function byCard({ text, may, config: { pepper } }: Search) {
  const number = plainCardNumber(text)
  if (!may('wallets.view') || !/^[0-9]+$/.test(number)) return null
  if (number.length !== 4 && number.length < 12) return null
  const isIt =
    number.length === 4
      ? sql`card_end = ${number}`
      : sql`fingerprint = ${keyedHash({ text: `bank ${number}`, use: 'wallets', pepper })}`
  return sql<Row>`
    select player.id, player.account, '···· ' || own.card_end as detail, player.created_at as at
    from (
      select player_id, card_end from wallet where card_end is not null and ${isIt} order by created_at desc limit ${limit}
    ) as own join player on player.id = own.player_id`
}

/**
 * Only a whole number finds a document, because only a hash of it is stored. The hash is over the country, the kind and the number, so
 * all countries and kinds are tried, each by itself: given all of them at once, the planner may read every certification.
 */
function byDocument({ text, may, config: { pepper } }: Search) {
  const number = plainDocumentNumber(text)
  if (!may('certifications.review') || number.length < 5 || !/[0-9]/.test(number)) return null
  const hashOf = openKeyedHash({ use: 'documents', pepper })
  const hashes = countries.flatMap((country) => documentKinds.map((kind) => hashOf(`${country} ${kind} ${number}`)))
  return sql<Row>`
    with own as materialized (
      select distinct found.player_id from unnest(${hashes}::bytea[]) as tried (hash) cross join lateral (
        select player_id from certification where document_hash = tried.hash limit ${limit}
      ) as found limit ${limit}
    )
    select player.id, player.account, null::text as detail, player.created_at as at
    from own join player on player.id = own.player_id`
}
