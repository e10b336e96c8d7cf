-- The rows that a command was given to by filter, as they were found, and what became of each.
create table task_row (
  tenant_id bigint not null references tenant, task_id bigint not null references task on delete cascade,
  row_id bigint not null, name text,
  -- Null until its turn.
  ok boolean, reason text, params jsonb,
  primary key (task_id, row_id)
);
create index task_row_left on task_row (task_id, row_id) where ok is null;
select put_behind_wall('task_row');
