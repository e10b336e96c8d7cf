-- Refunds in parts: what of a payment and of a bill is on its way back or back, never more than was paid.
alter table payment add column refund_waiting bigint not null default 0,
  add column refunded_amount bigint not null default 0,
  -- When the last new refund was sent: providers want some time between two.
  add column refund_sent_at bigint;
alter table bill add column refund_waiting bigint not null default 0, add column refunded_amount bigint not null default 0;
alter table payment_refund add column sent_at bigint;
update payment p set
  refund_waiting = coalesce((select sum(r.amount) from payment_refund r where r.payment_id = p.id and r.state = 'waiting'), 0),
  refunded_amount = least(p.amount, coalesce((select sum(r.amount) from payment_refund r where r.payment_id = p.id and r.state = 'done'), 0));
update bill b set
  refund_waiting = case when b.state = 'refunding' then b.amount else 0 end,
  refunded_amount = case when b.state = 'refunded' then b.amount else 0 end;
alter table payment add constraint payment_refunds check (
  refund_waiting >= 0 and refunded_amount >= 0 and refund_waiting + refunded_amount <= amount);
alter table bill add constraint bill_refunds check (
  refund_waiting >= 0 and refunded_amount >= 0 and refund_waiting + refunded_amount <= amount);
