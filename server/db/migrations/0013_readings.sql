-- What products report, closed hours of readings packed into one row each, and when a device last measured anything.
create table product_reading (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  product_id bigint not null references product, kind text not null, name text not null, en_name text,
  decimals int not null default 1, lower double precision, upper double precision, every_seconds int, sort int not null default 0
);
create unique index product_reading_once on product_reading (product_id, kind) where removed_at is null;
create index product_reading_tenant on product_reading (tenant_id, sort);
-- Partitioned by day like the plain rows, and dropped with them.
create table reading_hour (
  tenant_id bigint not null, device_id bigint not null, kind text not null,
  -- Beginning of the hour, epoch milliseconds.
  hour bigint not null, n int not null, bytes bytea not null,
  -- What the hour says without being unpacked.
  low double precision not null, low_at bigint not null, high double precision not null, high_at bigint not null,
  first_at bigint not null, last_at bigint not null, sum double precision not null,
  primary key (device_id, kind, hour)
) partition by range (hour);

alter table device_state add column measured_at bigint;
update device_state s set measured_at = l.at
  from (select device_id, max(at) as at from latest_reading group by device_id) l where l.device_id = s.device_id;
create index device_state_measured on device_state (tenant_id, measured_at);

select put_behind_wall('product_reading', 'reading_hour');
