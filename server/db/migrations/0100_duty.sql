-- The roster: shifts, swaps and the records by which a duty is handed over.
create table duty_shift (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  worker_id bigint not null references worker, post_id bigint not null references post,
  starts_at bigint not null, ends_at bigint not null, note text,
  state text not null default 'draft' check (state in ('draft', 'published')),
  check (ends_at > starts_at),
  -- Drafts may lie over each other while somebody plans.
  constraint duty_shift_person exclude using gist (worker_id with =, int8range(starts_at, ends_at) with &&)
    where (state = 'published' and removed_at is null)
);
create index duty_shift_time on duty_shift (tenant_id, starts_at) where removed_at is null;
create index duty_shift_end on duty_shift (tenant_id, ends_at) where removed_at is null;
create index duty_shift_post on duty_shift (post_id, starts_at);

create table duty_swap (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  shift_id bigint not null references duty_shift,
  from_worker_id bigint not null references worker, to_worker_id bigint not null references worker, reason text,
  state text not null default 'asked' check (state in ('asked', 'accepted', 'approved', 'declined', 'withdrawn')),
  decided_by_name text, decided_at bigint
);
create unique index duty_swap_open on duty_swap (shift_id) where state in ('asked', 'accepted');
create index duty_swap_made on duty_swap (tenant_id, created_at);

create table duty_record (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  day date not null, post_id bigint references post, area text not null,
  starts_at bigint not null, ends_at bigint not null, worker_id bigint not null references worker,
  situation text not null, next_worker_id bigint references worker, note text,
  out_signed_at bigint, in_signed_at bigint,
  check (ends_at > starts_at), check (worker_id <> next_worker_id)
);
create index duty_record_time on duty_record (tenant_id, starts_at);
create index duty_record_handover on duty_record (post_id, ends_at);
select put_behind_wall('duty_shift', 'duty_swap', 'duty_record');
