-- Uploaded files, imports, reports.
create table stored_file (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  kind text not null, name text not null, content_type text not null, bytes bigint not null, width int, height int,
  -- Random; who knows it may read the file.
  key text not null unique, storage text not null default 'local',
  user_id bigint not null references account, user_name text not null, last_read_at bigint,
  -- Its bytes are gone for good.
  swept_at bigint
);
create index stored_file_tenant on stored_file (tenant_id, created_at desc);
alter table task add column failed_rows int not null default 0, add column dry_run boolean not null default false,
  add column skipped_rows int not null default 0, add column cancelled_at bigint, add column started_at bigint,
  -- Where its file is.
  add column storage text not null default 'local';
create index task_tenant on task (tenant_id, state);
create index task_waiting on task (id) where state in ('waiting', 'running');
-- Rows of a sheet that an import refused, as the sheet had them, with the reason.
create table task_error (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant, task_id bigint not null references task on delete cascade,
  row_no int not null, cells jsonb not null, field text, reason text not null, params jsonb
);
create index task_error_task on task_error (task_id, row_no);
create table report (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, note text, subject text not null, group_by text not null, split_by text, reading text,
  period text not null, "from" bigint, "to" bigint, zone text not null, department_id bigint references department,
  group_id bigint references device_group, device_ids bigint[] not null default '{}',
  chart text not null default 'table', schedule text not null default 'none', at_minute int not null default 480, on_day int,
  format text not null default 'xlsx', words jsonb not null default '{}', user_id bigint not null references account, user_name text not null,
  last_run_at bigint, next_run_at bigint, last_task_id bigint references task
);
create unique index report_name on report (tenant_id, lower(name)) where removed_at is null;
create index report_next on report (next_run_at) where removed_at is null and next_run_at is not null;

select put_behind_wall('stored_file', 'task_error', 'report');
