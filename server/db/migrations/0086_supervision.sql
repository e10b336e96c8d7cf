-- Monitored persons: who wears what, on what ground, under which conditions, and what happened.
create table monitored_person (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, level text not null, state text not null default 'registered', gender text, nationality text,
  height int, weight double precision, department_id bigint references department, supervisor_id bigint references account,
  guardian_name text, start_on date not null, end_on date not null, photo text,
  -- Told to nobody without a reason.
  id_number text, birth_date date, native_place text, phone text, email text, crime_type text, reason text,
  guardian_phone text, emergency_name text, emergency_phone text, emergency_address text,
  last_check_in_at bigint,
  check (end_on >= start_on)
);
create index monitored_person_state on monitored_person (tenant_id, state) where removed_at is null;
create unique index monitored_person_id_number on monitored_person (tenant_id, id_number) where removed_at is null and id_number <> '';

create table wearing (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  person_id bigint not null references monitored_person, device_id bigint not null references device,
  worn_from bigint not null, worn_until bigint, given_by text not null, note text,
  check (worn_until >= worn_from),
  constraint wearing_device exclude using gist (device_id with =, int8range(worn_from, worn_until) with &&),
  constraint wearing_person exclude using gist (person_id with =, int8range(worn_from, worn_until) with &&)
);
create index wearing_now on wearing (device_id) where worn_until is null;

create table authorisation (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  person_id bigint not null references monitored_person, basis text not null, approver text not null,
  valid_from date not null, valid_until date not null, entered_by text, warned_on date,
  check (valid_until >= valid_from),
  constraint authorisation_person exclude using gist
    (person_id with =, daterange(valid_from, valid_until, '[]') with &&) where (removed_at is null)
);

create table supervision_condition (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  person_id bigint not null references monitored_person, kind text not null, fence_id bigint references fence,
  days int[] not null default '{}', from_minute int, until_minute int, zone text not null, min_battery int,
  -- Since when the clock has found it broken: an incident that was closed does not come back before it was kept again.
  broken_since bigint
);
create index supervision_condition_person on supervision_condition (person_id) where removed_at is null;

create table supervision_permit (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  person_id bigint not null references monitored_person, condition_ids bigint[] not null,
  starts_at bigint not null, ends_at bigint not null, reason text not null, given_by text,
  check (ends_at > starts_at)
);
create index supervision_permit_person on supervision_permit (person_id, ends_at) where removed_at is null;

create table incident (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  person_id bigint not null references monitored_person, kind text not null, level text not null,
  state text not null default 'open', department_id bigint, device_id bigint references device,
  raised_at bigint not null, told_at bigint not null, last_at bigint not null, times int not null default 1,
  due_at bigint, escalation int not null default 0, refastened_at bigint, heard_at bigint,
  handled_by text, outcome text, closed_at bigint, note text, alarm_id bigint references alarm
);
-- Alarms of one person and one kind are one incident until it is closed, whichever server takes them up.
create unique index incident_open on incident (person_id, kind) where state <> 'closed';
create index incident_due on incident (due_at) where due_at is not null;
create index incident_person on incident (person_id, raised_at desc);
create index incident_tenant on incident (tenant_id, raised_at desc);

create table incident_line (
  id bigint generated always as identity primary key,
  tenant_id bigint not null, incident_id bigint not null references incident,
  kind text not null, by text, note text, at bigint not null, alarm_id bigint
);
create index incident_line_incident on incident_line (incident_id, at);
-- An alarm is taken up once.
create unique index incident_line_alarm on incident_line (alarm_id) where alarm_id is not null;

select put_behind_wall('monitored_person', 'wearing', 'authorisation', 'supervision_condition', 'supervision_permit',
  'incident', 'incident_line');
