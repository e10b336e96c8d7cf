-- Whether a tenant records the calls of its doors and colleagues, and on what terms.
create table call_recording_setting (
  tenant_id bigint primary key references tenant,
  mode text not null check (mode in ('off', 'announced', 'agreed')),
  changed_at bigint not null, changed_by text not null
);
select put_behind_wall('call_recording_setting');
