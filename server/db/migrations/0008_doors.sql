-- Calls, doors, cards, the message centre, Web Push. Times are epoch milliseconds.

-- Key of orders that a device must be able to check: HMAC of its secret, so that nobody sends it.
alter table device add column order_key bytea;

create table call (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  kind text not null, state text not null default 'ringing',
  device_id bigint references device, imei text, device_name text, department_id bigint,
  caller_id bigint references account, caller_name text, callee_id bigint references account, callee_name text,
  community text, building text, unit text, room_no text,
  channel text not null, provider text not null,
  started_at bigint not null, expires_at bigint not null, answered_at bigint, answered_by text, answered_by_id bigint,
  ended_at bigint, end_reason text, unlocked_at bigint, unlocked_by text
);
create index call_tenant on call (tenant_id, started_at desc, id desc);
create index call_device on call (device_id, started_at desc);
create index call_live on call (state, expires_at) where state in ('ringing', 'answered');
-- A door has one live call; a button pressed twice is the same call.
create unique index call_one_per_door on call (device_id) where state in ('ringing', 'answered') and device_id is not null;

create table door_event (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  device_id bigint not null references device, imei text not null, device_name text not null, department_id bigint,
  kind text not null, person_id bigint, person_name text, card_info text, call_id bigint references call,
  reason text, at bigint not null
);
create index door_event_tenant on door_event (tenant_id, at desc, id desc);
create index door_event_device on door_event (device_id, at desc);

-- Requests to unlock that were relayed. A nonce of a person is used once; the door's confirmation names ours.
create table unlock_order (
  nonce text primary key,
  tenant_id bigint not null, device_id bigint not null references device, call_id bigint references call,
  account_id bigint not null, account_name text not null, request_nonce text not null,
  created_at bigint not null, expires_at bigint not null, confirmed_at bigint, result text, reason text
);
create unique index unlock_order_once on unlock_order (account_id, request_nonce);
create index unlock_order_open on unlock_order (expires_at) where result is null;
create index unlock_order_device on unlock_order (device_id, created_at desc);

create table door_card (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  holder_name text not null, holder_phone text, building text, unit text, room_no text, note text,
  department_id bigint references department,
  state text not null default 'draft', card_info text, device_id bigint references device, device_name text,
  write_expires_at bigint, write_failure text, ordered_by text, issued_at bigint, issued_by text
);
create unique index door_card_info on door_card (tenant_id, card_info) where removed_at is null and card_info is not null;
create index door_card_tenant on door_card (tenant_id, id);
create index door_card_writing on door_card (write_expires_at) where state = 'writing';

create table door_right (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  device_id bigint not null references device,
  card_id bigint references door_card, account_id bigint references account,
  valid_from bigint, valid_until bigint, granted_by text,
  -- It went with its card or its person and comes back with them.
  removed_along boolean not null default false,
  check (num_nonnulls(card_id, account_id) = 1)
);
create unique index door_right_card on door_right (device_id, card_id) where removed_at is null and card_id is not null;
create unique index door_right_account on door_right (device_id, account_id) where removed_at is null and account_id is not null;
create index door_right_tenant on door_right (tenant_id, id);
create index door_right_of_card on door_right (card_id);
-- Which list of cards a door unit should hold and which it has confirmed.
create table door_list (
  device_id bigint primary key references device, tenant_id bigint not null,
  wanted int not null default 0, confirmed int not null default 0, confirmed_at bigint
);
create table door_code (
  code_hash bytea primary key,
  tenant_id bigint not null, device_id bigint not null references device, account_id bigint not null,
  created_at bigint not null, expires_at bigint not null, used_at bigint
);

-- One row per person and event: what stands in their message centre.
create table notice (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  account_id bigint not null references account,
  kind text not null, state text not null default 'unread', subject text, subject_id bigint,
  imei text, who text, place text, content text, at bigint not null, read_at bigint
);
create index notice_account on notice (account_id, at desc, id desc) where removed_at is null;
create index notice_unread on notice (account_id) where state = 'unread' and removed_at is null;
-- The same event is told a person once, whatever is retried.
create unique index notice_once on notice (account_id, kind, subject, subject_id) where subject_id is not null;

create table push_subscription (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, account_id bigint not null references account,
  -- The session that subscribed: with its end the browser is no longer this person's.
  token_hash bytea,
  endpoint text not null, p256dh text not null, auth text not null, label text not null, language text not null,
  -- When that session ends at the latest; a phone in a pocket is still reached after the session fell idle.
  expires_at bigint not null,
  created_at bigint not null, last_sent_at bigint, last_proven_at bigint, failed_at bigint, failure text
);
create unique index push_subscription_endpoint on push_subscription (endpoint);
create index push_subscription_account on push_subscription (account_id);
create table push_delivery (
  receipt_hash bytea primary key,
  tenant_id bigint not null, account_id bigint not null,
  subscription_id bigint not null references push_subscription on delete cascade,
  -- `gone` takes a notice back; `about` says of what, and for the others repeats the kind.
  kind text not null, about text not null, subject_id bigint, created_at bigint not null,
  accepted_at bigint, failure text, shown_at bigint, dismissed_at bigint, opened_at bigint, acknowledged_at bigint
);
create index push_delivery_subject on push_delivery (about, subject_id);
create index push_delivery_subscription on push_delivery (subscription_id, created_at desc);
create index push_delivery_created on push_delivery (created_at);

do $$
declare t text;
begin
  foreach t in array array['call','door_event','unlock_order','door_card','door_right','door_list','door_code','notice',
    'push_subscription','push_delivery']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_wall on %I
      using ((select current_setting('app.tenant', true)) = '*'
        or tenant_id = (select nullif(nullif(current_setting('app.tenant', true), '*'), '')::bigint))
      with check ((select current_setting('app.tenant', true)) = '*'
        or tenant_id = (select nullif(nullif(current_setting('app.tenant', true), '*'), '')::bigint))$p$, t);
  end loop;
end $$;
