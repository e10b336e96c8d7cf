-- Cases of evidence. What is held is a copy: what it was copied from may be deleted when its days are over.
create table evidence_case (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  number text not null, title text not null, note text,
  department_id bigint references department,
  state text not null default 'open' check (state in ('open', 'sealed', 'exported')),
  sealed_at bigint, sealed_by_name text,
  -- The bytes that were signed, as text.
  manifest text, signature text, public_key text,
  check ((state = 'open') = (manifest is null)),
  check ((manifest is null) = (signature is null) and (manifest is null) = (public_key is null))
);
create unique index evidence_case_number on evidence_case (tenant_id, lower(number)) where removed_at is null;
select put_behind_wall('evidence_case');

-- `record` has the leaves with their salts; bytes beside it lie in the storage, under a key that nothing else has.
create table evidence_item (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  case_id bigint not null references evidence_case,
  no int not null check (no > 0),
  kind text not null check (kind in ('alarm', 'file', 'track')),
  label text not null,
  held_at bigint not null, held_by_name text not null,
  record text not null, leaves int not null, root text not null,
  content_key text, content_storage text, content_bytes bigint, content_sha256 text, content_type text, content_crc bigint,
  unique (case_id, no)
);
create index evidence_item_tenant on evidence_item (tenant_id);
select put_behind_wall('evidence_item');

create table evidence_custody (
  tenant_id bigint not null references tenant,
  case_id bigint not null references evidence_case,
  seq int not null check (seq > 0),
  line text not null, hash text not null,
  primary key (case_id, seq)
);
create index evidence_custody_tenant on evidence_custody (tenant_id);
select put_behind_wall('evidence_custody');

-- What was handed over, so that it can be fetched again as it was. `hidden` has the leaves by the number of the item.
create table evidence_export (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  case_id bigint not null references evidence_case,
  at bigint not null, by_name text not null,
  handover text not null, signature text not null, hidden jsonb not null, verifier text
);
create index evidence_export_case on evidence_export (case_id);
create index evidence_export_tenant on evidence_export (tenant_id);
select put_behind_wall('evidence_export');

create trigger evidence_custody_append_only before update or delete or truncate on evidence_custody
  for each statement execute function refuse_change();
create trigger evidence_item_append_only before update or delete or truncate on evidence_item
  for each statement execute function refuse_change();
create trigger evidence_export_append_only before update or delete or truncate on evidence_export
  for each statement execute function refuse_change();

create function keep_sealed() returns trigger language plpgsql as $$
begin
  if old.state = 'open' then return new; end if;
  -- All that still changes is that it was handed over.
  if new.state = 'exported' and to_jsonb(new) - '{state,version,updated_at}'::text[]
    = to_jsonb(old) - '{state,version,updated_at}'::text[] then return new; end if;
  raise exception 'A sealed case does not change';
end $$;
create trigger evidence_case_sealed before update on evidence_case for each row execute function keep_sealed();

create function refuse_into_sealed() returns trigger language plpgsql as $$
begin
  if (select state from evidence_case where id = new.case_id) is distinct from 'open' then
    raise exception 'A sealed case takes nothing in';
  end if;
  return new;
end $$;
create trigger evidence_item_into_open before insert on evidence_item for each row execute function refuse_into_sealed();
