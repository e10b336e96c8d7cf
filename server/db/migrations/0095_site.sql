-- A site's daily work: plans, the store, inspections, logs, open work, the project itself.
create table project (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, number text, state text not null, address text,
  longitude double precision, latitude double precision,
  client text, contractor text, supervisor text,
  manager_id bigint references worker, safety_officer_id bigint references worker, emergency_phone text,
  start_on date not null, end_on date not null, area double precision, picture text,
  department_id bigint references department, note text,
  check (end_on >= start_on)
);
create index project_tenant on project (tenant_id, start_on);

create table work_plan (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, parent_id bigint references work_plan,
  start_on date not null, period_days int not null check (period_days > 0),
  end_on date not null generated always as (start_on + period_days - 1) stored,
  predecessor_ids bigint[] not null default '{}',
  worker_id bigint references worker, department_id bigint references department, note text,
  state text not null default 'open' check (state in ('open', 'done', 'abnormal')), done_on date, reason text,
  baseline_start_on date, baseline_days int
);
create index work_plan_tenant on work_plan (tenant_id, start_on);
create index work_plan_parent on work_plan (parent_id) where removed_at is null;

-- Kilograms. What moved stands in the ledger, what it came to here; both are written in one transaction.
create table stock_item (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  number text not null, name text not null, place text, warn_below_kg bigint check (warn_below_kg >= 0),
  department_id bigint references department, note text, label_code text not null,
  received_kg bigint not null default 0 check (received_kg >= 0), used_kg bigint not null default 0 check (used_kg >= 0),
  unqualified_kg bigint not null default 0 check (unqualified_kg >= 0),
  remaining_kg bigint not null default 0 check (remaining_kg >= 0), last_moved_at bigint
);
create unique index stock_item_number on stock_item (tenant_id, lower(number)) where removed_at is null;
create unique index stock_item_label_code on stock_item (tenant_id, label_code);
create table stock_movement (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  item_id bigint not null references stock_item,
  kind text not null check (kind in ('in', 'use', 'unqualified', 'count', 'reversal')),
  -- As moved or as counted; and what it did to each part of the balance.
  kilograms bigint not null, received_kg bigint not null, used_kg bigint not null, unqualified_kg bigint not null,
  remaining_kg bigint not null, reserved_kg bigint not null, left_kg bigint not null,
  plan_id bigint references work_plan, reservation_id bigint, note text,
  at bigint not null, user_id bigint not null references account, user_name text not null,
  reverses_id bigint references stock_movement
);
create unique index stock_movement_reverses on stock_movement (reverses_id);
create index stock_movement_item on stock_movement (item_id, at);
create index stock_movement_tenant on stock_movement (tenant_id, at);
create table stock_reservation (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  item_id bigint not null references stock_item, plan_id bigint not null references work_plan,
  kilograms bigint not null check (kilograms > 0), used_kg bigint not null default 0 check (used_kg between 0 and kilograms),
  needed_on date, released_at bigint
);
-- One that is open for each plan: what is used for the plan takes from it.
create unique index stock_reservation_plan on stock_reservation (item_id, plan_id) where released_at is null and used_kg < kilograms;
create index stock_reservation_item on stock_reservation (item_id) where released_at is null;
create index stock_reservation_tenant on stock_reservation (tenant_id, created_at);

create table inspection (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, place text, device_id bigint references device, worker_id bigint not null references worker,
  department_id bigint references department, every_months int not null check (every_months > 0),
  anchor_on date not null, basis text not null check (basis in ('scheduled', 'completed')),
  remind_days int[] not null default '{}', checklist text[] not null default '{}', note text, label_code text not null,
  next_on date not null, last_on date, last_result text check (last_result in ('passed', 'failed')),
  certificate text, certificate_until date
);
create unique index inspection_label_code on inspection (tenant_id, label_code);
create index inspection_next on inspection (tenant_id, next_on) where removed_at is null;
create table inspection_record (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  inspection_id bigint not null references inspection, due_on date not null, done_on date not null,
  result text not null check (result in ('passed', 'failed')), checks jsonb not null, photos text[] not null default '{}',
  certificate text, certificate_until date, note text,
  at bigint not null, user_id bigint not null references account, user_name text not null
);
create index inspection_record_inspection on inspection_record (inspection_id, done_on);
create index inspection_record_tenant on inspection_record (tenant_id, done_on);
-- A reminder that went out: once for each due day and each number of days before it.
create table inspection_reminder (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, inspection_id bigint not null references inspection,
  due_on date not null, offset_days int not null, sent_at bigint not null,
  unique (inspection_id, due_on, offset_days)
);

create table work_item (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  title text not null, assignee_id bigint not null references worker, due_on date not null,
  department_id bigint references department, note text, photos text[] not null default '{}',
  source text not null default 'hand' check (source in ('inspection', 'hand', 'round')), source_id bigint,
  state text not null default 'open' check (state in ('open', 'done')),
  done_at bigint, done_by_name text, outcome text
);
create index work_item_assignee on work_item (assignee_id, due_on) where removed_at is null;
create index work_item_tenant on work_item (tenant_id, due_on);

create table work_log (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  author_id bigint not null references account, author_name text not null, department_id bigint references department,
  day date not null, weather text, temperature int, heads int, done text not null, problems text, next text,
  photos text[] not null default '{}',
  state text not null default 'draft' check (state in ('draft', 'submitted', 'returned', 'locked')),
  submitted_at bigint, checked_at bigint, checked_by_name text, reason text
);
create unique index work_log_author_day on work_log (author_id, day) where removed_at is null;
create index work_log_tenant on work_log (tenant_id, day);

select put_behind_wall('project', 'work_plan', 'stock_item', 'stock_movement', 'stock_reservation', 'inspection',
  'inspection_record', 'inspection_reminder', 'work_item', 'work_log');
