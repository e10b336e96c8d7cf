-- Faces: libraries, samples with the consent of whom they show, captures. Off until a tenant turns them on.
create table face_setting (
  tenant_id bigint primary key references tenant,
  on_at bigint, on_by text,
  -- Rises with every change of what captures are compared with, so that a process knows when what it holds is outdated.
  revision bigint not null default 0
);

create table face_library (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, quality_threshold int not null, intra_threshold int not null, inter_threshold int not null,
  custom_info text
);
create unique index face_library_name on face_library (tenant_id, lower(name)) where removed_at is null;

-- A picture with what was found in it. It belongs to one sample, to one capture, or waits to become a sample.
create table face_picture (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  created_at bigint not null,
  key text not null unique, storage text not null, content_type text not null, bytes int not null,
  -- As it was called when it was uploaded.
  name text not null,
  use text not null check (use in ('waiting', 'sample', 'capture')),
  -- Which engine made the embedding: those of two engines cannot be compared.
  model text,
  -- Sealed with a key of this installation.
  embedding bytea,
  quality int, face_size int, sharpness int, brightness int,
  check ((model is null) = (quality is null))
);
create index face_picture_waiting on face_picture (tenant_id, created_at) where use = 'waiting';

create table face_sample (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  library_id bigint not null references face_library, picture_id bigint not null unique references face_picture,
  person_name text not null, labels text, birth_date text not null,
  consent_purpose text not null, consent_at bigint not null, expires_at bigint not null,
  guardian_name text, guardian_at bigint
);
create index face_sample_library on face_sample (library_id);
create index face_sample_tenant on face_sample (tenant_id, created_at);
create index face_sample_expiry on face_sample (expires_at);

create table face_capture (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  picture_id bigint not null unique references face_picture,
  device_id bigint references device, place text, at bigint not null,
  state text not null check (state in ('suggested', 'confirmed', 'refused', 'unknown')),
  sample_id bigint references face_sample, similarity int,
  judged_by text, judged_at bigint, expires_at bigint not null,
  check ((sample_id is null) = (similarity is null))
);
create index face_capture_tenant on face_capture (tenant_id, at);
create index face_capture_sample on face_capture (sample_id) where sample_id is not null;
create index face_capture_expiry on face_capture (expires_at);

-- Bytes that no row knows any more and that the storage still has to lose: written down with the erasure, gone once it is done.
create table face_erasure (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  key text not null, storage text not null, at bigint not null
);

-- What a save was answered with is kept for its repetition: erased along with the sample, and so found by it.
create index idempotency_face_sample on idempotency (((answer -> 'data' ->> 'id')::bigint))
  where endpoint = '/api/user/faceSample/save';

select put_behind_wall('face_setting', 'face_library', 'face_picture', 'face_sample', 'face_capture', 'face_erasure');
