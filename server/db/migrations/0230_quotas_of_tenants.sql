-- How many messages a minute the devices of a tenant may send; null: as the installation says.
alter table tenant add column messages_per_minute int check (messages_per_minute > 0);

-- What they sent, by the tenant's own day: stored, kept waiting, and refused for want of room.
create table tenant_traffic (
  tenant_id bigint not null references tenant,
  day date not null,
  stored bigint not null default 0, slowed bigint not null default 0, refused bigint not null default 0,
  -- When its administrators were told.
  told_at bigint,
  primary key (tenant_id, day)
);
select put_behind_wall('tenant_traffic');
