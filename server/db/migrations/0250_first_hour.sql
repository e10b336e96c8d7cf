-- What a tenant has said that it is; null: nobody has said, and its menus are those of its one scenario.
alter table tenant add column scenarios text[]
  check (scenarios <@ array['site', 'fire', 'community', 'campus', 'supervision']);

-- The guide of a tenant. Those that are there already have found their way: they get a row once somebody takes it up.
create table tenant_setup (
  tenant_id bigint primary key references tenant,
  updated_at bigint not null,
  put_away_at bigint,
  skipped text[] not null default '{}'
);
select put_behind_wall('tenant_setup');

-- What only a human can know: that they heard the sound.
create table setup_heard (
  account_id bigint primary key references account,
  tenant_id bigint not null references tenant,
  at bigint not null
);
create index setup_heard_tenant on setup_heard (tenant_id);
select put_behind_wall('setup_heard');

-- Invitations: what lets one in is kept as a hash only.
create table invitation (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  created_at bigint not null, expires_at bigint not null,
  code_hash bytea not null unique,
  for_name text not null,
  role_ids bigint[] not null check (cardinality(role_ids) > 0),
  department_id bigint references department,
  by_id bigint not null references account, by_name text not null,
  used_at bigint, used_by_id bigint references account, withdrawn_at bigint
);
create index invitation_tenant on invitation (tenant_id, created_at);
create index invitation_by on invitation (by_id);
select put_behind_wall('invitation');
