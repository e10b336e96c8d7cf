-- What a community asks for a unit, from a day on. Micro-fen: a price of six decimals of a yuan is a whole number.
create table tariff (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  community_id bigint not null references community,
  kind text not null check (kind in ('electricity', 'water', 'service')),
  price_micro_fen bigint not null check (price_micro_fen > 0),
  from_day date not null,
  note text
);
create unique index tariff_from_day on tariff (community_id, kind, from_day) where removed_at is null;
create index tariff_tenant on tariff (tenant_id);
select put_behind_wall('tariff');

-- Numbers of registers are thousandths of a unit. Up to `billed_until` everything was billed, at `billed_thousandths`.
create table meter (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  room_id bigint not null references room,
  kind text not null check (kind in ('electricity', 'water')),
  serial text not null,
  digits int not null check (digits between 3 and 9),
  multiplier int not null check (multiplier between 1 and 10000),
  start_thousandths bigint not null check (start_thousandths >= 0),
  installed_on date not null,
  final_thousandths bigint check (final_thousandths >= 0),
  removed_on date check (removed_on >= installed_on),
  device_id bigint references device,
  billed_until date,
  billed_thousandths bigint,
  note text,
  check ((removed_on is null) = (final_thousandths is null)),
  check ((billed_until is null) = (billed_thousandths is null))
);
create unique index meter_serial on meter (tenant_id, lower(serial)) where removed_at is null;
create unique index meter_device on meter (device_id) where removed_at is null and removed_on is null;
create index meter_room on meter (room_id) where removed_at is null;
select put_behind_wall('meter');

create table meter_reading (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  meter_id bigint not null references meter,
  read_on date not null,
  thousandths bigint not null check (thousandths >= 0),
  rollover boolean not null default false,
  source text not null check (source in ('hand', 'import', 'photo', 'device', 'final')),
  photos jsonb not null default '[]',
  note text,
  user_id bigint references account, user_name text,
  corrects_id bigint references meter_reading,
  -- Another one stands in its place.
  corrected_at bigint,
  reason text,
  billed boolean not null default false
);
create unique index meter_reading_day on meter_reading (meter_id, read_on) where removed_at is null and corrected_at is null;
create unique index meter_reading_corrects on meter_reading (corrects_id) where removed_at is null;
create index meter_reading_read_on on meter_reading (tenant_id, read_on desc, id desc) where removed_at is null;
select put_behind_wall('meter_reading');

create table fee_run (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  community_id bigint not null references community,
  month text not null,
  due_on date not null,
  state text not null default 'draft' check (state in ('draft', 'issuing', 'issued')),
  rooms int not null default 0,
  -- Readings that were stored later are of the next run.
  cut_at bigint,
  task_id bigint references task,
  issued_at bigint,
  issued_by bigint references account, issued_by_name text
);
create unique index fee_run_month on fee_run (community_id, month) where removed_at is null;
create index fee_run_tenant on fee_run (tenant_id);
select put_behind_wall('fee_run');

create table fee_bill (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  run_id bigint not null references fee_run,
  community_id bigint not null references community,
  room_id bigint not null references room,
  month text not null,
  amount bigint not null check (amount >= 0),
  due_on date not null,
  -- None where nothing is to be paid.
  bill_id bigint references bill,
  check ((amount > 0) = (bill_id is not null))
);
-- However often a run is made: a room has one bill of a month.
create unique index fee_bill_room on fee_bill (room_id, month) where removed_at is null;
create index fee_bill_run on fee_bill (run_id) where removed_at is null;
create index fee_bill_due on fee_bill (tenant_id, due_on desc, id desc) where removed_at is null;
create unique index fee_bill_bill on fee_bill (bill_id);
select put_behind_wall('fee_bill');

create table fee_line (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  fee_bill_id bigint not null references fee_bill,
  kind text not null check (kind in ('electricity', 'water', 'service', 'correction', 'carried')),
  amount bigint not null,
  segments jsonb not null default '[]',
  area jsonb,
  note text
);
create index fee_line_bill on fee_line (fee_bill_id);
select put_behind_wall('fee_line');

-- What earlier bills were wrong by: a line of the next bill, which then stands in `fee_bill_id`.
create table fee_adjustment (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  created_at bigint not null,
  room_id bigint not null references room,
  kind text not null check (kind in ('correction', 'carried')),
  amount bigint not null check (amount <> 0),
  note text,
  of_bill_id bigint not null references fee_bill,
  of_line_id bigint references fee_line,
  reading_id bigint references meter_reading,
  user_id bigint references account, user_name text,
  fee_bill_id bigint references fee_bill
);
create index fee_adjustment_open on fee_adjustment (room_id) where fee_bill_id is null;
create index fee_adjustment_line on fee_adjustment (of_line_id) where of_line_id is not null;
select put_behind_wall('fee_adjustment');

-- Each reminder goes out once.
create table fee_reminder (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  fee_bill_id bigint not null references fee_bill,
  offset_days int not null,
  sent_at bigint not null
);
create unique index fee_reminder_once on fee_reminder (fee_bill_id, offset_days);
select put_behind_wall('fee_reminder');
