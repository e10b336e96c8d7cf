-- A list of a million orders: its counts from indexes alone, a page's ids likewise, and names of two characters found.
drop index mall_order_tenant;
create index mall_order_tenant on mall_order (tenant_id, created_at desc, id desc) include (state) where removed_at is null;
create index mall_order_counts on mall_order (tenant_id, state) where removed_at is null;
drop index mall_order_merchant;
create index mall_order_merchant on mall_order (tenant_id, merchant_id, created_at desc, id desc) where removed_at is null;
create index mall_order_merchant_counts on mall_order (tenant_id, merchant_id, state) where removed_at is null;
create index mall_order_amount on mall_order (tenant_id, amount desc, id desc) where removed_at is null;
-- What lists show of a number. A short one keeps only its last two digits: the ends of it would be all of it.
create function masked_phone(phone text) returns text language sql immutable parallel safe
  return case when length(phone) >= 11 then left(phone, 3) || '****' || right(phone, 4) else '****' || right(phone, 2) end;
alter table mall_order add column search_text text generated always as (
  order_number || ' ' || buyer_name || ' ' || masked_phone(buyer_phone)
) stored;
alter table mall_order add column search_pairs text generated always as (pairs_of(buyer_name)) stored;
create index mall_order_search on mall_order using gin (search_text gin_trgm_ops);
create index mall_order_pairs on mall_order using gin (search_pairs gin_trgm_ops);
create index mall_order_number on mall_order using gin (order_number gin_trgm_ops);
