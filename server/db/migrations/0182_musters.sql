-- Roll calls: who should be here is frozen at the start; what was said of them since is only ever added to.
create table muster (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, kind text not null check (kind in ('drill', 'real')),
  department_id bigint references department,
  community_id bigint references community, project_id bigint references project,
  fence_id bigint references fence, drawing_id bigint references drawing,
  check (num_nonnulls(community_id, project_id, fence_id, drawing_id) <= 1),
  points jsonb not null, warden_ids bigint[] not null default '{}',
  emergency_id bigint,
  started_at bigint not null, started_by_name text,
  closed_at bigint, closed_by_name text, close_reason text, left_open int,
  check ((closed_at is null) = (left_open is null)),
  check (coalesce(left_open, 0) = 0 or close_reason is not null)
);
create index muster_tenant on muster (tenant_id, started_at);

-- `known_by` is what joined the sources, so that later positions and doors find the person.
create table muster_person (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  muster_id bigint not null references muster,
  person_key text not null, name text not null, detail text, point_key text,
  known_by text[] not null default '{}', signs jsonb not null default '[]',
  added_by_name text, added_at bigint,
  unique (muster_id, person_key)
);
create index muster_person_tenant on muster_person (tenant_id);

create table muster_sighting (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  muster_id bigint not null references muster,
  event_key text not null, person_key text not null,
  says text not null check (says in ('safe', 'injured', 'missing', 'notOnSite')),
  comment text, means text not null check (means in ('point', 'phone')), point_key text,
  settles text[] not null default '{}',
  at bigint not null, recorded_at bigint not null, account_id bigint, user_name text not null,
  unique (muster_id, event_key),
  foreign key (muster_id, person_key) references muster_person (muster_id, person_key)
);
create index muster_sighting_person on muster_sighting (muster_id, person_key);
create index muster_sighting_tenant on muster_sighting (tenant_id);

create table muster_count (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  muster_id bigint not null references muster,
  event_key text not null, point_key text not null, heads int not null check (heads >= 0),
  at bigint not null, recorded_at bigint not null, account_id bigint, user_name text not null,
  unique (muster_id, event_key)
);
create index muster_count_tenant on muster_count (tenant_id);
select put_behind_wall('muster', 'muster_person', 'muster_sighting', 'muster_count');

create trigger muster_person_append_only before update or delete or truncate on muster_person
  for each statement execute function refuse_change();
create trigger muster_sighting_append_only before update or delete or truncate on muster_sighting
  for each statement execute function refuse_change();
create trigger muster_count_append_only before update or delete or truncate on muster_count
  for each statement execute function refuse_change();
