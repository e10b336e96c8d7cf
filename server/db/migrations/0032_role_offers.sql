-- What built-in roles were given by their rules, so that an upgrade gives what is new and nothing that a tenant took away.
create table role_offer (
  tenant_id bigint not null references tenant,
  role_id bigint not null references role, resource_id bigint not null references resource,
  primary key (role_id, resource_id)
);
select put_behind_wall('role_offer');
insert into role_offer (tenant_id, role_id, resource_id)
  select r.tenant_id, r.id, x.resource_id from role r join role_resource x on x.role_id = r.id where r.built_in;
-- Whoever changed a role has seen all there was: only what comes later is new to it.
insert into role_offer (tenant_id, role_id, resource_id)
  select r.tenant_id, r.id, x.id from role r cross join resource x where r.built_in and r.version > 1
  on conflict do nothing;
