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

export type AnnouncementDraft = {
  id: string
  texts: ColumnType<unknown, string, string>
  from_at: Date | null
  until_at: Date | null
  written_by: string
  written_at: Date
  version: Generated<number>
}

export type Attempt = {
  subject: Buffer
  last_at: Date
  empty_at: Date
}

export type AwayMessage = {
  id: string
  body: string
  created_at: Date
  due_at: Date
  tries: Generated<number>
  sent_at: Date | null
  problem: string | null
}

export type AwayNotice = {
  kind: string
  told_at: Date
  upto: Date | null
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
  players_rolled_up_at: Date | null
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

export type CohortWeek = {
  cohort: string
  week: string
  players: number
  bets: bigint
  stakes: bigint
  paid: bigint
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
  is_proven: Generated<boolean>
}

export type FirstTopUp = {
  player_id: string
  at: Date
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

export type GameHour = {
  day: string
  hour: number
  game: string
  draws: number
  bets: bigint
  stakes: bigint
  paid: bigint
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

export type HandOver = {
  id: GeneratedAlways<bigint>
  kind: string
  case_id: string
  handed_by: string
  handed_to: string
  note: string | null
  at: Date
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
  revoked_by: string | null
  revoked_at: Date | null
  revoked_why: string | null
}

export type KnownDevice = {
  token_hash: Buffer
  player_id: string | null
  operator_id: string | null
  created_at: Date
  seen_at: Date
}

export type LiabilityPiece = {
  build: string
  place: number
  at: Date
  first_leaf: Buffer
  leaves: Buffer
  root: Buffer
  total: bigint
}

export type LiabilitySeed = {
  build: string
  at: Date
  sealed: Buffer
}

export type LiabilitySnapshot = {
  number: number
  hour: Date
  at: Date
  log_seq: bigint
  build: string
  root: Buffer
  total: bigint
  leaves: number
  available: bigint
  held: bigint
  repeat_orders: bigint
  stakes: bigint
  head_number: bigint | null
  upto_id: bigint
  last_id: bigint
  later: string[]
  took_ms: number
}

export type LiabilityStake = {
  build: string
  account_id: bigint
  at: Date
  stakes: bigint
}

export type LiabilityTurn = {
  hour: Date
  holder: string
  held_until: Date
  failed_at: Date | null
  failure: string | null
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
  players: Generated<number>
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
  proposal_id: string | null
  expires_at: Date
  used_at: Date | null
}

export type OperatorKey = {
  from_seq: bigint
  public_key: string
}

export type OwnPlayer = {
  player_id: string
  operator_id: string
  left_at: Date
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
  push_kinds: Generated<string[]>
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

export type PlayerWeek = {
  week: string
  account_id: bigint
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

export type ProposalBefore = {
  proposal_id: string
  facts: ColumnType<unknown, string, string>
}

export type PushMessage = {
  id: GeneratedAlways<bigint>
  subscription_id: string
  kind: string
  due_at: Date
  tries: Generated<number>
  expires_at: Date
}

export type PushSubscription = {
  id: string
  session_id: string
  player_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Date
  failing_since: Date | null
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

export type ReportReader = {
  operator_id: string
  language: string
  since: Date
}

export type ReviewDay = {
  kind: string
  day: string
  passed: number
  rejected: number
  amount: bigint
  took: number[]
  reviews: number[]
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

export type SavedView = {
  id: string
  list: string
  role: string
  name: string
  query: string
  made_by: string
  created_at: Date
}

export type SchemaFunction = {
  id: GeneratedAlways<bigint>
  name: string
  checksum: string
  applied_at: Generated<Date>
  beside: Generated<boolean>
}

export type SchemaMigration = {
  version: number
  name: string
  checksum: string
  applied_at: Generated<Date>
  serves_from: number | null
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
  browser: Buffer | null
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

export type ShiftNote = {
  id: string
  role: string
  operator_id: string
  text: string
  at: Date
}

export type ShiftNoteRead = {
  note_id: string
  operator_id: string
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

export type Signal = {
  id: GeneratedAlways<bigint>
  rule: string
  fact: string
  case_id: string
  facts: ColumnType<unknown, string, string>
  points: number
  at: Date
  found_at: Date
}

export type SignalCase = {
  id: string
  number: GeneratedAlways<bigint>
  state: Generated<string>
  owner_id: string | null
  opened_at: Date
  due_at: Date
  looked_at: Date | null
  outcome: string | null
  closed_by: string | null
  closed_at: Date | null
}

export type SignalCaseStep = {
  id: GeneratedAlways<bigint>
  case_id: string
  step: string
  operator_id: string | null
  to_operator_id: string | null
  text: string | null
  at: Date
}

export type SignalPlayer = {
  player_id: string
  signal_id: bigint
  case_id: string
}

export type SignalTurn = {
  name: string
  seen_at: Date
  seen_id: string
  holder: string | null
  held_until: Date | null
  failed_at: Date | null
  failure: string | null
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

export type TraitDay = {
  trait: string
  day: string
  name: string
  bets: bigint
  stakes: bigint
  paid: bigint
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

export type WeeklyReport = {
  week: string
  at: Date
  mails: number
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

export type WithdrawalHold = {
  withdrawal_id: string
  case_id: string
  held_at: Date
  held_until: Date
  ended_at: Date | null
  ended_by: string | null
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
  announcement_draft: AnnouncementDraft
  attempt: Attempt
  away_message: AwayMessage
  away_notice: AwayNotice
  bet: Bet
  betting: Betting
  certification: Certification
  cohort_week: CohortWeek
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
  first_top_up: FirstTopUp
  game_day: GameDay
  game_hour: GameHour
  game_stop: GameStop
  given_card: GivenCard
  hand_over: HandOver
  house: House
  house_text_change: HouseTextChange
  invitation: Invitation
  known_device: KnownDevice
  liability_piece: LiabilityPiece
  liability_seed: LiabilitySeed
  liability_snapshot: LiabilitySnapshot
  liability_stake: LiabilityStake
  liability_turn: LiabilityTurn
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
  own_player: OwnPlayer
  period: Period
  play_draw: PlayDraw
  play_limit: PlayLimit
  play_sum: PlaySum
  player: Player
  player_month: PlayerMonth
  player_note: PlayerNote
  player_week: PlayerWeek
  proposal: Proposal
  proposal_before: ProposalBefore
  push_message: PushMessage
  push_subscription: PushSubscription
  quick_answer_change: QuickAnswerChange
  rebate: Rebate
  receiving_account: ReceivingAccount
  recovery_code: RecoveryCode
  repeat_order: RepeatOrder
  report_reader: ReportReader
  review_day: ReviewDay
  review_step: ReviewStep
  rollup: Rollup
  rules_document: RulesDocument
  saved_view: SavedView
  schema_function: SchemaFunction
  schema_migration: SchemaMigration
  seal: Seal
  session: Session
  setting_change: SettingChange
  settlement: Settlement
  shift_note: ShiftNote
  shift_note_read: ShiftNoteRead
  sign_in_ticket: SignInTicket
  signal: Signal
  signal_case: SignalCase
  signal_case_step: SignalCaseStep
  signal_player: SignalPlayer
  signal_turn: SignalTurn
  staff_link: StaffLink
  stored_answer: StoredAnswer
  told_alarm: ToldAlarm
  trait_day: TraitDay
  transfer: Transfer
  trend: Trend
  upload: Upload
  used_captcha: UsedCaptcha
  verification_code: VerificationCode
  voucher_print: VoucherPrint
  wallet: Wallet
  weekly_report: WeeklyReport
  withdrawal: Withdrawal
  withdrawal_hold: WithdrawalHold
  witness_state: WitnessState
  witnessed_checkpoint: WitnessedCheckpoint
}
