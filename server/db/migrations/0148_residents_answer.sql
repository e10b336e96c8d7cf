-- Somebody who lives there answers a ring: who, in which session of theirs, and what the door says to them until the call is over.
alter table call add column resident_id bigint references resident, add column resident_session bytea;
create unique index call_resident_session on call (resident_session) where state = 'answered' and resident_session is not null;
create table call_word (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, call_id bigint not null references call on delete cascade,
  signal jsonb not null
);
create index call_word_call on call_word (call_id, id);
select put_behind_wall('call_word');
