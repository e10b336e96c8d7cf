-- Emergencies: what one event is about, its log, and who was told by which message.
create table emergency (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  title text not null, kind text not null, severity text not null,
  department_id bigint references department,
  place text, latitude double precision, longitude double precision, radius int,
  state text not null default 'open' check (state in ('open', 'stabilised', 'closed', 'reopened')),
  owner_id bigint references account, owner_name text,
  started_at bigint not null, closed_at bigint, finding text,
  check ((state = 'closed') = (closed_at is not null)),
  check (state <> 'closed' or finding is not null)
);
create index emergency_tenant on emergency (tenant_id, started_at desc) where removed_at is null;
select put_behind_wall('emergency');

-- Lines are added and never changed. `event_key` is made where a line is written: sent twice, it stands once.
create table emergency_entry (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  emergency_id bigint not null references emergency,
  event_key text not null,
  at bigint not null, recorded_at bigint not null,
  account_id bigint not null references account, user_name text not null,
  facts jsonb not null,
  unique (emergency_id, event_key)
);
create index emergency_entry_tenant on emergency_entry (tenant_id);
create index emergency_entry_item on emergency_entry ((facts ->> 'of'), (facts ->> 'subjectId')) where facts ->> 'kind' = 'item';
select put_behind_wall('emergency_entry');
create trigger emergency_entry_append_only before update or delete or truncate on emergency_entry
  for each statement execute function refuse_change();

-- Whom a message was for, when it was sent to them last, and when they confirmed it.
create table emergency_told (
  entry_id bigint not null references emergency_entry,
  account_id bigint not null references account,
  tenant_id bigint not null references tenant,
  emergency_id bigint not null references emergency,
  name text not null, told_at bigint not null, times int not null default 1, spoken boolean not null, confirmed_at bigint,
  primary key (entry_id, account_id)
);
create index emergency_told_emergency on emergency_told (emergency_id);
create index emergency_told_tenant on emergency_told (tenant_id);
select put_behind_wall('emergency_told');
