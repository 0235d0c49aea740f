// Written by `npm run tables` from the migrated schema; change the schema, not this file.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type Account = {
  id: GeneratedAlways<bigint>
  ref: string
  balance: bigint | null
}

export type ActionChain = {
  number: bigint
  action_id: bigint
  former_hash: Buffer
  hash: Buffer
}

export type ActiveDay = {
  day: string
  players: number
}

export type Alarm = {
  id: GeneratedAlways<bigint>
  source: Generated<string>
  node_id: string | null
  what: string
  raised_at: Date
  cleared_at: Date | null
}

export type Announcement = {
  id: string
  texts: ColumnType<unknown, string, string>
  from_at: Date
  until_at: Date
  written_by: string
  written_at: Date
  withdrawn_by: string | null
  withdrawn_at: Date | null
  withdrawn_why: string | null
}

export type Attempt = {
  subject: Buffer
  last_at: Date
  empty_at: Date
}

export type Bet = {
  draws_at: Date
  period_id: number
  seq: number
  account_id: bigint
  key: string
  place_in_slip: number
  play: string
  selection: string
  line_count: number
  stake: bigint
  odds: number
  at: Date
  log_size: bigint
  salt: string
}

export type Betting = {
  period_id: number
  account_id: bigint
  draws_at: Date
  bets: Generated<number>
  stakes: Generated<bigint>
  rebated_at: Date | null
  rolled_up_at: Date | null
}

export type Certification = {
  id: string
  player_id: string
  legal_name: string
  born_on: string
  country: string
  document_kind: string
  document_sealed: Buffer
  document_hash: Buffer
  photo_id: string
  status: Generated<string>
  taken_by: string | null
  taken_until: Date | null
  reason_code: string | null
  reason_text: string | null
  decided_by: string | null
  decided_at: Date | null
  created_at: Date
}

export type Complaint = {
  number: GeneratedAlways<bigint>
  conversation_id: string
  opened_by: string | null
  opened_at: Date
  due_at: Date
  resolved_by: string | null
  resolved_at: Date | null
}

export type Conversation = {
  id: string
  player_id: string | null
  visitor_hash: Buffer | null
  language: string
  topic: string
  state: string
  since: Date
  assigned_to: string | null
  assigned_until: Date | null
  newest: Generated<number>
  read_by_owner: Generated<number>
  read_by_desk: Generated<number>
  unread: Generated<number>
  created_at: Date
}

export type CountryChange = {
  id: GeneratedAlways<bigint>
  country: string
  is_served: boolean
  effective_at: Date
  proposal_id: string
}

export type Deposit = {
  id: string
  player_id: string
  receiving_id: string
  currency: string
  amount: bigint
  reference: string
  plain_reference: string
  voucher_id: string
  voucher_sha256: Buffer
  voucher_original_sha256: Buffer
  status: Generated<string>
  taken_by: string | null
  taken_until: Date | null
  agreed_by: string | null
  agreed_at: Date | null
  agreed_received: bigint | null
  received: bigint | null
  needs_two: Generated<boolean>
  reason_code: string | null
  reason_text: string | null
  decided_by: string | null
  decided_at: Date | null
  created_at: Date
}

export type DepositLimit = {
  id: GeneratedAlways<bigint>
  player_id: string
  span: string
  amount: bigint | null
  asked_at: Date
  confirmed_at: Date | null
}

export type DepositReversal = {
  deposit_id: string
  player_id: string
  amount: bigint
  shortfall: bigint
  proposal_id: string
  at: Date
}

export type DrawTally = {
  game: string
  day: string
  drawn: Generated<number>
  in_time: Generated<number>
  delayed: Generated<number>
  late_close: Generated<number>
  beacon_unavailable: Generated<number>
  secret_lost: Generated<number>
  cancelled: Generated<number>
  skipped: Generated<number>
  witnessed: Generated<number>
  turnover: Generated<bigint>
  paid: Generated<bigint>
  expected: Generated<bigint>
  residue_squares: Generated<bigint>
}

export type Entry = {
  id: Generated<bigint>
  at: Date
  transfer_number: bigint
  account_id: bigint
  amount: bigint
  balance_before: bigint | null
  balance_after: bigint | null
}

export type Event = {
  id: GeneratedAlways<bigint>
  audience: string
  players: string[] | null
  kind: string
  body: ColumnType<unknown, string, string>
  at: Date
}

export type Exclusion = {
  id: string
  player_id: string
  kind: string
  began_at: Date
  until: Date
  return_asked_at: Date | null
}

export type Factor = {
  id: string
  player_id: string | null
  operator_id: string | null
  kind: string
  name: string
  created_at: Date
  confirmed_at: Date | null
  last_used_at: Date | null
  secret: Buffer | null
  last_step: bigint | null
  challenge: string | null
  credential_id: string | null
  public_key: Buffer | null
  counter: bigint | null
}

export type GameDay = {
  day: string
  game: string
  draws: number
  bets: bigint
  stakes: bigint
  paid: bigint
  expected: bigint
  squares: bigint
  rebates: bigint
  returned: bigint
}

export type GameStop = {
  id: string
  game: string | null
  why: string
  reason: string | null
  stopped_by: string
  stopped_at: Date
  lifted_by: string | null
  lifted_at: Date | null
}

export type GivenCard = {
  id: GeneratedAlways<bigint>
  player_id: string
  receiving_id: string
  given_by: string
  given_at: Date
}

export type House = {
  is_only: Generated<boolean>
  is_demo: boolean
  made_at: Generated<Date>
}

export type HouseTextChange = {
  id: GeneratedAlways<bigint>
  name: string
  language: string
  text: string | null
  effective_at: Date
  reason: string
  changed_by: string
  at: Date
}

export type Invitation = {
  code: string
  made_by: string | null
  player_id: string | null
  uses_left: number
  expires_at: Date | null
  created_at: Date
}

export type KnownDevice = {
  token_hash: Buffer
  player_id: string | null
  operator_id: string | null
  created_at: Date
  seen_at: Date
}

export type LogCheckpoint = {
  size: bigint
  root: Buffer
  note: string
}

export type LogCosignature = {
  size: bigint
  witness: string
  line: string
  signed_at: Date
  received_at: Date
}

export type LogRecord = {
  seq: bigint
  type: string
  day: string | null
  draw_id: string | null
  at: Date
  entry: string
  leaf: Buffer
}

export type LogTileRoot = {
  level: number
  index: bigint
  hash: Buffer
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
  failed_at: Date | null
  failed_by: string | null
}

export type MarketDay = {
  day: string
  game: string
  market: string
  draws: number
  bets: bigint
  stakes: bigint
  paid: bigint
  expected: bigint
  squares: bigint
}

export type Message = {
  id: string
  conversation_id: string
  number: number
  author: string
  operator_id: string | null
  text: string | null
  picture_id: string | null
  given_id: bigint | null
  notice: string | null
  complaint: bigint | null
  at: Date
}

export type Node = {
  id: string
  name: string
  pictures: string
  started_at: Generated<Date>
  seen_at: Generated<Date>
}

export type NodeAlarm = {
  node_id: string
  kind: string
  what: string
  since: Date
}

export type NumberTally = {
  game: string
  day: string
  place: number
  number: number
  seen: number
}

export type Operator = {
  id: string
  account: string
  name: string
  email: string | null
  role: string
  login_hash: string
  created_at: Date
  left_at: Date | null
}

export type OperatorAction = {
  id: GeneratedAlways<bigint>
  operator_id: string
  capability: string
  subject: string
  reason: string | null
  before: ColumnType<unknown, string, string> | null
  after: ColumnType<unknown, string, string> | null
  at: Date
}

export type OperatorInvitation = {
  token_hash: Buffer
  account: string
  name: string
  email: string | null
  role: string
  proposal_id: string
  expires_at: Date
  used_at: Date | null
}

export type OperatorKey = {
  from_seq: bigint
  public_key: string
}

export type Period = {
  id: GeneratedAlways<number>
  draw_id: string
  game: string
  day: string
  number: number
  issue: string
  opens_at: Date
  closes_at: Date
  draws_at: Date
  chain_hash: string
  round: number
  round_at: Date
  rules_hash: string
  commit: string
  secret_sealed: Buffer
  schedule_seq: bigint
  status: Generated<string>
  closed_at: Date | null
  bets: number | null
  stake_total: bigint | null
  delayed_at: Date | null
  ended_at: Date | null
  outcome: number[] | null
  void_reason: string | null
  shadow_outcome: number[] | null
  shadow_settled_at: Date | null
  settled_at: Date | null
  lease_number: Generated<number>
  lease_until: Date | null
}

export type PlayDraw = {
  period_id: number
  account_id: bigint
  first_at: Date
}

export type PlayLimit = {
  id: GeneratedAlways<bigint>
  player_id: string
  kind: string
  span: string
  amount: bigint | null
  asked_at: Date
  confirmed_at: Date | null
}

export type PlaySum = {
  account_id: bigint
  grain: string
  starts_at: Date
  staked: bigint
  returned: bigint
}

export type Player = {
  id: string
  account: string
  nickname: string
  email: string
  phone: string | null
  country: string | null
  language: string
  contact: Generated<string>
  avatar_id: string | null
  login_hash: string
  payment_hash: string | null
  status: Generated<string>
  invitation_code: string
  invited_by: string | null
  agreed_version: string
  agreed_at: Date
  withdrawals_paused_until: Date | null
  is_limited: Generated<boolean>
  excluded_until: Date | null
  reality_check_minutes: number | null
  created_at: Date
  closed_at: Date | null
}

export type PlayerMonth = {
  month: string
  account_id: bigint
  days: number
}

export type PlayerNote = {
  id: GeneratedAlways<bigint>
  player_id: string
  operator_id: string
  text: string
  at: Date
}

export type Proposal = {
  id: string
  kind: string
  subject: string
  content: ColumnType<unknown, string, string>
  reason: string
  proposed_by: string
  proposed_at: Date
  status: Generated<string>
  decided_by: string | null
  decided_at: Date | null
  decline_reason: string | null
}

export type QuickAnswerChange = {
  id: GeneratedAlways<bigint>
  topic: string
  language: string
  question: string
  answer: string
  effective_at: Date
  changed_by: string
  at: Date
}

export type Rebate = {
  period_id: number
  account_id: bigint
  amount: bigint
}

export type ReceivingAccount = {
  id: string
  kind: string
  network: string | null
  address: string | null
  bank_name: string | null
  bank_address: string | null
  card_number: string | null
  routing: string | null
  cardholder: string | null
  valid_from: Date
  valid_until: Date | null
  retired_at: Date | null
  proposal_id: string | null
}

export type RecoveryCode = {
  code_hash: Buffer
  player_id: string | null
  operator_id: string | null
  created_at: Date
  used_at: Date | null
}

export type RepeatOrder = {
  id: string
  player_id: string
  game: string
  rules_hash: string
  bets: ColumnType<unknown, string, string>
  periods: number
  left_over: number
  placed: Generated<number>
  stake: Generated<bigint>
  stops_on_win: boolean
  first_period: number
  current_period: number | null
  claim_key: string | null
  claimed_until: Date | null
  last_period: number | null
  placed_period: number | null
  due_at: Generated<Date>
  failures: Generated<number>
  problem: string | null
  status: Generated<string>
  created_at: Date
  ended_at: Date | null
}

export type ReviewStep = {
  id: GeneratedAlways<bigint>
  review_id: string
  step: string
  at: Date
}

export type Rollup = {
  account_id: bigint
  balance: bigint
}

export type RulesDocument = {
  hash: string
  document: string
  created_at: Date
}

export type SchemaFunction = {
  id: GeneratedAlways<bigint>
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export type SchemaMigration = {
  version: number
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export type Seal = {
  number: bigint
  after_id: bigint
  upto_id: bigint
  entries: bigint
  former_hash: Buffer
  hash: Buffer
  at: Date
}

export type Session = {
  token_hash: Buffer
  former_hash: Buffer | null
  former_until: Date | null
  id: string
  player_id: string | null
  operator_id: string | null
  created_at: Date
  seen_at: Date
  ended_at: Date | null
  confirmed_at: Date
  second_factor_at: Date | null
  playing_since: Date
  reality_answered_at: Date | null
  address: string
  agent: string
}

export type SettingChange = {
  id: GeneratedAlways<bigint>
  name: string
  value: bigint
  effective_at: Date
  proposal_id: string | null
  stopped_by: string | null
  reason: string | null
}

export type Settlement = {
  period_id: number
  kind: string
  first_seq: number
  last_seq: number
  stakes: bigint
  paid: bigint
  winners: number
  at: Date
}

export type SignInTicket = {
  token_hash: Buffer
  player_id: string | null
  operator_id: string | null
  purpose: string
  challenge: string
  tries_left: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export type StaffLink = {
  id: GeneratedAlways<bigint>
  player_id: string
  why: string | null
  linked_by: string | null
  linked_at: Date
  lifted_by: string | null
  lifted_at: Date | null
}

export type StoredAnswer = {
  key: string
  caller: string
  call: string
  body_hash: Buffer
  answer: ColumnType<unknown, string, string> | null
  at: Date
}

export type ToldAlarm = {
  kind: string
  told_at: Date
}

export type Transfer = {
  number: GeneratedAlways<bigint>
  id: string
  kind: string
  at: Date
  period_id: number | null
}

export type Trend = {
  game: string
  play: string
  selection: string
  seen: number
  last_draw: number
  run: number
  longest_run: number
  longest_gap: number
}

export type Upload = {
  id: string
  player_id: string
  purpose: string
  storage_name: string
  mime_type: string
  width: number
  height: number
  bytes: number
  sha256: Buffer
  original_sha256: Buffer
  created_at: Date
  stored_at: Date | null
  attached_at: Date | null
  removed_at: Date | null
}

export type UsedCaptcha = {
  signature: Buffer
  content_hash: Buffer | null
  expires_at: Date
}

export type VerificationCode = {
  id: string
  player_id: string | null
  purpose: string
  target: string
  subject_hash: Buffer
  code_hash: Buffer
  mail_id: string | null
  tries_left: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export type VoucherPrint = {
  upload_id: string
  pixels: Buffer
}

export type Wallet = {
  id: string
  player_id: string
  kind: string
  network: string | null
  address: string | null
  bank_name: string | null
  bank_address: string | null
  card_sealed: Buffer | null
  card_end: string | null
  card_phone: string | null
  routing: string | null
  cardholder: string | null
  contact: string | null
  fingerprint: Buffer
  is_default: boolean
  usable_from: Date
  created_at: Date
  removed_at: Date | null
}

export type Withdrawal = {
  id: string
  player_id: string
  wallet_id: string
  amount: bigint
  fee: bigint
  fee_bps: number
  needs_two: boolean
  status: Generated<string>
  taken_by: string | null
  taken_until: Date | null
  agreed_by: string | null
  agreed_at: Date | null
  payout_reference: string | null
  reason_code: string | null
  reason_text: string | null
  decided_by: string | null
  decided_at: Date | null
  created_at: Date
}

export type WitnessState = {
  witness: string
  size: Generated<bigint>
  cosigned_at: Date | null
  delay_ms: number | null
  failures: Generated<number>
  failed_at: Date | null
  failure: string | null
}

export type WitnessedCheckpoint = {
  size: bigint
  reached_at: Date
}

export type Tables = {
  account: Account
  action_chain: ActionChain
  active_day: ActiveDay
  alarm: Alarm
  announcement: Announcement
  attempt: Attempt
  bet: Bet
  betting: Betting
  certification: Certification
  complaint: Complaint
  conversation: Conversation
  country_change: CountryChange
  deposit: Deposit
  deposit_limit: DepositLimit
  deposit_reversal: DepositReversal
  draw_tally: DrawTally
  entry: Entry
  event: Event
  exclusion: Exclusion
  factor: Factor
  game_day: GameDay
  game_stop: GameStop
  given_card: GivenCard
  house: House
  house_text_change: HouseTextChange
  invitation: Invitation
  known_device: KnownDevice
  log_checkpoint: LogCheckpoint
  log_cosignature: LogCosignature
  log_record: LogRecord
  log_tile_root: LogTileRoot
  mail: Mail
  market_day: MarketDay
  message: Message
  node: Node
  node_alarm: NodeAlarm
  number_tally: NumberTally
  operator: Operator
  operator_action: OperatorAction
  operator_invitation: OperatorInvitation
  operator_key: OperatorKey
  period: Period
  play_draw: PlayDraw
  play_limit: PlayLimit
  play_sum: PlaySum
  player: Player
  player_month: PlayerMonth
  player_note: PlayerNote
  proposal: Proposal
  quick_answer_change: QuickAnswerChange
  rebate: Rebate
  receiving_account: ReceivingAccount
  recovery_code: RecoveryCode
  repeat_order: RepeatOrder
  review_step: ReviewStep
  rollup: Rollup
  rules_document: RulesDocument
  schema_function: SchemaFunction
  schema_migration: SchemaMigration
  seal: Seal
  session: Session
  setting_change: SettingChange
  settlement: Settlement
  sign_in_ticket: SignInTicket
  staff_link: StaffLink
  stored_answer: StoredAnswer
  told_alarm: ToldAlarm
  transfer: Transfer
  trend: Trend
  upload: Upload
  used_captcha: UsedCaptcha
  verification_code: VerificationCode
  voucher_print: VoucherPrint
  wallet: Wallet
  withdrawal: Withdrawal
  witness_state: WitnessState
  witnessed_checkpoint: WitnessedCheckpoint
}
