-- Boards of a tenant's own: tiles on a grid, for roles and for walls. Each save of the tiles is a further version.
create table board (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, role_ids bigint[] not null default '{}', landing boolean not null default false,
  for_walls boolean not null default false,
  tiles jsonb not null default '[]'
);
create unique index board_name on board (tenant_id, lower(name)) where removed_at is null;

-- Only ever added to.
create table board_version (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  board_id bigint not null references board, number int not null,
  created_at bigint not null, created_by text not null, tiles jsonb not null,
  unique (board_id, number)
);
select put_behind_wall('board', 'board_version');

-- What a wall shows after its scenes, in this order.
alter table wall add column board_ids bigint[] not null default '{}';
