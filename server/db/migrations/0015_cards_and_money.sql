-- SIM cards, packages, bills, payments. Money is fen.
create table sim_package (
  id bigint generated always as identity primary key,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, type text not null, content text, price bigint not null, validity_days int not null,
  megabytes int, multiplier int not null default 100, sms_count int, voice_minutes int, carrier text, card_type text,
  language text not null default 'zh', note text, sort int not null default 0, status text not null default 'enabled'
);
create unique index sim_package_name on sim_package (lower(name)) where removed_at is null;
create table sim_card (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  iccid text not null, imsi text, access_number text, supply_code text, carrier text not null, opened_at bigint, note text,
  state text not null default 'activatable', intent text not null default 'active',
  order_state text not null default 'none', order_reason text, ordered_at bigint,
  device_id bigint references device, package_id bigint references sim_package, package_ends_at bigint,
  used_megabytes double precision not null default 0, quota_megabytes int,
  activated_at bigint, last_used_at bigint, checked_at bigint
);
create unique index sim_card_iccid on sim_card (iccid) where removed_at is null;
create unique index sim_card_device on sim_card (device_id) where removed_at is null and device_id is not null;
create index sim_card_tenant on sim_card (tenant_id, state);
create table sim_binding (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  card_id bigint not null references sim_card, device_id bigint not null references device,
  iccid text not null, imei text not null, bound_by text, bound_at bigint not null, unbound_by text, unbound_at bigint
);
create index sim_binding_tenant on sim_binding (tenant_id, bound_at desc);
create unique index sim_binding_card on sim_binding (card_id) where unbound_at is null and removed_at is null;
create unique index sim_binding_device on sim_binding (device_id) where unbound_at is null and removed_at is null;

create table payment (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, user_id bigint not null references account,
  created_at bigint not null, updated_at bigint not null,
  trade_number text not null unique, way text not null, amount bigint not null check (amount > 0),
  state text not null default 'paying',
  -- What the provider calls it, once it has told.
  provider_number text, reason text, show jsonb, paid_at bigint, refunded_at bigint, expires_at bigint not null,
  -- When the provider is asked, or told to close, next; how often that was in vain; when a person's page asked last.
  ask_at bigint, asks int not null default 0, asked_at bigint
);
create index payment_due on payment (ask_at) where ask_at is not null;
create table bill (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  order_number text not null unique, kind text not null, state text not null default 'unpaid',
  platform_state text not null default 'NOTPAY', way text, amount bigint not null check (amount >= 0), subject text not null,
  card_id bigint references sim_card, device_id bigint references device, package_id bigint references sim_package,
  package_name text, user_id bigint not null references account, user_name text not null,
  payment_id bigint references payment, reason text, paid_at bigint, refunded_at bigint, closes_at bigint not null,
  delivered_at bigint,
  -- When the delivery is tried next, and how often it was tried.
  deliver_at bigint, deliver_tries int not null default 0
);
create index bill_delivery on bill (deliver_at) where state = 'paid' and delivered_at is null;
create index bill_payment on bill (payment_id);
create index bill_tenant on bill (tenant_id, created_at desc);
create index bill_open on bill (closes_at) where state in ('unpaid', 'failed');
create table payment_bill (
  tenant_id bigint not null, payment_id bigint not null references payment, bill_id bigint not null references bill,
  primary key (payment_id, bill_id)
);
create index payment_bill_bill on payment_bill (bill_id);
-- Money on its way back: asked for by a person, or of itself where a payment came too late. `bill_id` is the bill whose
-- state follows it.
create table payment_refund (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, payment_id bigint not null references payment, bill_id bigint references bill,
  created_at bigint not null, updated_at bigint not null, refund_number text not null unique, amount bigint not null check (amount > 0),
  state text not null default 'waiting', late boolean not null default false, reason text,
  due_at bigint, tries int not null default 0, done_at bigint
);
create index payment_refund_due on payment_refund (due_at) where due_at is not null;
create index payment_refund_payment on payment_refund (payment_id);
-- Every callback that came, as proof, with what was made of it. Only one of an event may change anything.
create table payment_callback (
  id bigint generated always as identity primary key,
  tenant_id bigint, way text not null, event_id text not null, trade_number text, at bigint not null, verdict text not null,
  address text, bytes int not null default 0
);
create unique index payment_callback_event on payment_callback (way, event_id) where verdict = 'applied';
create index payment_callback_trade on payment_callback (trade_number, at);
-- The books of the embedded sandbox: it plays the provider, so it keeps its own, apart from ours.
create table sandbox_trade (
  trade_number text primary key, provider_number text not null unique, amount bigint not null,
  state text not null default 'open', expires_at bigint not null, paid_at bigint,
  -- From when on its money is there; before that it is being worked on.
  settles_at bigint
);
create table sandbox_refund (
  refund_number text primary key, trade_number text not null references sandbox_trade, amount bigint not null,
  done_at bigint not null
);
create table sandbox_callback (
  id bigint generated always as identity primary key,
  body text not null, due_at bigint not null, tries int not null default 0
);

select put_behind_wall('sim_card', 'sim_binding', 'payment', 'bill', 'payment_bill', 'payment_refund');
