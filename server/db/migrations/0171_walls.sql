-- Walls: screens with an identity of their own. Only the hash of what lets one in is kept.
create table wall (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, scenes text[] not null, seconds int not null, dim_from int not null, dim_until int not null,
  secret_hash bytea unique, paired_at bigint, paired_by text, seen_at bigint, revoked_at bigint
);
create unique index wall_name on wall (tenant_id, lower(name)) where removed_at is null;
select put_behind_wall('wall');

-- Screens that wait for somebody to type their code. Nobody's yet, so no tenant's.
create table wall_knock (
  code_hash bytea primary key, claim_hash bytea not null unique,
  address text not null, expires_at bigint not null, wall_id bigint references wall on delete cascade, paired_by text
);
create index wall_knock_address on wall_knock (address);
