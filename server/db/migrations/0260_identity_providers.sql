-- Where the people of a tenant prove who they are instead of a password here.
create table identity_provider (
  tenant_id bigint primary key references tenant,
  version int not null default 1, updated_at bigint not null, updated_by text not null,
  enabled boolean not null, name text not null, sign_in_name text not null,
  issuer text not null, client_id text not null, client_secret bytea not null, scopes text not null,
  name_claim text not null, mail_domain text,
  unknown_people text not null check (unknown_people in ('refuse', 'make')),
  role_id bigint references role, department_id bigint references department,
  links_existing boolean not null,
  passwords text not null check (passwords in ('everybody', 'administrators')),
  factor text not null check (factor in ('own', 'provider')), acr text,
  groups_claim text, group_roles jsonb not null
);
-- The address that leads to it is the installation's: of two tenants one has it.
create unique index identity_provider_sign_in_name on identity_provider (sign_in_name);

-- Whom the provider's person is here. Issuer and subject are a person in one tenant; in another they are a stranger.
create table provider_identity (
  tenant_id bigint not null references tenant,
  issuer text not null, subject text not null,
  account_id bigint not null references account,
  linked_at bigint not null, last_at bigint not null,
  primary key (tenant_id, issuer, subject),
  -- A login name that the provider gives to somebody else must not lead to the first one's account.
  unique (tenant_id, issuer, account_id)
);
create index provider_identity_account on provider_identity (account_id);

-- Logins that are under way: each is good once, for the browser that began it, for the settings it began with.
create table provider_attempt (
  state_hash bytea primary key, handle_hash bytea not null,
  tenant_id bigint not null references tenant,
  issuer text not null, client_id text not null, return_to text not null,
  expires_at bigint not null
);

select put_behind_wall('identity_provider', 'provider_identity', 'provider_attempt');
