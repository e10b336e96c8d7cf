-- Orders of the mall with their lines as they were bought, parcels, after-sales, and settlements with merchants.
create table mall_order (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  order_number text not null unique, state text not null default 'unpaid'
    check (state in ('unpaid', 'paid', 'shipped', 'completed', 'closed')),
  merchant_id bigint not null references merchant, merchant_name text not null,
  buyer_id bigint not null references account, buyer_name text not null, buyer_phone text not null,
  region_code text not null, address text not null, bill_id bigint not null unique references bill,
  line_count int not null, piece_count int not null, first_name text not null, weight_grams int not null,
  goods_amount bigint not null, discount_amount bigint not null default 0, discount_name text,
  freight_amount bigint not null, amount bigint not null,
  -- Of the freight: on its way back, and back.
  freight_waiting bigint not null default 0, freight_refunded bigint not null default 0,
  remark text, note text, close_reason text,
  -- Its pieces are reserved: closed while somebody pays, they stay so until the provider has closed the payment.
  held boolean not null default true,
  paid_at bigint, shipped_at bigint, completed_at bigint, closed_at bigint, expires_at bigint not null,
  check (amount = goods_amount - discount_amount + freight_amount and amount >= 0 and discount_amount between 0 and goods_amount),
  check (freight_waiting >= 0 and freight_refunded >= 0 and freight_waiting + freight_refunded <= freight_amount)
);
create index mall_order_tenant on mall_order (tenant_id, created_at desc) where removed_at is null;
create index mall_order_state on mall_order (tenant_id, state, created_at desc) where removed_at is null;
create index mall_order_merchant on mall_order (tenant_id, merchant_id, created_at desc) where removed_at is null;
create index mall_order_buyer on mall_order (buyer_id, created_at desc) where removed_at is null;
create index mall_order_completed on mall_order (tenant_id, completed_at) where state = 'completed';
create table mall_order_line (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, order_id bigint not null references mall_order, place int not null,
  sku_id bigint not null references mall_sku, product_id bigint not null references mall_product,
  name text not null, option_text text not null, picture text, price bigint not null, quantity int not null check (quantity > 0),
  weight_grams int not null, discount_share bigint not null default 0, freight_version_id bigint references freight_version,
  -- Pieces sent; given up before they were sent; asked back before they were sent.
  shipped int not null default 0, released int not null default 0, stopped int not null default 0,
  -- Asked back and given back: pieces and their money.
  waiting_quantity int not null default 0, back_quantity int not null default 0,
  waiting_amount bigint not null default 0, back_amount bigint not null default 0,
  unique (order_id, place),
  check (shipped >= 0 and released >= 0 and stopped >= 0 and shipped + released + stopped <= quantity),
  check (waiting_quantity >= 0 and back_quantity >= 0 and waiting_quantity + back_quantity <= quantity),
  check (waiting_amount >= 0 and back_amount >= 0 and waiting_amount + back_amount <= price * quantity - discount_share)
);
create index mall_order_line_sku on mall_order_line (sku_id);
create table shipment (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  order_id bigint not null references mall_order, carrier text not null, tracking_number text not null,
  state text not null default 'sent' check (state in ('sent', 'delivered')), lines jsonb not null,
  shipped_at bigint not null, delivered_at bigint
);
create unique index shipment_tracking on shipment (order_id, carrier, tracking_number);
create index shipment_tenant on shipment (tenant_id, shipped_at);
create table after_sale (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  number text not null unique, order_id bigint not null references mall_order,
  kind text not null check (kind in ('refund', 'return')),
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'rejected', 'withdrawn', 'returned', 'received', 'refunding', 'done')),
  reason text not null, what text not null, amount bigint not null check (amount >= 0), freight_amount bigint not null default 0,
  verdict text, decided_at bigint, decided_by_name text, carrier text, tracking_number text, returned_at bigint, received_at bigint,
  restocked boolean not null default false, refund_id bigint references payment_refund, refunded_at bigint, declined text
);
create index after_sale_order on after_sale (order_id);
create index after_sale_tenant on after_sale (tenant_id, created_at desc);
create index after_sale_refund on after_sale (refund_id) where refund_id is not null;
create table after_sale_line (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, after_sale_id bigint not null references after_sale,
  line_id bigint not null references mall_order_line, quantity int not null check (quantity > 0), amount bigint not null check (amount >= 0),
  -- Pieces of it that had not been sent when it was asked for.
  unsent int not null default 0, unique (after_sale_id, line_id)
);
create table settlement (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  number text not null, merchant_id bigint not null references merchant, merchant_name text not null, until_day date not null,
  line_count int not null, paid bigint not null, refunded bigint not null, commission bigint not null, fee bigint not null,
  net bigint not null, unique (tenant_id, merchant_id, until_day)
);
create table settlement_line (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, created_at bigint not null, settlement_id bigint not null references settlement,
  order_id bigint not null references mall_order, after_sale_id bigint references after_sale, kind text not null check (kind in ('sale', 'refund')),
  paid bigint not null, refunded bigint not null, commission bigint not null, fee bigint not null, net bigint not null,
  check (net = paid - refunded - commission - fee)
);
-- Each sale once, each refund once.
create unique index settlement_sale on settlement_line (order_id) where kind = 'sale';
create unique index settlement_refund on settlement_line (after_sale_id) where kind = 'refund';
create index settlement_line_settlement on settlement_line (settlement_id);
create function refuse_settled() returns trigger language plpgsql as $$
begin raise exception 'settlements are never changed'; end $$;
create trigger settlement_line_append_only before update or delete on settlement_line for each row execute function refuse_settled();
select put_behind_wall('mall_order', 'mall_order_line', 'shipment', 'after_sale', 'after_sale_line', 'settlement', 'settlement_line');
