-- Who lives where: what an occupancy gives and takes, the sessions of residents, the codes they give to guests, their faces.
alter table resident
  add column id_number text, add column note text, add column department_id bigint references department;
create index resident_tenant on resident (tenant_id, name);

alter table occupancy
  add column note text, add column asked_by_resident boolean not null default false,
  add column ended_at bigint, add column ended_by text,
  -- Days of this zone are its tenant's: from when until when, kept as the moments that doors are told.
  add column valid_from bigint, add column valid_until bigint;
-- A person asks for a room once, and lives in it once at a time.
create unique index occupancy_once on occupancy (room_id, resident_id)
  where state in ('applied', 'active') and removed_at is null;
create index occupancy_due on occupancy (valid_until) where state = 'active' and removed_at is null;

alter table door_card add column occupancy_id bigint references occupancy;
create index door_card_occupancy on door_card (occupancy_id) where occupancy_id is not null;
alter table face_sample add column occupancy_id bigint references occupancy;
create index face_sample_occupancy on face_sample (occupancy_id) where occupancy_id is not null;

-- A right without card and account is the resident's own: they open from their phone.
alter table door_right add column occupancy_id bigint references occupancy;
alter table door_right drop constraint door_right_check;
alter table door_right add constraint door_right_holder check (
  num_nonnulls(card_id, account_id) = 1 or (num_nonnulls(card_id, account_id) = 0 and occupancy_id is not null));
create unique index door_right_occupancy on door_right (device_id, occupancy_id)
  where removed_at is null and occupancy_id is not null and card_id is null and account_id is null;
create index door_right_of_occupancy on door_right (occupancy_id) where occupancy_id is not null;

-- The list that a door has to confirm before it no longer opens to who has moved out.
create table occupancy_closing (
  tenant_id bigint not null references tenant,
  occupancy_id bigint not null references occupancy, device_id bigint not null references device,
  list_version int not null, at bigint not null, primary key (occupancy_id, device_id)
);

-- A telephone that was proved: whose it is in which tenant, the residents say.
create table resident_session (
  token_hash bytea primary key, phone text not null,
  created_at bigint not null, seen_at bigint not null, expires_at bigint not null, address text, agent text
);
create index resident_session_phone on resident_session (phone);

-- Who unlocked: a person of the console, or a resident.
alter table unlock_order alter column account_id drop not null;
alter table unlock_order add column resident_id bigint references resident;
alter table unlock_order add constraint unlock_order_who check (num_nonnulls(account_id, resident_id) <= 1);
create unique index unlock_order_resident_once on unlock_order (resident_id, request_nonce) where resident_id is not null;

create table guest_code (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  occupancy_id bigint not null references occupancy, resident_id bigint not null references resident,
  digits text not null check (length(digits) = 6), guest_name text,
  valid_from bigint not null, valid_until bigint not null, most_uses int not null check (most_uses between 1 and 50),
  used int not null default 0, check (used between 0 and most_uses), check (valid_until > valid_from)
);
create unique index guest_code_digits on guest_code (tenant_id, digits) where removed_at is null;
create index guest_code_occupancy on guest_code (occupancy_id);

create table resident_face (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  occupancy_id bigint not null references occupancy, resident_id bigint not null references resident,
  picture_id bigint references face_picture on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'erased')),
  consent_at bigint not null, consent_by text not null, birth_date text not null,
  reason text, decided_by text, decided_at bigint, sample_id bigint references face_sample on delete set null,
  -- Its number outlives it, as long as a door may hold it.
  erased_sample_id bigint
);
create unique index resident_face_once on resident_face (occupancy_id) where state in ('waiting', 'approved');
create index resident_face_tenant on resident_face (tenant_id, created_at);

select put_behind_wall('occupancy_closing', 'guest_code', 'resident_face');

-- The faces that a door unit holds, as it has confirmed.
alter table door_list add column faces bigint[] not null default '{}';

-- What a resident has sent waits for a person, not for a day.
alter table face_picture drop constraint face_picture_use_check;
alter table face_picture add constraint face_picture_use_check check (use in ('waiting', 'review', 'sample', 'capture'));
