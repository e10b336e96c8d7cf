-- Response cards: what to do about a type of alarm at a place. Each save of the steps is a further version.
create table response_card (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  type text not null, department_id bigint references department
);
create unique index response_card_place on response_card (tenant_id, type, coalesce(department_id, 0)) where removed_at is null;

-- Only ever added to.
create table response_card_version (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  card_id bigint not null references response_card, number int not null,
  created_at bigint not null, created_by text not null, steps jsonb not null,
  unique (card_id, number)
);

-- What an alarm is worked off by; made by the first tick, and never changed. Without a version: the shipped card.
create table response_run (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  alarm_id bigint not null unique references alarm on delete cascade,
  version_id bigint references response_card_version,
  steps jsonb not null, created_at bigint not null
);
create index response_run_tenant on response_run (tenant_id, created_at);

-- Ticks, skips and what took them back, in any order of arrival; only ever added to.
create table response_event (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  run_id bigint not null references response_run on delete cascade,
  event_key text not null, step text not null,
  does text not null check (does in ('done', 'skipped', 'undone')), reason text,
  at bigint not null, recorded_at bigint not null, account_id bigint, user_name text not null,
  unique (run_id, event_key)
);
select put_behind_wall('response_card', 'response_card_version', 'response_run', 'response_event');
