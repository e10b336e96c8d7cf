-- Text messages on their way to phones, and what became of them.
create table text_message (
  id bigint generated always as identity primary key,
  -- Of an alarm; codes belong to nobody.
  tenant_id bigint references tenant, alarm_id bigint references alarm,
  way text not null, phone text not null, about text not null,
  -- What an alarm says; codes are kept by the process that sends them only.
  content jsonb,
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
  reason text, number text,
  at bigint not null, sent_at bigint, settled_at bigint,
  tries int not null default 0, asks int not null default 0,
  -- When it is tried again, or the carrier is asked about it.
  next_at bigint
);
create index text_message_due on text_message (state, next_at) where next_at is not null;
create index text_message_alarm on text_message (alarm_id) where alarm_id is not null;
create index text_message_at on text_message (at);
-- Whether this installation can send any: who tells of alarms says so where it cannot.
create table text_service (only_one boolean primary key default true check (only_one), way text);

select put_behind_wall('text_message');
