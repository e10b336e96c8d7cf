-- Webhooks: where a tenant wants to be told of what happens, what there is to tell, and what became of each message.
create table webhook (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, address text not null, kinds text[] not null, department_id bigint references department,
  maker_name text, secret bytea, old_secret bytea, old_until bigint,
  paused_at bigint, disabled_at bigint, failing_since bigint, delivered_at bigint
);
create unique index webhook_name on webhook (tenant_id, lower(name)) where removed_at is null;

-- Written in the transaction of what happened; gone once its messages are made.
create table webhook_event (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, kind text not null, row_id bigint not null, at bigint not null
);
create index webhook_event_tenant on webhook_event (tenant_id);

create table webhook_delivery (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  webhook_id bigint not null references webhook, message_id text not null, kind text not null, body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
  tries int not null default 0, next_at bigint not null, lease_until bigint,
  tried_at bigint, status int, took_ms int, problem text, answer text
);
create index webhook_delivery_due on webhook_delivery (next_at) where state in ('waiting', 'sending');
create index webhook_delivery_webhook on webhook_delivery (webhook_id, id desc);
create index webhook_delivery_tenant on webhook_delivery (tenant_id, id desc);
select put_behind_wall('webhook', 'webhook_event', 'webhook_delivery');

-- What nobody wants to be told of costs one look at the tenant's few webhooks.
create function note_for_webhooks() returns trigger language plpgsql as $body$
begin
  if exists (select from webhook w where w.tenant_id = new.tenant_id and w.removed_at is null and w.secret is not null
      and w.paused_at is null and w.disabled_at is null and tg_argv[0] = any(w.kinds)) then
    insert into webhook_event (tenant_id, kind, row_id, at)
    values (new.tenant_id, tg_argv[0], (to_jsonb(new) ->> tg_argv[1])::bigint,
      (extract(epoch from clock_timestamp()) * 1000)::bigint);
  end if;
  return null;
end $body$;

-- Alarms of a test are nobody's business.
create trigger webhook_alarm_raised after insert on alarm for each row
  when (new.test_id is null) execute function note_for_webhooks('alarm.raised', 'id');
create trigger webhook_alarm_taken after update of status on alarm for each row
  when (old.status <> new.status and new.status = 'taken' and new.test_id is null)
  execute function note_for_webhooks('alarm.taken', 'id');
create trigger webhook_alarm_closed after update of status on alarm for each row
  when (old.status <> new.status and new.status = 'handled' and new.test_id is null)
  execute function note_for_webhooks('alarm.closed', 'id');
create trigger webhook_device_online after update of state on device_state for each row
  when (old.state in ('offline', 'notActivated') and new.state in ('online', 'abnormal'))
  execute function note_for_webhooks('device.online', 'device_id');
create trigger webhook_device_offline after update of state on device_state for each row
  when (old.state in ('online', 'abnormal') and new.state = 'offline')
  execute function note_for_webhooks('device.offline', 'device_id');
create trigger webhook_emergency_opened after insert on emergency for each row
  execute function note_for_webhooks('emergency.opened', 'id');
create trigger webhook_emergency_closed after update of state on emergency for each row
  when (old.state <> new.state and new.state = 'closed') execute function note_for_webhooks('emergency.closed', 'id');
create trigger webhook_door_event after insert on door_event for each row
  execute function note_for_webhooks('door.event', 'id');
create trigger webhook_call_missed after update of state on call for each row
  when (old.state <> new.state and new.state = 'missed') execute function note_for_webhooks('call.missed', 'id');
