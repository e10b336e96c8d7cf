-- A door unit names a post of the roster: whoever is on duty there when somebody rings is rung.
alter table device add column ring_post_id bigint references post;
create index device_ring_post on device (ring_post_id) where ring_post_id is not null;
-- Whom a call rang, where not everybody who may answer; null: all of them.
alter table call add column rung_ids bigint[];
