-- compatible: a column that may be empty, and how full pages are made; a program that does not know them misses nothing
-- Rows that messages change keep room in their page for their next version.
alter table device_state set (fillfactor = 75);
alter table latest_reading set (fillfactor = 75);
alter table device_sequence set (fillfactor = 75);

-- After how long a silence the device counts as offline, as its kind and settings were at its last message.
alter table device_state add column silence_ms bigint;
