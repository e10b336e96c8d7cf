-- What was wrong with the message of an alarm that was kept all the same: [{"field", "said"}].
alter table alarm add column flaws jsonb;
-- The connection broke without a goodbye: whether that silence is an alarm is still to be judged.
alter table device_state add column lost_at bigint;
create index device_state_lost on device_state (lost_at) where lost_at is not null;
