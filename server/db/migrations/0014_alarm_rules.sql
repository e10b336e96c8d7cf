-- Alarms: acknowledging, assigning, passing up, test windows, rules of a tenant.
create table alarm_test (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  reason text not null, device_id bigint references device, group_id bigint references device_group,
  types text[] not null default '{}', starts_at bigint not null, ends_at bigint not null,
  hidden int not null default 0, user_id bigint, user_name text not null, ended_by text,
  -- When its maker was told of its end.
  told_at bigint
);
create index alarm_test_open on alarm_test (tenant_id, ends_at);
create index alarm_test_due on alarm_test (ends_at) where told_at is null and removed_at is null;
alter table alarm add column acknowledged_by text, add column acknowledged_by_id bigint, add column acknowledged_at bigint,
  add column assigned_to text, add column assigned_to_id bigint, add column escalation int not null default 0,
  add column test_id bigint references alarm_test,
  -- The rule that fits it, and when it is told again or passed up next.
  add column rule_id bigint, add column repeat_at bigint, add column escalate_at bigint;
-- For lists of a million alarms: what the filters and the search look into, as columns; the row-level wall lets only plain
-- columns be read from an index alone.
alter table alarm
  add column on_test boolean not null generated always as (test_id is not null) stored,
  add column search_text text generated always as (
    device_name || ' ' || coalesce(wearer_name, '') || ' ' || coalesce(place, '') || ' ' || imei
  ) stored;
drop index alarm_tenant;
-- The newest first, and every count that a filter may ask for without a look at the alarms themselves.
create index alarm_tenant on alarm (tenant_id, raised_at desc, id desc)
  include (status, severity, type, on_test, device_kind, department_id, device_id) where removed_at is null;
-- Counts by status under the commonest filters: few different values, so that a million entries are a few megabytes.
create index alarm_counts on alarm (tenant_id, status, on_test) where removed_at is null;
create index alarm_counts_type on alarm (tenant_id, type, status, on_test) where removed_at is null;
create index alarm_counts_severity on alarm (tenant_id, severity, status, on_test) where removed_at is null;
create index alarm_counts_kind on alarm (tenant_id, device_kind, status, on_test) where removed_at is null;
create index alarm_counts_department on alarm (tenant_id, department_id, status, on_test) where removed_at is null;
-- The places of a tenant one by one: a text is sought in those few instead of in every alarm.
create index alarm_places on alarm (tenant_id, place, status, on_test) where removed_at is null;
create index alarm_urgent on alarm (
  tenant_id, array_position(array['info', 'attention', 'warning', 'critical'], severity) desc, raised_at desc, id desc
) where removed_at is null;
create index alarm_assigned on alarm (tenant_id, assigned_to_id, raised_at desc) where assigned_to_id is not null;
create index alarm_taken on alarm (tenant_id, taken_by_id, raised_at desc) where taken_by_id is not null;
create index alarm_place_search on alarm using gin (place gin_trgm_ops);
create index alarm_search on alarm using gin (search_text gin_trgm_ops);
create index alarm_due on alarm (least(repeat_at, escalate_at)) where repeat_at is not null or escalate_at is not null;
create table alarm_rule (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, enabled boolean not null default true, priority int not null default 100,
  types text[] not null default '{}', kinds text[] not null default '{}',
  group_id bigint references device_group, department_id bigint references department,
  days int[] not null default '{}', from_minute int, until_minute int, zone text not null,
  severity text, channels text[] not null default '{}',
  role_ids bigint[] not null default '{}', user_ids bigint[] not null default '{}',
  repeat_minutes int, escalate_minutes int,
  escalate_role_ids bigint[] not null default '{}', escalate_user_ids bigint[] not null default '{}'
);
-- Grows with every change of a tenant's rules or test windows: what a server process remembers of them is outdated then.
create table alarm_rule_stamp (tenant_id bigint primary key references tenant, stamp bigint not null);
create function stamp_alarm_rules() returns trigger language plpgsql as $$
begin
  insert into alarm_rule_stamp as s (tenant_id, stamp) values (coalesce(new.tenant_id, old.tenant_id), 1)
    on conflict (tenant_id) do update set stamp = s.stamp + 1;
  return null;
end $$;
-- Text messages that alarms have caused, for their limits.
create table alarm_sms (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, alarm_id bigint not null references alarm,
  account_id bigint not null references account, phone text not null, at bigint not null
);
create index alarm_sms_phone on alarm_sms (phone, at);
create index alarm_sms_tenant on alarm_sms (tenant_id, at);
create unique index alarm_rule_name on alarm_rule (tenant_id, lower(name)) where removed_at is null;
create trigger alarm_rule_stamp after insert or update or delete on alarm_rule
  for each row execute function stamp_alarm_rules();
-- Counting what a window hides is no change of it.
create trigger alarm_test_stamp
  after insert or delete or update of device_id, group_id, types, starts_at, ends_at, removed_at on alarm_test
  for each row execute function stamp_alarm_rules();

select put_behind_wall('alarm_test', 'alarm_rule', 'alarm_rule_stamp', 'alarm_sms');
