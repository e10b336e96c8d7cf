-- Geofences and what happened at them, packed tracks, drawings with base stations, zones and indoor positions.
create table fence (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, type text not null, shape text not null, status text not null default 'enabled', description text,
  longitude double precision, latitude double precision, radius double precision, rings jsonb,
  alarm_on_exit boolean not null default true, alarm_on_entry boolean not null default false,
  delay_seconds int not null default 0, dwell_minutes int,
  days int[] not null default '{}', from_minute int, until_minute int, zone text not null default 'Asia/Shanghai',
  group_ids bigint[] not null default '{}'
);
create unique index fence_name on fence (tenant_id, lower(name)) where removed_at is null;
create table fence_device (
  fence_id bigint not null references fence, device_id bigint not null references device, tenant_id bigint not null,
  at bigint not null, primary key (fence_id, device_id)
);
create index fence_device_device on fence_device (device_id);
-- On which side each watched device is, and what waits for its delay or for dwelling.
create table fence_side (
  fence_id bigint not null references fence, device_id bigint not null references device, tenant_id bigint not null,
  inside boolean not null, since bigint not null,
  -- Newest position that was judged, device time.
  at bigint not null,
  -- A change that has not lasted for its delay yet: since when it is on the other side, and where that was.
  turning_at bigint, turning_longitude double precision, turning_latitude double precision,
  -- Dwelling was told of this stay.
  dwelt_at bigint,
  primary key (fence_id, device_id)
);
create index fence_side_device on fence_side (device_id);
create index fence_side_turning on fence_side (turning_at) where turning_at is not null;
create table fence_event (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  fence_id bigint not null references fence, fence_name text not null,
  device_id bigint not null references device, device_name text not null, imei text not null, wearer_name text,
  department_id bigint references department,
  kind text not null, at bigint not null, latitude double precision not null, longitude double precision not null,
  since bigint, alarm_id bigint references alarm
);
create index fence_event_tenant on fence_event (tenant_id, at desc);
create index fence_event_fence on fence_event (fence_id, at desc);
create index fence_event_device on fence_event (device_id, at desc);
alter table alarm add column fence_id bigint references fence, add column fence_name text;

-- Closed hours of positions, packed. Partitioned by day like the plain rows, and dropped with them.
create table track_hour (
  tenant_id bigint not null, device_id bigint not null, hour bigint not null, n int not null, bytes bytea not null,
  first_at bigint not null, last_at bigint not null,
  primary key (device_id, hour, tenant_id)
) partition by range (hour);

create table drawing (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  title text not null, project text, customer text, building text, unit text, floor text, address text,
  picture_type text not null default 'plan', picture text not null, real_width double precision, real_height double precision,
  scale int, positioning boolean not null default false,
  longitude double precision, latitude double precision, rotation double precision
);
create index drawing_tenant on drawing (tenant_id, title);
-- References and imports look entities up by their name.
alter table drawing add column name text generated always as (title) stored;
create table uwb_server (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, address text, device_id bigint references device, description text
);
create unique index uwb_server_name on uwb_server (tenant_id, lower(name)) where removed_at is null;
-- A device speaks for one server at most.
create unique index uwb_server_device on uwb_server (device_id) where removed_at is null;
create table base_station (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, number text, drawing_id bigint not null references drawing, server_id bigint references uwb_server,
  indoor_location text, x double precision not null, y double precision not null, z double precision not null default 0,
  status text not null default 'default', range double precision not null default 20
);
create index base_station_drawing on base_station (drawing_id) where removed_at is null;
create table indoor_zone (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, drawing_id bigint not null references drawing, kind text not null default 'work', corners jsonb not null
);
create index indoor_zone_drawing on indoor_zone (drawing_id) where removed_at is null;
alter table device_state add column drawing_id bigint references drawing, add column indoor_x double precision,
  add column indoor_y double precision, add column indoor_z double precision, add column indoor_at bigint;
create index device_state_drawing on device_state (drawing_id) where drawing_id is not null;
create table indoor_position (
  tenant_id bigint not null, device_id bigint not null, at bigint not null, drawing_id bigint not null,
  x real not null, y real not null, z real,
  primary key (device_id, at)
) partition by range (at);

select put_behind_wall('fence', 'fence_device', 'fence_side', 'fence_event', 'track_hour', 'drawing', 'uwb_server',
  'base_station', 'indoor_zone', 'indoor_position');
