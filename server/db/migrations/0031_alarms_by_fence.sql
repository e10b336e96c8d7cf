-- The alarms of a fence, counted by status without a look at each.
create index alarm_counts_fence on alarm (tenant_id, fence_id, status, on_test)
  where removed_at is null and fence_id is not null;
