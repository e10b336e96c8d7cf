-- Approvals: who approves what, who stands in for whom, the cases, and every decision.
create table approval_flow (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, kind text not null, changed_by_name text,
  user_ids1 bigint[] not null default '{}', role_ids1 bigint[] not null default '{}', need1 text not null default 'any',
  user_ids2 bigint[] not null default '{}', role_ids2 bigint[] not null default '{}', need2 text not null default 'any',
  user_ids3 bigint[] not null default '{}', role_ids3 bigint[] not null default '{}', need3 text not null default 'any'
);
create unique index approval_flow_kind on approval_flow (tenant_id, kind) where removed_at is null;

create table stand_in (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  user_id bigint not null references account, deputy_id bigint not null references account,
  starts_at bigint not null, ends_at bigint not null, kinds text[] not null default '{}', note text,
  constraint stand_in_order check (ends_at > starts_at)
);
create index stand_in_deputy on stand_in (tenant_id, deputy_id, ends_at) where removed_at is null;

create table approval_case (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  kind text not null, subject_id bigint not null, subject_version int not null,
  state text not null, round int not null default 1, level int not null default 1,
  -- What was set up when the case was opened: a flow that is changed later is for later cases.
  flow_id bigint references approval_flow, flow_version int, kept_levels jsonb not null,
  -- Everybody who is named in those levels, and their roles, for who may look at it.
  user_ids bigint[] not null, role_ids bigint[] not null,
  applicant_id bigint not null references account, applicant_name text not null,
  title text not null, asked_at bigint not null, due_at bigint, settled_at bigint,
  last_by_name text, last_reason text
);
-- One case at a time is open for a thing.
create unique index approval_case_open on approval_case (tenant_id, kind, subject_id) where state in ('pending', 'returned');
create index approval_case_pending on approval_case (tenant_id, asked_at) where state = 'pending';
create index approval_case_subject on approval_case (tenant_id, kind, subject_id);
create index approval_case_applicant on approval_case (applicant_id, asked_at);

-- The text that approvers saw, round by round.
create table approval_round (
  tenant_id bigint not null references tenant,
  case_id bigint not null references approval_case, round int not null,
  subject_version int not null, title text not null, body text not null, lines jsonb not null, pictures jsonb not null,
  asked_at bigint not null,
  primary key (case_id, round)
);

create table approval_decision (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  case_id bigint not null references approval_case, round int not null, level int not null,
  seat_id bigint not null references account, seat_name text not null,
  actor_id bigint not null references account, actor_name text not null,
  verdict text not null, reason text, at bigint not null
);
-- A seat decides once, and nobody twice.
create unique index approval_decision_seat on approval_decision (case_id, round, level, seat_id);
create unique index approval_decision_actor on approval_decision (case_id, round, actor_id);

-- Somebody and all for whom they decide at a moment, directly or as the deputy of a deputy.
create function approval_principals(account bigint, at bigint) returns bigint[] language sql stable as $$
  with recursive for_whom as (
    select account as id, 0 as step
    union
    select s.user_id, f.step + 1 from for_whom f
      join stand_in s on s.deputy_id = f.id and s.removed_at is null and s.starts_at <= at and at < s.ends_at
      where f.step < 5
  ) select array_agg(distinct id) from for_whom
$$;

select put_behind_wall('approval_flow', 'stand_in', 'approval_case', 'approval_round', 'approval_decision');
