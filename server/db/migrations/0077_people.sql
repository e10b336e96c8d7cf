-- People at work and their posts.
create extension if not exists btree_gist;

create table post (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, department_id bigint references department, area text, min_heads int not null default 0,
  on_roster boolean not null default false, note text
);
create unique index post_name on post (tenant_id, lower(name)) where removed_at is null;
select put_behind_wall('post');

create table worker (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, number text, phone text, trade text,
  department_id bigint references department, post_id bigint references post, account_id bigint references account,
  device_ids bigint[] not null default '{}', card_ids bigint[] not null default '{}',
  face_sample_ids bigint[] not null default '{}',
  joined_on date, left_on date, note text, label_code text not null,
  check (left_on >= joined_on)
);
create unique index worker_number on worker (tenant_id, lower(number)) where removed_at is null and number <> '';
create unique index worker_account on worker (account_id) where removed_at is null and left_on is null;
create unique index worker_label_code on worker (tenant_id, label_code);
create index worker_name on worker (tenant_id, name);
create index worker_post on worker (post_id) where removed_at is null;
create index worker_devices on worker using gin (device_ids);
create index worker_cards on worker using gin (card_ids);
create index worker_face_samples on worker using gin (face_sample_ids);
select put_behind_wall('worker');
