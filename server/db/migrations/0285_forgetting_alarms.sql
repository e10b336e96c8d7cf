-- no transaction
-- Alarms go when their days are over, unless something names them: what names one has to be found.
create index concurrently if not exists fence_event_alarm on fence_event (alarm_id) where alarm_id is not null;
create index concurrently if not exists fence_side_alarm on fence_side (alarm_id) where alarm_id is not null;
create index concurrently if not exists zone_stay_alarm on zone_stay (alarm_id) where alarm_id is not null;
create index concurrently if not exists incident_alarm on incident (alarm_id) where alarm_id is not null;
create index concurrently if not exists alarm_sms_alarm on alarm_sms (alarm_id) where alarm_id is not null;
create index concurrently if not exists recording_mark_alarm on recording_mark (alarm_id) where alarm_id is not null;
create index concurrently if not exists fence_event_at on fence_event (at);
