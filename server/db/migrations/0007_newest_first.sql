-- Devices by their last message, in the order of the list: the first page of a large tenant is read, not sorted out.
drop index device_state_seen;
create index device_state_seen on device_state (tenant_id, last_message_at desc nulls last, device_id desc);
