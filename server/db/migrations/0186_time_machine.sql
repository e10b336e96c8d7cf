-- When late measurements arrived: what a device kept while nobody heard it, one row for what came together. Positions and readings
-- are told by their own time alone, so that this says by when they were known.
create table late_arrival (
  tenant_id bigint not null references tenant, device_id bigint not null references device,
  received_at bigint not null,
  -- Times of the first and the last of them.
  from_at bigint not null, to_at bigint not null,
  primary key (device_id, received_at)
);
create index late_arrival_tenant on late_arrival (tenant_id);
select put_behind_wall('late_arrival');

create table replay_mark (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, at bigint not null, known_at bigint, from_at bigint not null, to_at bigint not null,
  devices text, around text,
  department_id bigint references department, user_id bigint references account, user_name text not null,
  check (from_at <= at and at <= to_at)
);
create index replay_mark_at on replay_mark (tenant_id, at);
select put_behind_wall('replay_mark');
