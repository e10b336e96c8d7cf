-- A call without a room has none: the number that stands for it on the wire was stored as if it were a room.
update call set room_no = null where room_no = '000000';
