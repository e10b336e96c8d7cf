-- Leave: what a tenant wants of each kind, who asks for which half days, and which of those are taken.
create table leave_type (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  kind text not null, enabled boolean not null, counts text not null, halves boolean not null,
  evidence_from int, backfill_days int not null, balance_days int, note text,
  unique (tenant_id, kind)
);

-- Tenants that are there already begin like new ones.
insert into leave_type (tenant_id, created_at, updated_at, kind, enabled, counts, halves, evidence_from, backfill_days)
select t.id, t.created_at, t.created_at, kind, true, counts, halves, evidence_from, backfill_days
from tenant t cross join (values
  ('funeral', 'workdays', true, null::int, 7),
  ('maternity', 'calendarDays', false, 1, 30),
  ('marriage', 'workdays', false, 1, 0),
  ('workInjury', 'calendarDays', true, 1, 30),
  ('sick', 'workdays', true, 2, 7),
  ('personal', 'workdays', true, null, 0)) usual (kind, counts, halves, evidence_from, backfill_days)
order by t.id;
select put_behind_wall('leave_type');

create table leave_request (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  worker_id bigint not null references worker, asked_by bigint not null references account,
  kind text not null, from_day date not null, from_half text not null, until_day date not null, until_half text not null,
  reason text not null, evidence text, state text not null default 'pending', half_days int not null,
  -- Grows with each text that is put before whoever approves it.
  revision int not null default 1, case_id bigint,
  decision text, decided_by text, decided_at bigint,
  ending text, end_day date, end_half text, end_reason text, end_revision int not null default 0, end_case_id bigint,
  check (until_day >= from_day),
  check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')),
  check (ending in ('cancel', 'return'))
);
create index leave_request_worker on leave_request (worker_id, from_day desc) where removed_at is null;
create index leave_request_days on leave_request (tenant_id, until_day, from_day) where removed_at is null;
select put_behind_wall('leave_request');

-- The half days of a request, rest days in between included: a rest day that becomes a workday later is leave, too.
create table leave_day (
  request_id bigint not null references leave_request,
  day date not null, half text not null check (half in ('am', 'pm')),
  tenant_id bigint not null references tenant,
  worker_id bigint not null references worker,
  type text not null, counts boolean not null, approved boolean not null default false, live boolean not null default true,
  primary key (request_id, day, half)
);
create unique index leave_day_once on leave_day (worker_id, day, half) where live;
create index leave_day_period on leave_day (tenant_id, day, worker_id) where live and approved;
select put_behind_wall('leave_day');
