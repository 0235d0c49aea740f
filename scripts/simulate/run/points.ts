import type { Statement } from '../world/gate.ts'

/** Tables and functions of draws and money. */
const ofMoney =
  /\b(period|bet|betting|settlement|account|entry|transfer|seal|rollup|withdrawal|deposit|repeat_order|repeat_order_\w+|play_sum|play_draw|log_record|log_checkpoint|stored_answer|post_transfer|place_bets|settle_bets|pay_rebates|seal_entries)\b/

/** Whether the statement, or the one before it in its transaction, writes what draws and money consist of. */
export function isMoney({ text, former }: Statement): boolean {
  const writes = (each: string | null) =>
    each !== null && ofMoney.test(each) && /\b(insert|update|delete|for update|select \w+\()/i.test(each)
  return writes(text) || writes(former)
}

/** Where a node stands: after one statement of a transaction and before the next. */
export function codeOfStatement({ words, former }: Statement): string {
  return `${former?.slice(0, 140) ?? 'start'} → ${words.slice(0, 140)}`
}
