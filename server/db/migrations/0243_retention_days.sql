-- What tenants decided about how long their records are kept, and what records took on the disk, a line a day.
create table retention_days (
  tenant_id bigint not null references tenant,
  kind text not null,
  days int not null check (days > 0),
  -- Of readings and positions: what is older has gone already, and nothing that old comes any more.
  removed_before bigint,
  primary key (tenant_id, kind)
);
select put_behind_wall('retention_days');

create table disk_use (
  -- Days since 1970, UTC.
  day int not null,
  -- Empty: what belongs to no kind.
  kind text not null,
  bytes bigint not null,
  primary key (day, kind)
);
