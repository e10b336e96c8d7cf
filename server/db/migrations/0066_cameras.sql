-- Cameras and what else shows a moving picture, and the networks of each tenant in which cameras may be.
alter table tenant add column camera_networks text;

create table camera (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, device_id bigint references device, department_id bigint references department,
  place text, latitude double precision, longitude double precision,
  source text not null, main_address text, sub_address text,
  username text, password_sealed bytea, token_hash bytea,
  onvif_address text, talks boolean not null, enabled boolean not null
);
create unique index camera_name on camera (tenant_id, lower(name)) where removed_at is null;
create index camera_device on camera (device_id) where removed_at is null;
select put_behind_wall('camera');
