import type { Statement } from '../world/gate.ts'

/** Tables of draws and money. */
const ofMoney =
  /\b(period|bet|betting|settlement|rebate|account|entry|transfer|seal|rollup|withdrawal|deposit|repeat_order|play_sum|play_draw|play_limit|deposit_limit|log_record|log_checkpoint|stored_answer)\b/

/** Functions that write them, however they are called. A test holds the list against the schema. */
const writers =
  /\b(place_bets|place_repeat_order|settle_bets|pay_rebates|post_transfer|seal_entries|open_betting|lock_accounts|fill_play_sums)\(/

const isWrite = (text: string) => writers.test(text) || (ofMoney.test(text) && writing.test(text))
const writing = /\b(insert|update|delete)\b/i

/** Whether the statement, or the one before it in its transaction, writes what draws and money consist of. */
export function isMoney({ text, former }: Pick<Statement, 'text' | 'former'>): boolean {
  return isWrite(text) || (former !== null && isWrite(former))
}

/** Where a node stands: after one statement of a transaction and before the next. */
export function codeOfStatement({ words, former }: Statement): string {
  return `${former?.slice(0, 140) ?? 'start'} → ${words.slice(0, 140)}`
}
