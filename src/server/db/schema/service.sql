-- Customer service: conversations with players and visitors, complaints with their deadlines, and quick answers.

-- The one conversation of a player or visitor with customer service, and who has to answer next.
create table conversation (
  id uuid primary key,
  -- Its owner: a player, or a visitor, who is known only by a token, of which the hash is stored.
  player_id uuid references player,
  visitor_hash bytea,
  language text not null,
  topic text not null,
  state text not null,
  -- Since when it has been in this state.
  since timestamptz not null,
  assigned_to uuid references operator,
  assigned_until timestamptz,
  -- The number of the newest message, of the newest that each side has read, and how many messages its owner has not read.
  newest integer not null default 0,
  read_by_owner integer not null default 0,
  read_by_desk integer not null default 0,
  unread integer not null default 0,
  created_at timestamptz not null,
  constraint conversation_has_one_owner check (num_nonnulls(player_id, visitor_hash) = 1),
  constraint conversation_visitor_is_a_hash check (length(visitor_hash) = 32),
  constraint conversation_is_one_per_player unique (player_id),
  constraint conversation_is_one_per_visitor unique (visitor_hash),
  constraint conversation_topic_is_known check (
    topic in ('top_up', 'withdrawal', 'account', 'certification', 'game', 'complaint', 'other')
  ),
  constraint conversation_state_is_known check (state in ('waiting', 'open', 'closed')),
  constraint conversation_assigned_has_an_end check ((assigned_to is null) = (assigned_until is null)),
  constraint conversation_marks_are_messages check (
    read_by_owner between 0 and newest and read_by_desk between 0 and newest and unread between 0 and newest
  )
);
create index conversation_by_age on conversation (state, since, id);
grant update (
  language, topic, state, since, assigned_to, assigned_until, newest, read_by_owner, read_by_desk, unread
) on conversation to clearball_app;

-- Complaints, each with a case number and a deadline. Resolving a complaint is final.
create table complaint (
  number bigint generated always as identity (start with 100001) primary key,
  conversation_id uuid not null references conversation,
  -- Null where the owner of the conversation opened it.
  opened_by uuid references operator,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  resolved_by uuid references operator,
  resolved_at timestamptz,
  constraint complaint_resolved_by_somebody check ((resolved_by is null) = (resolved_at is null)),
  constraint complaint_has_time check (due_at > opened_at)
);
create index complaint_by_conversation on complaint (conversation_id, number);
create unique index complaint_one_open_per_conversation on complaint (conversation_id) where resolved_at is null;
grant update (resolved_by, resolved_at) on complaint to clearball_app;
create trigger complaint_resolved_is_final before update or delete on complaint
  for each row when (old.resolved_at is not null) execute function refuse_change();

-- The messages of a conversation, in order.
create table message (
  -- The idempotency key, made by the sender: the same message sent twice is stored once.
  id uuid primary key,
  conversation_id uuid not null references conversation,
  number integer not null,
  author text not null,
  operator_id uuid references operator,
  text text,
  picture_id uuid references upload,
  -- Refers to a card that was given to the player, so that no other card can be shown.
  given_id bigint references given_card,
  notice text,
  complaint bigint references complaint,
  at timestamptz not null,
  constraint message_has_one_place unique (conversation_id, number),
  constraint message_picture_is_sent_once unique (picture_id),
  constraint message_card_is_given_once unique (given_id),
  constraint message_author_is_known check (author in ('player', 'operator', 'system')),
  constraint message_operator_is_named check ((author = 'operator') = (operator_id is not null)),
  constraint message_says_one_thing check (num_nonnulls(text, picture_id, given_id, notice) = 1),
  constraint message_is_neither_empty_nor_long check (length(text) between 1 and 2000),
  constraint message_picture_is_a_players check (picture_id is null or author = 'player'),
  constraint message_card_is_an_operators check (given_id is null or author = 'operator'),
  constraint message_notice_is_the_houses check ((notice is not null) = (author = 'system')),
  constraint message_notice_is_known check (notice in ('case_opened', 'case_resolved', 'closed')),
  constraint message_case_has_a_notice check (
    (complaint is not null) = coalesce(notice in ('case_opened', 'case_resolved'), false)
  )
);
create trigger message_is_append_only before update or delete on message
  for each row execute function refuse_change();

-- Operators' own wording of quick answers, each with its effective time. Without a row, the wording is the one that the product came
-- with.
create table quick_answer_change (
  id bigint generated always as identity primary key,
  topic text not null,
  language text not null,
  question text not null,
  answer text not null,
  effective_at timestamptz not null,
  changed_by uuid not null references operator,
  at timestamptz not null
);
create index quick_answer_change_by_place on quick_answer_change (topic, language, effective_at, id);
create trigger quick_answer_change_is_append_only before update or delete on quick_answer_change
  for each row execute function refuse_change();
