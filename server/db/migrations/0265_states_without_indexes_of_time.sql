-- no transaction
-- compatible: lists by the last message or measurement are sorted as they are read; nothing else asked for these
-- Each message changes both columns, and a row whose indexed columns change gets a new entry in every index of its table. Without
-- them its new version stays in its page: a third of the changes, and less than half of the time of a batch.
drop index concurrently if exists device_state_seen;
drop index concurrently if exists device_state_measured;
