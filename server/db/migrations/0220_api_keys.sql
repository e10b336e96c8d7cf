-- Keys with which programs call the API. Only hashes of their secrets are kept; while a key is changed over there are two.
create table api_key (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, scopes text[] not null, department_id bigint references department,
  valid_until date, addresses text,
  maker_id bigint references account, maker_name text,
  secret_hash bytea unique, hint text, issued_at bigint,
  old_hash bytea unique, old_until bigint, revoked_at bigint,
  last_used_at bigint, last_used_address text
);
create unique index api_key_name on api_key (tenant_id, lower(name)) where removed_at is null;
create index api_key_maker on api_key (maker_id) where removed_at is null;
select put_behind_wall('api_key');
