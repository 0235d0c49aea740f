// Written by `npm run tables` from the migrated schema; change a migration, not this file.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type Account = {
  ref: string
  balance: Generated<bigint>
  may_go_negative: boolean
}

export type Entry = {
  id: GeneratedAlways<bigint>
  transfer_id: string
  account_ref: string
  amount: bigint
  balance_after: bigint
}

export type Event = {
  id: GeneratedAlways<bigint>
  audience: string
  kind: string
  body: ColumnType<unknown, string, string>
  at: Date
}

export type Invitation = {
  code: string
  made_by: string
  uses_left: number
  expires_at: Date | null
  created_at: Date
}

export type Mail = {
  id: string
  recipient: string
  subject: string
  body: string
  created_at: Date
  due_at: Date
  tries: Generated<number>
  sent_at: Date | null
  problem: string | null
}

export type Operator = {
  id: string
  account: string
  name: string
  role: string
  login_hash: string
  created_at: Date
}

export type Player = {
  id: string
  account: string
  nickname: string
  email: string
  language: string
  login_hash: string
  status: Generated<string>
  invitation_code: string
  agreed_version: string
  agreed_at: Date
  created_at: Date
}

export type Session = {
  token_hash: Buffer
  id: string
  player_id: string | null
  operator_id: string | null
  created_at: Date
  seen_at: Date
  ended_at: Date | null
  address: string
  agent: string
}

export type StoredAnswer = {
  key: string
  caller: string
  call: string
  body_hash: Buffer
  answer: ColumnType<unknown, string, string> | null
  at: Date
}

export type Transfer = {
  id: string
  kind: string
  at: Date
}

export type Tables = {
  account: Account
  entry: Entry
  event: Event
  invitation: Invitation
  mail: Mail
  operator: Operator
  player: Player
  session: Session
  stored_answer: StoredAnswer
  transfer: Transfer
}
