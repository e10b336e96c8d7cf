-- A device may go to another tenant in the middle of an hour: each tenant has its own packed part of it.
alter table reading_hour drop constraint reading_hour_pkey, add primary key (device_id, kind, hour, tenant_id);
