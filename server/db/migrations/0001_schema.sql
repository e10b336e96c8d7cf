-- The tables of the console. Times are epoch milliseconds (bigint), words are text, money would be fen (bigint).
create extension if not exists pg_trgm;

create table tenant (
  id bigint generated always as identity primary key,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, address text, phone text, scenario text not null, status text not null default 'enabled'
);
create unique index tenant_name on tenant (lower(name)) where removed_at is null;

create table department (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, parent_id bigint references department, sort int not null default 0
);
create index department_tenant on department (tenant_id, parent_id);

create table resource (
  id bigint generated always as identity primary key,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, en_name text, type text not null, parent_id bigint references resource,
  value text, uri text, icon text, mark text, status text not null default 'enabled', sort int not null default 0
);

create table role (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, description text, scope text not null default 'tenant', creator_name text,
  built_in boolean not null default false
);
create unique index role_name on role (tenant_id, lower(name)) where removed_at is null;
create table role_resource (
  tenant_id bigint not null references tenant,
  role_id bigint not null references role, resource_id bigint not null references resource,
  primary key (role_id, resource_id)
);
create index role_resource_resource on role_resource (resource_id);

create table account (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  username text not null, password_hash text not null, name text not null, nickname text, phone text, email text,
  gender text, parent_phone text, company text, department_id bigint references department,
  status text not null default 'enabled', highest boolean not null default false, visitor boolean not null default false,
  last_login_at bigint
);
create unique index account_username on account (lower(username)) where removed_at is null;
create unique index account_phone on account (phone) where removed_at is null and phone is not null and phone <> '';
create index account_tenant on account (tenant_id, id);
create table account_role (
  tenant_id bigint not null references tenant,
  account_id bigint not null references account, role_id bigint not null references role,
  primary key (account_id, role_id)
);
create index account_role_role on account_role (role_id);

create table session (
  token_hash bytea primary key,
  account_id bigint not null references account, tenant_id bigint not null references tenant,
  created_at bigint not null, seen_at bigint not null, expires_at bigint not null,
  address text, agent text
);
create index session_account on session (account_id);
create table broker_ticket (
  ticket_hash bytea primary key,
  token_hash bytea not null references session on delete cascade,
  account_id bigint not null, expires_at bigint not null
);
create table sms_code (
  request_id text primary key,
  phone text not null, code_hash bytea not null, tries int not null default 0,
  created_at bigint not null, expires_at bigint not null, used_at bigint, address text
);
create index sms_code_phone on sms_code (phone, created_at);
create table sms_outbox (
  id bigint generated always as identity primary key, phone text not null, text text not null, at bigint not null
);
create index sms_outbox_phone on sms_outbox (phone, at);
create table link_secret (
  secret_hash bytea primary key,
  account_id bigint not null references account, created_at bigint not null, used_at bigint
);
-- Failed logins by account name and by address, for throttling across processes.
create table login_failure (subject text not null, at bigint not null);
create index login_failure_subject on login_failure (subject, at);

create table device_category (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, en_name text, kind text not null, note text, sort int not null default 0
);
create unique index device_category_name on device_category (tenant_id, lower(name)) where removed_at is null;
create table product (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, model text, header text, note text, status text not null default 'enabled',
  sort int not null default 0, image text
);
create table device_group (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, note text
);
create unique index device_group_name on device_group (tenant_id, lower(name)) where removed_at is null;

create table device (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  imei text not null, kind text not null, name text not null, number text, model text, style text,
  category_id bigint not null references device_category, product_id bigint references product,
  group_id bigint references device_group, department_id bigint references department,
  wearer_name text, responsible_name text, responsible_phone text, install_location text,
  community text, building text, unit text, room_no text, latitude double precision, longitude double precision,
  imsi text, iccid text, supplier text, manufacturer_id text, operator text, network text,
  transparent boolean, power_saving boolean, message_type text not null default 'json',
  lifecycle text not null default 'inStock', sku text, indoor_image text, app_version text, system_version text,
  activated_at bigint, in_stock boolean not null default false, stocked_in_at bigint,
  -- MQTT password of the device: scrypt or argon2 PHC text; null: it may not connect.
  secret_hash text
);
create unique index device_imei on device (imei) where removed_at is null;
create index device_tenant_name on device (tenant_id, name, id) where removed_at is null;
create index device_department on device (tenant_id, department_id);
create index device_group_of on device (group_id);
create index device_category_of on device (category_id);
create index device_search on device using gin ((name || ' ' || imei || ' ' || coalesce(number, '') || ' ' || coalesce(wearer_name, '') || ' ' || coalesce(install_location, '')) gin_trgm_ops);

-- Latest state, apart from the device so that the hot updates touch a narrow row.
create table device_state (
  device_id bigint primary key references device,
  tenant_id bigint not null,
  state text not null default 'notActivated',
  signal smallint, battery smallint, mains_power boolean,
  latitude double precision, longitude double precision, position_at bigint, position_source text, accuracy real,
  last_message_at bigint, connected_at bigint, offline_at bigint
);
create index device_state_tenant on device_state (tenant_id, state);
create index device_state_seen on device_state (tenant_id, last_message_at);

create table latest_reading (
  device_id bigint not null references device, tenant_id bigint not null,
  kind text not null, value double precision not null, at bigint not null,
  primary key (device_id, kind)
);
-- Partitioned by day; the server makes days ahead and drops old ones.
create table reading (
  tenant_id bigint not null, device_id bigint not null, kind text not null, at bigint not null, value double precision not null,
  primary key (device_id, kind, at)
) partition by range (at);
create table position (
  tenant_id bigint not null, device_id bigint not null, at bigint not null,
  latitude double precision not null, longitude double precision not null, accuracy real, source text,
  primary key (device_id, at)
) partition by range (at);
-- 1 = online, 2 = offline, over time.
create table online_change (
  tenant_id bigint not null, device_id bigint not null references device, at bigint not null, online boolean not null,
  primary key (device_id, at, online)
);
create table device_settings (
  device_id bigint primary key references device, tenant_id bigint not null,
  desired jsonb not null default '{}', reported jsonb, desired_at bigint, reported_at bigint
);
create table device_command (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  device_id bigint not null references device, imei text not null, kind text not null, input jsonb,
  state text not null default 'waiting', reason text, user_id bigint, user_name text,
  sent_at bigint, finished_at bigint, expires_at bigint not null, attempts int not null default 0
);
create index device_command_device on device_command (device_id, created_at desc);
create index device_command_open on device_command (state, expires_at) where state in ('waiting', 'sent', 'delivered');

create table alarm (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  type text not null, severity text not null, status text not null default 'open', title text not null,
  device_id bigint not null references device, imei text not null, device_name text not null, device_kind text not null,
  wearer_name text, user_phone text, department_id bigint, place text, building text, unit text, room_no text,
  latitude double precision, longitude double precision, value double precision, "limit" double precision,
  raised_at bigint not null, read boolean not null default false,
  taken_by text, taken_by_id bigint, taken_at bigint, handled_by text, handled_at bigint, note text
);
-- A device that repeats a message after a lost acknowledgement raises the alarm once.
create unique index alarm_once on alarm (device_id, type, raised_at);
create index alarm_tenant on alarm (tenant_id, raised_at desc, id desc);
create index alarm_open on alarm (tenant_id, status, raised_at desc) where status <> 'handled';
create index alarm_device on alarm (device_id, raised_at desc);
create table alarm_event (
  id bigint generated always as identity primary key,
  tenant_id bigint not null, alarm_id bigint not null references alarm,
  kind text not null, user_id bigint, user_name text, note text, at bigint not null, recorded_at bigint not null
);
create index alarm_event_alarm on alarm_event (alarm_id, at);

create table card_notice (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, device_id bigint not null references device,
  imei text not null, card_info text not null, at bigint not null
);
create index card_notice_tenant on card_notice (tenant_id, at);
create table card_confirmation (
  tenant_id bigint not null, notice_id bigint not null references card_notice, account_id bigint not null references account,
  at bigint not null, primary key (notice_id, account_id)
);

create table task (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  kind text not null, entity text not null, format text not null, state text not null default 'waiting',
  file_name text not null, path text, rows int not null default 0, total_rows int, bytes bigint, reason text,
  user_id bigint not null references account, user_name text not null, finished_at bigint, request jsonb not null
);
create index task_user on task (user_id, created_at desc);

create table idempotency (
  account_id bigint not null, key text not null, endpoint text not null, request_hash bytea not null,
  answer jsonb, at bigint not null,
  primary key (account_id, key)
);
create index idempotency_at on idempotency (at);

-- Append-only and chained: each entry carries the hash of the one before it.
create table audit (
  id bigint generated always as identity primary key,
  tenant_id bigint not null, at bigint not null, user_id bigint, user_name text, address text,
  action text not null, entity text, row_id bigint, detail jsonb, previous bytea not null, hash bytea not null
);
create index audit_tenant on audit (tenant_id, at desc);
create index audit_row on audit (entity, row_id, at desc);

-- Refused device messages: counted by reason, the newest kept for a look.
create table refused_message (
  id bigint generated always as identity primary key,
  tenant_id bigint, imei text, topic text not null, reason text not null, sample text, at bigint not null
);
create index refused_message_at on refused_message (at);

-- The second wall: the application's own role sees only rows of the tenant set inside the transaction ('*' is the
-- platform). The first wall is the tenant predicate that the data-access function adds.
do $$
declare t text;
begin
  foreach t in array array['department','role','role_resource','account','account_role','device_category','product',
    'device_group','device','device_state','latest_reading','reading','position','online_change','device_settings',
    'device_command','alarm','alarm_event','card_notice','card_confirmation','task','audit']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_wall on %I using (current_setting('app.tenant', true) in ('*', tenant_id::text))
      with check (current_setting('app.tenant', true) in ('*', tenant_id::text))$p$, t);
  end loop;
end $$;
create function refuse_change() returns trigger language plpgsql as $$
begin raise exception 'the audit log is append-only'; end $$;
create trigger audit_append_only before update or delete or truncate on audit for each statement execute function refuse_change();
