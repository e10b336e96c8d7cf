-- How many orders there are, kept beside them: a list of a million says its numbers without counting the million.
-- Rows are only added, so that nobody who orders waits for another; a round folds them (server/modules/mall-orders/counts).
create table mall_order_count (
  tenant_id bigint not null references tenant, merchant_id bigint not null, state text not null, n int not null
);
create index mall_order_count_tenant on mall_order_count (tenant_id, merchant_id, state) include (n);
insert into mall_order_count
  select tenant_id, merchant_id, state, count(*) from mall_order where removed_at is null group by 1, 2, 3;
create function count_new_orders() returns trigger language plpgsql as $$
begin
  insert into mall_order_count
    select tenant_id, merchant_id, state, count(*) from after where removed_at is null group by 1, 2, 3;
  return null;
end $$;
create function count_changed_orders() returns trigger language plpgsql as $$
begin
  insert into mall_order_count
    select tenant_id, merchant_id, state, sum(one) from (
      select tenant_id, merchant_id, state, -1 as one from before where removed_at is null
      union all
      select tenant_id, merchant_id, state, 1 from after where removed_at is null) each
    group by 1, 2, 3 having sum(one) <> 0;
  return null;
end $$;
create function count_deleted_orders() returns trigger language plpgsql as $$
begin
  insert into mall_order_count
    select tenant_id, merchant_id, state, -count(*) from before where removed_at is null group by 1, 2, 3;
  return null;
end $$;
create trigger mall_order_counted after insert on mall_order referencing new table as after
  for each statement execute function count_new_orders();
create trigger mall_order_counted_anew after update on mall_order referencing old table as before new table as after
  for each statement execute function count_changed_orders();
create trigger mall_order_counted_off after delete on mall_order referencing old table as before
  for each statement execute function count_deleted_orders();
select put_behind_wall('mall_order_count');
