-- One card for a type and a place, which may be a community now.
-- blocks: a tenant has a few cards a type, so that this takes milliseconds
create unique index response_card_at_place on response_card
  (tenant_id, type, coalesce(department_id, 0), coalesce(community_id, 0)) where removed_at is null;
-- blocks: the one above stands in its place, and the table is as small
drop index response_card_place;
-- blocks: texts are kept for a month and are few; those of alarms wait for some milliseconds
create index text_message_entry on text_message (emergency_entry_id, account_id)
  where emergency_entry_id is not null;
