-- Rules for alarms name posts of the roster: whoever is on duty there when the alarm comes is told.
alter table alarm_rule
  add column duty_post_ids bigint[] not null default '{}',
  add column escalate_duty_post_ids bigint[] not null default '{}';
