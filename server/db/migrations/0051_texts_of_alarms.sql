-- What became of a text message, for who looks at the alarm: whom it was for, why it did not come, and which one was sent
-- in its place.
alter table text_message
  add column version int not null default 1,
  add column removed_at bigint,
  add column account_id bigint references account,
  add column person_name text,
  add column failure text,
  add column again_of bigint references text_message on delete set null,
  add column again_by text;
update text_message set failure = case when reason = 'too late' then 'tooLate' else 'refused' end,
  reason = nullif(reason, 'too late') where state = 'failed';
-- One that failed is sent once more only once.
create unique index text_message_again on text_message (again_of) where again_of is not null;
create index text_message_tenant on text_message (tenant_id, at desc, id desc) where alarm_id is not null;
