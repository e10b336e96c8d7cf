-- What cameras record: how each is to, the segments of it, and when there should have been a picture and was none.
create table camera_recording (
  camera_id bigint primary key references camera,
  tenant_id bigint not null references tenant, updated_at bigint not null, updated_by text not null,
  mode text not null check (mode in ('off', 'always', 'schedule', 'alarm')),
  -- Minutes of the week, from Monday 00:00 of the tenant's zone: pairs of beginning and end.
  weekly jsonb not null default '[]', before_s int not null, after_s int not null, days int not null,
  -- Which process records it, and when that said so last.
  home text, home_at bigint
);
create index camera_recording_tenant on camera_recording (tenant_id);
create table camera_segment (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, camera_id bigint not null references camera, created_at bigint not null,
  from_at bigint not null, to_at bigint not null, why text not null check (why in ('always', 'schedule', 'alarm')),
  codec text not null, width int, height int, bytes bigint not null, file_id bigint not null unique references stored_file,
  held_at bigint, hold_reason text, held_by_name text, expires_at bigint not null
);
create index camera_segment_time on camera_segment (camera_id, from_at);
create index camera_segment_expiry on camera_segment (expires_at) where held_at is null;
create index camera_segment_tenant on camera_segment (tenant_id, from_at) where held_at is null;
create table camera_gap (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, camera_id bigint not null references camera,
  from_at bigint not null, to_at bigint, why text
);
create index camera_gap_time on camera_gap (camera_id, from_at);
select put_behind_wall('camera_recording', 'camera_segment', 'camera_gap');
