-- A ring for a room goes to those who live there first: until when the property is not told of it, and whose page is open.
alter table call add column room_id bigint references room, add column held_until bigint;
create index call_held on call (held_until) where state = 'ringing' and held_until is not null;
create index call_room on call (room_id) where state in ('ringing', 'answered') and room_id is not null;
alter table resident_session add column watching_until bigint;
