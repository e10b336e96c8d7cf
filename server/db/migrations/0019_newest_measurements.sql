-- Newest measurement first, devices that never measured last, as the table of latest readings orders them.
drop index device_state_measured;
create index device_state_measured on device_state (tenant_id, measured_at desc nulls last, device_id desc);
