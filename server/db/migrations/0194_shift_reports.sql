-- Which devices of a tenant went quiet in a period; who came back since stands in their state.
create index online_change_quiet on online_change (tenant_id, at) where not online;
