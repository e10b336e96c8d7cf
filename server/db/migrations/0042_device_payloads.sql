-- What devices passed on as it is: the newest of each device, in the form that it came in.
create table device_payload (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, device_id bigint not null references device,
  at bigint not null, form text not null, data text not null
);
create index device_payload_device on device_payload (device_id, id desc);
create index device_payload_time on device_payload (device_id, at desc);
create index device_payload_at on device_payload (at);
create index device_command_raw on device_command (device_id, created_at desc) where kind = 'raw';
select put_behind_wall('device_payload');
