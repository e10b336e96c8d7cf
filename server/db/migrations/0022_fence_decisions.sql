-- What decisions at fences rest on.
-- Since when it watches as it does now: older positions decide nothing.
alter table fence add column armed_at bigint not null default 0;
create index fence_tenant on fence (tenant_id) where removed_at is null;
create index fence_device_tenant on fence_device (tenant_id);
drop index fence_side_turning;
-- A side is kept once it matters: who never was inside a fence that only guards entries has no row and counts as outside.
alter table fence_side drop column at,
  -- By the server's clock: when time alone may decide something (a delay, dwelling, the beginning of the holding time).
  add column due_at bigint,
  -- Holding times that began up to then have been looked at.
  add column window_at bigint not null default 0,
  -- The alarm that coming back ends.
  add column alarm_id bigint references alarm;
create index fence_side_due on fence_side (due_at) where due_at is not null;
create index fence_side_inside on fence_side (fence_id) where inside;
-- How far a watched device has been judged.
create table fence_watch (
  device_id bigint primary key references device, tenant_id bigint not null,
  -- Device time of the newest position that was judged, and the server's when it came.
  at bigint not null, heard_at bigint not null,
  -- The server's time of the newest one that was exact: for fences armed before, no row means outside.
  sure_at bigint,
  -- It changed its group then.
  group_at bigint
);
-- Grows with every change of a tenant's fences and bindings: what a server process remembers of them is outdated then.
create table fence_stamp (tenant_id bigint primary key references tenant, stamp bigint not null);
create function stamp_fence() returns trigger language plpgsql as $$
begin
  insert into fence_stamp as s (tenant_id, stamp) values (coalesce(new.tenant_id, old.tenant_id), 1)
    on conflict (tenant_id) do update set stamp = s.stamp + 1;
  return null;
end $$;
create trigger fence_stamp after insert or update or delete on fence for each row execute function stamp_fence();
-- Once a statement, however many devices are bound.
create function stamp_fence_devices() returns trigger language plpgsql as $$
begin
  insert into fence_stamp as s (tenant_id, stamp) select distinct tenant_id, 1 from changed order by 1
    on conflict (tenant_id) do update set stamp = s.stamp + 1;
  return null;
end $$;
create trigger fence_device_bound after insert on fence_device referencing new table as changed
  for each statement execute function stamp_fence_devices();
create trigger fence_device_let_go after delete on fence_device referencing old table as changed
  for each statement execute function stamp_fence_devices();
-- Whoever leaves a group, or use altogether, leaves its sides behind: coming back later is no exit and no entry.
create function leave_fences() returns trigger language plpgsql as $$
begin
  if new.removed_at is not null or new.lifecycle = 'recycled' or new.tenant_id <> old.tenant_id then
    delete from fence_side where device_id = new.id;
    delete from fence_watch where device_id = new.id;
  elsif new.group_id is distinct from old.group_id then
    delete from fence_side s where s.device_id = new.id
      and not exists (select from fence_device b where b.fence_id = s.fence_id and b.device_id = new.id);
    update fence_watch set group_at = (extract(epoch from clock_timestamp()) * 1000)::bigint where device_id = new.id;
  end if;
  return null;
end $$;
create trigger leave_fences after update of group_id, removed_at, lifecycle, tenant_id on device for each row
  when (new.group_id is distinct from old.group_id or new.removed_at is distinct from old.removed_at
    or new.lifecycle <> old.lifecycle or new.tenant_id <> old.tenant_id)
  execute function leave_fences();
-- One step over two fences is two alarms.
drop index alarm_once;
create unique index alarm_once on alarm (device_id, type, raised_at, coalesce(fence_id, 0));
create index alarm_fence on alarm (fence_id, raised_at desc) where fence_id is not null;

select put_behind_wall('fence_watch', 'fence_stamp');
