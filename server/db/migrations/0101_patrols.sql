-- Patrols: routes with points, the rounds made of them, and what people say they visited.
create table patrol_route (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, post_id bigint references post, enabled boolean not null default true,
  -- 1 Monday to 7 Sunday, none: every day; and minutes of the day in the tenant's zone.
  days int[] not null default '{}', starts int[] not null, minutes int not null
);
create unique index patrol_route_name on patrol_route (tenant_id, lower(name)) where removed_at is null;

create table patrol_point (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  route_id bigint not null references patrol_route, name text not null, position int not null,
  latitude double precision, longitude double precision, radius int not null, task text, minute int not null,
  reading_unit text, label_code text not null
);
create unique index patrol_point_label on patrol_point (tenant_id, label_code);
create index patrol_point_route on patrol_point (route_id, position) where removed_at is null;

create table patrol_round (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  route_id bigint not null references patrol_route, post_id bigint references post, name text not null,
  day date not null, starts_at bigint not null, ends_at bigint not null,
  -- The points as they were when the round was made.
  points jsonb not null,
  state text not null default 'planned' check (state in ('planned', 'running', 'done', 'partly', 'missed')),
  reached int not null default 0, late int not null default 0, missed int not null default 0,
  check (ends_at > starts_at)
);
create unique index patrol_round_once on patrol_round (route_id, starts_at);
create index patrol_round_time on patrol_round (tenant_id, starts_at);
create index patrol_round_open on patrol_round (ends_at) where state in ('planned', 'running');

-- Only ever added to.
create table patrol_visit (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  round_id bigint not null references patrol_round, point_id bigint not null,
  way text not null check (way in ('scan', 'nfc', 'place', 'hand', 'reason')),
  at bigint not null, received_at bigint not null, account_id bigint references account, user_name text not null,
  note text, reading double precision, latitude double precision, longitude double precision,
  accuracy double precision, distance double precision, proved boolean not null,
  unique (round_id, point_id, way, at)
);
select put_behind_wall('patrol_route', 'patrol_point', 'patrol_round', 'patrol_visit');
