-- What is to be forgotten is found by its age.
create index device_command_ended on device_command (finished_at) where state in ('done', 'failed', 'expired');
create index device_step_at on device_step (at);
create index payment_callback_at on payment_callback (at);
create index call_ended on call (ended_at) where ended_at is not null;
create index door_event_at on door_event (at);
create index card_notice_at on card_notice (at);
create index notice_at on notice (at);
-- Calls are let go when nothing names them any more.
create index door_event_call on door_event (call_id) where call_id is not null;
create index unlock_order_call on unlock_order (call_id) where call_id is not null;
-- An order by which a bill was delivered stays with the bill.
create index bill_command on bill (command_id) where command_id is not null;
create index allocation_item_step on allocation_item (step_id) where step_id is not null;
