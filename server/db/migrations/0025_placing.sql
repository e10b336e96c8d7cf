-- When a device was put on the map and by whom: what was done earlier and arrives later does not move it back.
alter table device add column placed_at bigint, add column placed_by text;
