-- Conference rooms that are kept, and the links by which guests come into one.
create table conference_room (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  number text not null, name text not null, capacity int not null, wait_for_host boolean not null,
  recording_allowed boolean not null, password_hash text
);
create unique index conference_room_number on conference_room (tenant_id, lower(number)) where removed_at is null;
select put_behind_wall('conference_room');

create table conference_guest_link (
  code_hash bytea primary key,
  tenant_id bigint not null references tenant,
  room_number text not null,
  account_id bigint not null references account,
  created_at bigint not null, expires_at bigint not null
);
create index conference_guest_link_expires on conference_guest_link (expires_at);
select put_behind_wall('conference_guest_link');
