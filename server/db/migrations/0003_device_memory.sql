-- What ingestion must remember of each device: conditions that an alarm has told of, and the last message numbers.
create table device_condition (
  device_id bigint not null references device, tenant_id bigint not null,
  -- `limit:<reading>`, `reported:<alarm type>`, `lowBattery` or `offline`.
  condition text not null, alarm_id bigint, type text not null,
  raised_at bigint not null, recovered_at bigint,
  primary key (device_id, condition)
);
-- [[number, arrival], …] of the newest numbered messages: a repeated one is stored once, also after a restart.
create table device_sequence (
  device_id bigint primary key references device, tenant_id bigint not null, recent jsonb not null
);
do $$
declare t text;
begin
  foreach t in array array['device_condition', 'device_sequence']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_wall on %I using (current_setting('app.tenant', true) in ('*', tenant_id::text))
      with check (current_setting('app.tenant', true) in ('*', tenant_id::text))$p$, t);
  end loop;
end $$;
