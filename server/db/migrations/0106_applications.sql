-- Applications to join and to leave.
create table application (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  kind text not null check (kind in ('join', 'exit')), worker_id bigint references worker,
  name text, phone text, trade text, department_id bigint references department, post_id bigint references post,
  day date not null, reason text not null, state text not null default 'pending' check (state in ('pending', 'passed', 'failed')),
  revision int not null default 1, asked_by bigint not null references account,
  decision text, decided_by text, decided_at bigint,
  check (kind = 'join' or worker_id is not null)
);
create index application_tenant on application (tenant_id, state, created_at desc) where removed_at is null;
-- One open application to leave of a person at a time.
create unique index application_worker_id on application (worker_id) where removed_at is null and state = 'pending';
select put_behind_wall('application');
