-- Messages of an emergency go out by text message too: whose message a text is, and what was decided for each person.
alter table text_message add column emergency_entry_id bigint references emergency_entry on delete cascade;
-- Null: no text was wanted. Kept beside the message, for texts themselves are forgotten after a month.
alter table emergency_told add column text_fate text
  check (text_fate in ('asked', 'noPhone', 'tooMany', 'noCarrier'));
-- The limits count texts of alarms and of emergencies together.
alter table alarm_sms alter column alarm_id drop not null;
