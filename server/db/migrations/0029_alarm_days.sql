-- Statistics of a year would read a million alarms: each day of a tenant is kept packed (server/modules/alarms/day-packing).
create table alarm_word (
  id int generated always as identity primary key,
  tenant_id bigint not null references tenant,
  -- `type`, `severity`, `kind` or `place`.
  what text not null, word text not null
);
create unique index alarm_word_once on alarm_word (tenant_id, what, word);
-- Days of UTC since 1970.
create table alarm_day (
  tenant_id bigint not null references tenant, day int not null, bytes bytea not null, primary key (tenant_id, day)
);
alter table alarm_day alter column bytes set storage external;
-- A day that stands here has changed since it was packed, or never was. Rows are only added, so that nobody waits.
create table alarm_day_change (tenant_id bigint not null, day int not null);
create index alarm_day_change_day on alarm_day_change (tenant_id, day);
insert into alarm_day_change (tenant_id, day) select distinct tenant_id, (raised_at / 86400000)::int from alarm;
create function change_alarm_days() returns trigger language plpgsql as $$
begin
  insert into alarm_day_change (tenant_id, day) select distinct tenant_id, (raised_at / 86400000)::int from changed;
  return null;
end $$;
create trigger alarm_days_raised after insert on alarm referencing new table as changed
  for each statement execute function change_alarm_days();
create trigger alarm_days_deleted after delete on alarm referencing old table as changed
  for each statement execute function change_alarm_days();
-- Only what statistics tell: reading, repeating and the like change no figure.
create function change_alarm_facts() returns trigger language plpgsql as $$
begin
  with moved as (
    select b.tenant_id as tenant_before, b.raised_at as before, a.tenant_id as tenant_after, a.raised_at as after
    from told_before b join told_after a using (id)
    where (b.tenant_id, b.raised_at, b.type, b.severity, b.status, b.device_id, b.device_kind, b.department_id,
        b.place, b.test_id, b.acknowledged_by, b.acknowledged_at, b.handled_by, b.handled_at,
        b.removed_at)
      is distinct from (a.tenant_id, a.raised_at, a.type, a.severity, a.status, a.device_id, a.device_kind, a.department_id,
        a.place, a.test_id, a.acknowledged_by, a.acknowledged_at, a.handled_by, a.handled_at,
        a.removed_at)
  )
  insert into alarm_day_change (tenant_id, day)
    select tenant_before, (before / 86400000)::int from moved
    union select tenant_after, (after / 86400000)::int from moved;
  return null;
end $$;
create trigger alarm_days_changed after update on alarm referencing old table as told_before new table as told_after
  for each statement execute function change_alarm_facts();
select put_behind_wall('alarm_word', 'alarm_day', 'alarm_day_change');
