-- The life of devices: steps with who and when, allocations that can be undone, production, gateways.

-- Puts tables behind the second wall: the application's own role sees only rows of the tenant set in the transaction.
create function put_behind_wall(variadic tables text[]) returns void language plpgsql as $body$
declare t text;
begin
  foreach t in array tables
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_wall on %I
      using ((select current_setting('app.tenant', true)) = '*'
        or tenant_id = (select nullif(nullif(current_setting('app.tenant', true), '*'), '')::bigint))
      with check ((select current_setting('app.tenant', true)) = '*'
        or tenant_id = (select nullif(nullif(current_setting('app.tenant', true), '*'), '')::bigint))$p$, t);
  end loop;
end $body$;

alter table device add column gateway_id bigint references device, add column channel int,
  add column bound_to text, add column bound_at bigint;
create index device_gateway on device (gateway_id) where gateway_id is not null;
create index device_lifecycle on device (tenant_id, lifecycle) where removed_at is null;
create index device_activated on device (tenant_id, activated_at);
alter table device_state add column foot_ring text, add column harmful_gas text, add column valve text,
  add column closed boolean, add column locked boolean, add column switch_control text;

create table device_step (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, device_id bigint not null references device,
  step text not null, "from" text not null, "to" text not null,
  user_id bigint, user_name text, note text, at bigint not null
);
create index device_step_device on device_step (device_id, at desc, id desc);

create table allocation (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  state text not null default 'running',
  target_tenant_id bigint not null references tenant, target_department_id bigint references department,
  note text, total int not null, done int not null default 0, failed int not null default 0,
  user_id bigint not null references account, user_name text not null,
  finished_at bigint, undone_at bigint, undone_by text
);
create index allocation_tenant on allocation (tenant_id, created_at desc);
create index allocation_open on allocation (id) where state in ('running', 'undoing');
create table allocation_item (
  allocation_id bigint not null references allocation, device_id bigint not null references device,
  tenant_id bigint not null references tenant,
  -- As they were called when it began: a device that has gone to another tenant cannot be asked any more.
  imei text not null, device_name text not null,
  state text not null default 'waiting', reason text, at bigint,
  -- How the device was before, so that undoing puts it back, and the step that handed it out.
  before jsonb, step_id bigint,
  primary key (allocation_id, device_id)
);

create table production_batch (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  number text not null, product_id bigint not null references product, category_id bigint not null references device_category,
  colour text, manufacturer text not null, planned int not null, serial_prefix text not null, note text,
  state text not null default 'planned', released_at bigint
);
create unique index production_batch_number on production_batch (tenant_id, lower(number)) where removed_at is null;
create table serial_counter (
  tenant_id bigint not null references tenant, prefix text not null, next bigint not null default 1,
  primary key (tenant_id, prefix)
);
create table production_record (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  batch_id bigint references production_batch, product_name text not null, model text, colour text, serial text not null,
  imei text, card_number text, iccid text, manufacturer text, inspector text, sales_mode text, agent text, produced_at bigint,
  quality text not null default 'pending', quality_note text, device_id bigint references device
);
create unique index production_record_serial on production_record (tenant_id, serial) where removed_at is null;
create unique index production_record_imei on production_record (tenant_id, imei) where removed_at is null and imei <> '';
create index production_record_batch on production_record (batch_id);

select put_behind_wall('device_step', 'allocation', 'allocation_item', 'production_batch', 'serial_counter', 'production_record');
