-- Recordings of rooms, calls, cameras and body-worn recorders: their tracks are files of their own, marks say what happened when.
-- Files that a schedule or a device has sent in belong to nobody.
alter table stored_file alter column user_id drop not null;
create table recording (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, note text, file_name text not null,
  type text not null check (type in ('local', 'call')),
  source text not null check (source in ('room', 'call', 'camera', 'bodyWorn')),
  state text not null default 'recording' check (state in ('recording', 'closing', 'ready', 'failed')),
  trouble text check (trouble in ('diskFull', 'quota', 'interrupted', 'storage', 'empty', 'broken')),
  started_at bigint not null, ended_at bigint, bytes bigint not null default 0,
  room_id text, call_id bigint references call on delete set null, device_id bigint references device, camera_id bigint,
  imeis text[] not null default '{}', department_id bigint references department,
  latitude double precision, longitude double precision, place text,
  user_id bigint references account, user_name text not null default '', changed_by_name text,
  held_at bigint, hold_reason text, held_by_name text, expires_at bigint,
  -- Which server has its files while they are not whole.
  home text
);
create index recording_started on recording (tenant_id, started_at desc) where removed_at is null;
create index recording_file_name on recording (tenant_id, file_name);
create index recording_device on recording (device_id, started_at desc) where device_id is not null;
create index recording_camera on recording (camera_id, started_at desc) where camera_id is not null;
create index recording_unfinished on recording (id) where state in ('recording', 'closing');
create index recording_expiry on recording (expires_at) where removed_at is null and held_at is null;
create table recording_track (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, recording_id bigint not null references recording on delete cascade,
  kind text not null check (kind in ('audio', 'video', 'screen', 'mixed')), codec text not null,
  -- Milliseconds from the beginning of the recording.
  begin_ms bigint not null, duration_ms bigint not null, spans jsonb not null default '[]', width int, height int,
  whose text, display_name text, imei text, file_id bigint not null references stored_file
);
create index recording_track_of on recording_track (recording_id, begin_ms);
create unique index recording_track_file on recording_track (file_id);
create table recording_mark (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, recording_id bigint not null references recording on delete cascade,
  kind text not null check (kind in ('join', 'leave', 'speaker', 'layout', 'alarm', 'declined', 'gap')),
  at_ms bigint not null, until_ms bigint, whose text, display_name text, alarm_id bigint references alarm on delete set null
);
create index recording_mark_of on recording_mark (recording_id, at_ms);
select put_behind_wall('recording', 'recording_track', 'recording_mark');
