-- Attendance: rules in versions, days that are exceptions, who goes by which rule, punches, and what days came to.
create table attendance_rule (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, fence_id bigint references fence, note text
);
create unique index attendance_rule_name on attendance_rule (tenant_id, lower(name)) where removed_at is null;
create index attendance_rule_fence on attendance_rule (fence_id) where removed_at is null;
select put_behind_wall('attendance_rule');

create table attendance_rule_version (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  rule_id bigint not null references attendance_rule, number int not null,
  created_at bigint not null, created_by text not null,
  valid_from date not null, zone text not null, week_type text not null, anchor_monday date, anchor_is text,
  punch_count int not null, slots jsonb not null,
  unique (rule_id, number)
);
select put_behind_wall('attendance_rule_version');

create function refuse_to_change_added() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are added and never changed', tg_table_name;
end $$;
create trigger attendance_rule_version_stays before update or delete on attendance_rule_version
  for each row execute function refuse_to_change_added();

create table calendar_day (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  day date not null, kind text not null, like_weekday int, name text
);
create unique index calendar_day_once on calendar_day (tenant_id, day) where removed_at is null;
select put_behind_wall('calendar_day');

create table attendance_assignment (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  worker_id bigint not null references worker, rule_id bigint not null references attendance_rule,
  from_day date not null, until_day date,
  check (until_day >= from_day),
  constraint attendance_assignment_once exclude using gist (
    worker_id with =, daterange(from_day, until_day, '[]') with &&) where (removed_at is null)
);
create index attendance_assignment_tenant on attendance_assignment (tenant_id, worker_id);
create index attendance_assignment_rule on attendance_assignment (rule_id);
select put_behind_wall('attendance_assignment');

create table punch (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  worker_id bigint not null references worker, source text not null,
  claimed_at bigint not null, offset_ms bigint, at bigint not null, trust text not null,
  latitude double precision, longitude double precision, accuracy_metres double precision, place text,
  device_id bigint references device, fence_id bigint references fence
);
create unique index punch_once on punch (worker_id, source, claimed_at);
create index punch_worker on punch (worker_id, at);
create index punch_tenant on punch (tenant_id, at desc);
select put_behind_wall('punch');
create trigger punch_stays before update or delete on punch
  for each row execute function refuse_to_change_added();

create table attendance_day (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  worker_id bigint not null references worker, day date not null,
  rule_version_id bigint not null references attendance_rule_version,
  outcome text not null,
  am_at_state smallint, am_end_state smallint, pm_at_state smallint, pm_end_state smallint,
  evening_at_state smallint, evening_end_state smallint,
  -- The punches that the six go by, in their order.
  times bigint[] not null,
  late_count int not null, late_minutes int not null, early_count int not null, early_minutes int not null,
  absent_count int not null, worth real not null, leave text, conflict boolean not null, phase text not null,
  next_at bigint, cell text not null
);
create unique index attendance_day_once on attendance_day (worker_id, day);
create index attendance_day_month on attendance_day (tenant_id, day) include (worker_id, cell, worth);
create index attendance_day_next on attendance_day (next_at) where next_at is not null;
create index attendance_day_bad on attendance_day (tenant_id, day) include (worker_id)
  where late_count + early_count + absent_count > 0;
select put_behind_wall('attendance_day');

-- Days that something has happened to and that are to be judged anew.
create table attendance_due (
  worker_id bigint not null references worker, day date not null, tenant_id bigint not null references tenant,
  primary key (worker_id, day)
);
select put_behind_wall('attendance_due');

create table attendance_correction (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  worker_id bigint not null references worker, day date not null, slot text not null, at bigint not null,
  reason text not null, evidence text, state text not null,
  asked_by text not null, asker_id bigint not null references account,
  decided_by text, decided_at bigint, answer text
);
create unique index attendance_correction_open on attendance_correction (worker_id, day, slot)
  where removed_at is null and state in ('pending', 'returned');
create index attendance_correction_tenant on attendance_correction (tenant_id, created_at desc);
select put_behind_wall('attendance_correction');

create table month_close (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  month text not null, state text not null, note text,
  closed_by text not null, closed_at bigint not null, people int not null, days int not null,
  reopened_by text, reopened_at bigint, reason text
);
create unique index month_close_once on month_close (tenant_id, month) where state = 'closed';
select put_behind_wall('month_close');

-- How far the evidence of doors, faces and fences has been read.
create table attendance_reading (
  source text primary key, upto bigint not null
);
-- What happened before there was attendance is no evidence of it.
insert into attendance_reading (source, upto) values
  ('card', (select coalesce(max(id), 0) from door_event)),
  ('fence', (select coalesce(max(id), 0) from fence_event)),
  ('face', (select coalesce(max(updated_at), 0) from face_capture));
