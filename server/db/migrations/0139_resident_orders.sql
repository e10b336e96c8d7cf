-- A resident sees the orders of the mall that name their telephone.
create index mall_order_phone on mall_order (buyer_phone, created_at desc) where removed_at is null;
