-- More that is held: recordings, events at doors, and what was measured, done and written down about an alarm.
alter table evidence_item drop constraint evidence_item_kind_check;
alter table evidence_item add constraint evidence_item_kind_check
  check (kind in ('alarm', 'file', 'track', 'recording', 'doorEvent', 'response', 'readings', 'audit'));

-- Time stamps of authorities (RFC 3161) over the SHA-256 of the manifest; `token` is the answer as it came.
create table evidence_stamp (
  tenant_id bigint not null references tenant,
  case_id bigint primary key references evidence_case,
  stamped_at bigint not null, authority text not null, token bytea not null
);
create index evidence_stamp_tenant on evidence_stamp (tenant_id);
select put_behind_wall('evidence_stamp');
create trigger evidence_stamp_append_only before update or delete or truncate on evidence_stamp
  for each statement execute function refuse_change();
-- An archive that was signed before the stamp came has none, whenever it is fetched.
alter table evidence_export add column stamped boolean not null default false;
