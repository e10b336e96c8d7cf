-- What is known only long after it happened, and danger zones of floors.
alter table alarm add column late boolean not null default false,
  add column zone_id bigint references indoor_zone, add column zone_name text;
alter table fence_event add column late boolean not null default false;
-- One step into two zones is two alarms, as with fences.
drop index alarm_once;
create unique index alarm_once on alarm (device_id, type, raised_at, coalesce(fence_id, 0), coalesce(zone_id, 0));
-- Who is in which danger zone: a row from entering to leaving.
create table zone_stay (
  device_id bigint not null references device, zone_id bigint not null references indoor_zone, tenant_id bigint not null,
  -- Device time of the position that found it inside; of the first one outside since, while that is not certain.
  since bigint not null, outside_at bigint,
  -- The alarm that leaving ends; null: it was inside as the zone was drawn.
  alarm_id bigint references alarm,
  primary key (device_id, zone_id)
);
create index zone_stay_zone on zone_stay (zone_id);
create or replace function leave_fences() returns trigger language plpgsql as $$
begin
  if new.removed_at is not null or new.lifecycle = 'recycled' or new.tenant_id <> old.tenant_id then
    delete from fence_side where device_id = new.id;
    delete from fence_watch where device_id = new.id;
    delete from zone_stay where device_id = new.id;
  elsif new.group_id is distinct from old.group_id then
    delete from fence_side s where s.device_id = new.id
      and not exists (select from fence_device b where b.fence_id = s.fence_id and b.device_id = new.id);
    update fence_watch set group_at = (extract(epoch from clock_timestamp()) * 1000)::bigint where device_id = new.id;
  end if;
  return null;
end $$;

select put_behind_wall('zone_stay');
