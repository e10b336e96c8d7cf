-- The last entry of a tenant's audit chain, newest open rows for lists, and partial counts without a scan of the heap.
create index audit_chain on audit (tenant_id, id desc);
create index device_tenant_created on device (tenant_id, created_at, id) where removed_at is null;
create index device_state_counts on device_state (tenant_id, device_id) include (state);
