-- Where a switch with two open sides stands.
alter table device_state add column switch_position text;
