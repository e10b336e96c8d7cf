-- Photos and videos that are judged before others see them.
create table photo (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, note text, file_id bigint not null references stored_file, source text not null default 'file',
  state text not null default 'review', reason text, reason_note text,
  pinned boolean not null default false, published boolean not null default false, published_at bigint,
  taken_at bigint not null, latitude double precision, longitude double precision, accuracy_metres double precision, place text,
  device_id bigint references device, department_id bigint references department,
  user_id bigint not null references account, user_name text not null,
  judged_by_id bigint references account, judged_by_name text, judged_at bigint, changed_by_name text,
  -- What the last judgements found, the newest first, so that they can be taken back.
  steps jsonb not null default '[]'
);
-- What was sent twice is stored once.
create unique index photo_file on photo (file_id) where removed_at is null;
create index photo_taken on photo (tenant_id, taken_at desc) where removed_at is null;
create index photo_to_judge on photo (tenant_id, created_at) where removed_at is null and state in ('review', 'reported');
create table video (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, note text, file_id bigint not null references stored_file, cover_id bigint references stored_file,
  kind text not null,
  state text not null default 'review', reason text, reason_note text,
  pinned boolean not null default false, published boolean not null default false, published_at bigint,
  taken_at bigint not null, latitude double precision, longitude double precision, accuracy_metres double precision, place text,
  device_id bigint references device, department_id bigint references department,
  user_id bigint not null references account, user_name text not null,
  judged_by_id bigint references account, judged_by_name text, judged_at bigint, changed_by_name text,
  steps jsonb not null default '[]'
);
create unique index video_file on video (file_id) where removed_at is null;
create index video_taken on video (tenant_id, taken_at desc) where removed_at is null;
create index video_to_judge on video (tenant_id, created_at) where removed_at is null and state in ('review', 'reported');
select put_behind_wall('photo', 'video');
