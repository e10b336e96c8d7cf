-- Orders to the carriers of SIM cards, the packages that run on each card, what devices say of their cards.
alter table tenant add column if not exists zone text not null default 'Asia/Shanghai';
alter table device add column told_iccid text, add column told_iccid_at bigint;

-- `total_megabytes` is the carrier's own counter; what a card used is counted from `base_megabytes` on, where the
-- package in force began. `asked_at`: a process is asking, or has asked; null is due at once.
alter table sim_card add column total_megabytes double precision not null default 0,
  add column base_megabytes double precision not null default 0,
  add column period_id bigint, add column asked_at bigint, add column next_package_at bigint;
create index sim_card_due on sim_card (asked_at nulls first) where removed_at is null;
create index sim_card_turn on sim_card (next_package_at) where removed_at is null and next_package_at is not null;
create index sim_card_package on sim_card (package_id) where removed_at is null;

-- The stretch of time for which something bought holds on a card.
create table card_package (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, card_id bigint not null references sim_card,
  package_id bigint not null references sim_package, package_name text not null, type text not null,
  -- Once for each bill, however often its payment is told.
  bill_id bigint unique references bill,
  megabytes int, sms_count int, voice_minutes int,
  starts_at bigint not null, ends_at bigint not null, revoked_at bigint, created_at bigint not null
);
create index card_package_card on card_package (card_id, ends_at) where revoked_at is null;

create table sim_order (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  -- The carrier takes an order of the same number once.
  number text not null unique,
  batch_id bigint, kind text not null, state text not null default 'waiting', reason text,
  card_id bigint references sim_card, subject text not null, amount bigint,
  bill_id bigint unique references bill, user_id bigint, user_name text,
  attempts int not null default 0, next_at bigint not null, sent_at bigint, finished_at bigint
);
create index sim_order_tenant on sim_order (tenant_id, created_at desc);
create index sim_order_card on sim_order (card_id, created_at desc);
create index sim_order_batch on sim_order (batch_id) where batch_id is not null;
create index sim_order_due on sim_order (next_at) where state in ('waiting', 'sent');
create unique index sim_order_one on sim_order (card_id) where state in ('waiting', 'sent') and kind in ('suspend', 'resume');

-- A meter is charged by an order to the device; the bill is delivered once the meter has taken it.
alter table bill add column command_id bigint references device_command;
create index bill_charging on bill (command_id) where command_id is not null and delivered_at is null;

select put_behind_wall('card_package', 'sim_order');

-- The memory of the embedded carrier, which stands for a system of somebody else's: it knows cards and no tenants.
create table sandbox_card (
  iccid text primary key, state text not null, then_state text, then_at bigint,
  megabytes double precision not null default 0, last_used_at bigint, counted_at bigint
);
create table sandbox_order (
  number text primary key, kind text not null, subject text not null, amount bigint,
  due_at bigint not null, reason text, created_at bigint not null
);
