-- Uploads of large videos that are not whole yet. Their bytes stand in a file on the server's disk, named by the key.
create table part_upload (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, created_at bigint not null, updated_at bigint not null,
  key text not null unique, name text not null, bytes bigint not null,
  state text not null default 'open' check (state in ('open', 'checking', 'done', 'failed')),
  -- Why the last check did not go well: the name of an error.
  problem text, sha256 text,
  -- A person sends, or a device by itself.
  user_id bigint references account, sender_id bigint references device, user_name text not null,
  device_id bigint references device, department_id bigint references department, note text, taken_at bigint,
  recording_id bigint references recording on delete set null,
  check ((user_id is null) <> (sender_id is null))
);
create index part_upload_person on part_upload (user_id) where user_id is not null;
create index part_upload_sender on part_upload (sender_id) where sender_id is not null;
create index part_upload_touched on part_upload (updated_at);
create table part_upload_part (
  upload_id bigint not null references part_upload on delete cascade,
  tenant_id bigint not null references tenant, part int not null, sha256 text not null,
  primary key (upload_id, part)
);
-- What was found when the whole had been checked.
alter table recording add column sha256 text;
select put_behind_wall('part_upload', 'part_upload_part');
