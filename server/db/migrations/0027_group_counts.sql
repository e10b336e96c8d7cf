-- How many devices in use a group has, without reading them: lists of fences count theirs.
create index device_group_in_use on device (group_id, tenant_id)
  where removed_at is null and lifecycle <> 'recycled' and group_id is not null;
