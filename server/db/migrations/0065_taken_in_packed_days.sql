-- Packed days of alarms tell open ones from those that somebody deals with: all are packed once more.
insert into alarm_day_change (tenant_id, day) select tenant_id, day from alarm_day;
