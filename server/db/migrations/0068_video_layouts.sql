-- How a person lays out the wall of live pictures, by names of their own.
create table video_layout (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  account_id bigint not null references account,
  created_at bigint not null, updated_at bigint not null,
  name text not null,
  shape text not null,
  -- Ids of cameras by place; 0: nothing stands there. A camera that is gone meanwhile is left out when it is laid.
  camera_ids bigint[] not null
);
create unique index video_layout_name on video_layout (account_id, name);
select put_behind_wall('video_layout');
