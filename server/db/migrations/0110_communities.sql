-- Where people live: communities, their buildings, units and rooms, who lives there, who runs it, and the tenant's own site.
create table community (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, region_code text, address text, area_m2 int check (area_m2 > 0),
  longitude double precision, latitude double precision,
  building_pattern text not null, unit_pattern text not null, room_pattern text not null,
  -- Ten-thousandths of a yuan.
  electricity_rate int check (electricity_rate >= 0), water_rate int check (water_rate >= 0),
  department_id bigint references department, note text
);
create unique index community_name on community (tenant_id, lower(name)) where removed_at is null;

create table building (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  community_id bigint not null references community,
  name text not null, floors int not null check (floors between 1 and 200), sort int not null default 0
);
create unique index building_name on building (community_id, lower(name)) where removed_at is null;
create index building_tenant on building (tenant_id, sort);

create table unit (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  building_id bigint not null references building, community_id bigint not null references community,
  name text not null, sort int not null default 0, device_id bigint references device
);
create unique index unit_name on unit (building_id, lower(name)) where removed_at is null;
create unique index unit_device on unit (device_id) where removed_at is null;
create index unit_tenant on unit (tenant_id, sort);

create table room (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  unit_id bigint not null references unit, building_id bigint not null references building,
  community_id bigint not null references community,
  floor_no int not null check (floor_no between -9 and 200 and floor_no <> 0),
  kind text not null check (kind in ('home', 'shop', 'office', 'garage', 'other')),
  room_no text not null, area_hundredths int check (area_hundredths > 0)
);
create unique index room_no on room (unit_id, kind, lower(room_no)) where removed_at is null;
create index room_building on room (building_id) where removed_at is null;
create index room_community on room (community_id, room_no) where removed_at is null;
create index room_tenant on room (tenant_id, room_no);

create table room_door (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  room_id bigint not null references room, device_id bigint not null references device, call_number text not null
);
create unique index room_door_number on room_door (device_id, call_number) where removed_at is null;
create index room_door_room on room_door (room_id) where removed_at is null;
create index room_door_tenant on room_door (tenant_id, call_number);

create table resident (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, phone text not null
);
create index resident_phone on resident (tenant_id, phone) where removed_at is null;

create table occupancy (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  room_id bigint not null references room, resident_id bigint not null references resident,
  role text not null check (role in ('owner', 'tenant', 'family')), from_day date not null, until_day date,
  state text not null default 'applied' check (state in ('applied', 'active', 'ended', 'rejected')),
  decided_by text, decided_at bigint, reason text,
  check (until_day is null or until_day >= from_day)
);
create index occupancy_room on occupancy (room_id) where removed_at is null and state = 'active';
create index occupancy_resident on occupancy (resident_id) where removed_at is null;
create index occupancy_tenant on occupancy (tenant_id, created_at);

create table property_company (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, credit_code text, contact_name text, phone text, address text, note text
);
create unique index property_company_name on property_company (tenant_id, lower(name)) where removed_at is null;

create extension if not exists btree_gist;
create table company_community (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  company_id bigint not null references property_company, community_id bigint not null references community,
  from_day date not null, until_day date, check (until_day is null or until_day >= from_day),
  -- A community is run by one company at a time.
  constraint company_community_overlap exclude using gist (
    community_id with =, daterange(from_day, until_day, '[]') with &&) where (removed_at is null)
);
create index company_community_company on company_community (company_id) where removed_at is null;
create index company_community_tenant on company_community (tenant_id, from_day);

create table property_staff (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  company_id bigint not null references property_company, name text not null, phone text,
  duty text not null check (duty in ('manager', 'reception', 'security', 'repairs', 'cleaning', 'fees', 'other')),
  community_ids bigint[] not null default '{}', account_id bigint references account, note text
);
create index property_staff_company on property_staff (company_id) where removed_at is null;
create index property_staff_tenant on property_staff (tenant_id, name);

-- One for each tenant: what is being written, and what is live.
create table website (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  site_name text not null, logo text, accent_white text, accent_blue text, welcome text,
  links jsonb not null default '[]', mall_address text,
  published jsonb, published_at bigint, published_by text
);
create unique index website_tenant on website (tenant_id) where removed_at is null;

-- Beside the text that people typed: the room that it means, where there is one.
alter table device add column room_id bigint references room;
create index device_room on device (room_id) where room_id is not null;
alter table door_card add column room_id bigint references room;
create index door_card_room on door_card (room_id) where room_id is not null;

select put_behind_wall('community', 'building', 'unit', 'room', 'room_door', 'resident', 'occupancy', 'property_company',
  'company_community', 'property_staff', 'website');
