-- A secret that is to replace another: until it is used for the first time, or that time has come, the old one works too.
alter table device add column next_secret_hash text;
alter table device add column next_order_key bytea;
alter table device add column old_secret_until bigint;
create index device_old_secret on device (old_secret_until) where next_secret_hash is not null;

-- Codes by which a device, or who installs it, fetches its secret: kept as an HMAC, used up by one use.
create table claim_code (
  code_hash bytea primary key,
  tenant_id bigint not null references tenant,
  device_id bigint not null references device on delete cascade,
  account_id bigint not null references account,
  created_at bigint not null, expires_at bigint not null, used_at bigint
);
create index claim_code_device on claim_code (device_id);
create index claim_code_tenant on claim_code (tenant_id);
select put_behind_wall('claim_code');
