-- The mall's catalogue: merchants, categories, articles with their SKUs and stock, freight, banners, reviews.
create table merchant (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, contact_name text, phone text not null, address text, logo text,
  commission_permille int not null default 0 check (commission_permille between 0 and 1000), note text,
  status text not null default 'open' check (status in ('open', 'suspended', 'closed'))
);
create unique index merchant_name on merchant (tenant_id, lower(name)) where removed_at is null;

create table mall_category (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, parent_id bigint references mall_category, sort int not null default 0,
  status text not null default 'shown' check (status in ('shown', 'hidden')), picture text
);
create index mall_category_parent on mall_category (tenant_id, parent_id, sort) where removed_at is null;

create table mall_spec (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, values text[] not null, note text
);
create unique index mall_spec_name on mall_spec (tenant_id, lower(name)) where removed_at is null;

create table freight_template (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, note text
);
create unique index freight_template_name on freight_template (tenant_id, lower(name)) where removed_at is null;
-- Never changed: an order names the one that it was charged by.
create table freight_version (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, created_at bigint not null,
  template_id bigint not null references freight_template, number int not null, rules jsonb not null,
  unique (template_id, number)
);

create table mall_product (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  merchant_id bigint not null references merchant, category_id bigint not null references mall_category,
  name text not null, description text, pictures text[] not null default '{}', options jsonb not null default '[]',
  freight_template_id bigint references freight_template, sort int not null default 0,
  shelf text not null default 'draft' check (shelf in ('draft', 'on', 'off')), shelf_at bigint
);
create index mall_product_category on mall_product (tenant_id, category_id, sort) where removed_at is null;
create index mall_product_merchant on mall_product (merchant_id) where removed_at is null;
create index mall_product_freight on mall_product (freight_template_id) where removed_at is null;

create table mall_sku (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  product_id bigint not null references mall_product, value_ids int[] not null default '{}', code text,
  price bigint not null check (price > 0), weight_grams int not null default 0 check (weight_grams >= 0),
  on_hand int not null default 0, reserved int not null default 0, archived boolean not null default false,
  check (reserved >= 0 and on_hand >= reserved)
);
create unique index mall_sku_values on mall_sku (product_id, value_ids);
create index mall_sku_tenant on mall_sku (tenant_id, product_id);

create table stock_move (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  sku_id bigint not null references mall_sku,
  kind text not null check (kind in ('initial', 'receive', 'writeOff', 'adjust', 'count', 'reserve', 'release', 'take', 'putBack')),
  on_hand_change int not null, reserved_change int not null,
  -- What there was afterwards.
  on_hand int not null, reserved int not null,
  order_id bigint, note text, at bigint not null, user_id bigint references account, user_name text,
  -- What an order does names the order.
  check ((order_id is not null) = (kind in ('reserve', 'release', 'take', 'putBack')))
);
create index stock_move_sku on stock_move (sku_id, at);
create index stock_move_order on stock_move (order_id, sku_id) where order_id is not null;
create index stock_move_tenant on stock_move (tenant_id, at);
create function refuse_moved_stock() returns trigger language plpgsql as $$
begin raise exception 'moves of stock are never changed'; end $$;
create trigger stock_move_append_only before update on stock_move for each row execute function refuse_moved_stock();

create table mall_banner (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  title text not null, picture text, product_id bigint references mall_product, category_id bigint references mall_category,
  sort int not null default 0, status text not null default 'shown' check (status in ('shown', 'hidden')),
  show_from bigint, show_until bigint, check (show_until > show_from)
);
create index mall_banner_tenant on mall_banner (tenant_id, sort) where removed_at is null;

create table mall_review (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  product_id bigint not null references mall_product, order_id bigint, option_text text,
  author_name text not null, rating int not null check (rating between 1 and 5), content text not null,
  pictures text[] not null default '{}',
  state text not null default 'pending' check (state in ('pending', 'shown', 'hidden')),
  written_at bigint not null, edited_at bigint,
  reply text, replied_at bigint, reply_name text, reason text, judged_at bigint, judged_by_name text
);
create index mall_review_product on mall_review (product_id, written_at) where removed_at is null;
create index mall_review_tenant on mall_review (tenant_id, written_at);
-- One review for what was bought.
create unique index mall_review_order on mall_review (order_id, product_id) where order_id is not null and removed_at is null;

select put_behind_wall('merchant', 'mall_category', 'mall_spec', 'freight_template', 'freight_version', 'mall_product',
  'mall_sku', 'stock_move', 'mall_banner', 'mall_review');
