-- Orders to many devices at once.
create table command_batch (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  kind text not null, input jsonb, target text not null, group_id bigint references device_group,
  refused jsonb not null default '[]', user_id bigint, user_name text
);
create index command_batch_tenant on command_batch (tenant_id, created_at desc);
alter table device_command add column batch_id bigint references command_batch;
create index device_command_batch on device_command (batch_id) where batch_id is not null;
create index device_command_tenant on device_command (tenant_id, created_at desc);
create index device_command_waiting on device_command (imei, id) where state = 'waiting';
-- One switch at each place of a gateway.
create unique index device_channel on device (gateway_id, channel)
  where removed_at is null and gateway_id is not null and channel is not null;
-- Device time of the newest status that is stored: a late one changes nothing.
alter table device_state add column status_at bigint;

select put_behind_wall('command_batch');
