-- Advertising on door units: videos as they were measured, campaigns, what each door is to hold and holds, and what was shown.
create table advert_video (
  file_id bigint primary key references stored_file,
  tenant_id bigint not null references tenant,
  created_at bigint not null,
  sha256 text not null, ms int not null check (ms > 0), codec text not null, width int not null, height int not null
);
create index advert_video_hash on advert_video (tenant_id, sha256);

create table advertisement (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, client text not null, fee bigint not null check (fee >= 0), note text,
  file_id bigint not null references stored_file, poster_id bigint references stored_file,
  state text not null default 'pending' check (state in ('pending', 'passed', 'failed', 'delivered')),
  reason text, withdrawn_at bigint, judged_by_name text, judged_at bigint,
  user_id bigint not null references account, user_name text not null
);
create index advertisement_tenant on advertisement (tenant_id, created_at);

create table advert_campaign (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  name text not null, advertisement_id bigint not null references advertisement,
  from_on date not null, until_on date not null, weekdays int[] not null,
  from_minute int not null, until_minute int not null, weight int not null check (weight > 0),
  doors_by text not null check (doors_by in ('all', 'departments', 'chosen')),
  department_ids bigint[] not null default '{}', device_ids bigint[] not null default '{}',
  stopped_at bigint, note text,
  check (until_on >= from_on), check (from_minute <> until_minute)
);
create index advert_campaign_tenant on advert_campaign (tenant_id, from_on);
create index advert_campaign_advert on advert_campaign (advertisement_id) where removed_at is null;

-- The list that a door should hold, numbered anew with every change of what it says, and the one that it holds.
create table advert_manifest (
  device_id bigint primary key references device,
  tenant_id bigint not null references tenant,
  wanted int not null, held int not null default 0, says text not null, reported_at bigint
);

create table advert_delivery (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  advertisement_id bigint not null references advertisement, device_id bigint not null references device,
  sha256 text not null,
  state text not null default 'notSent' check (state in ('notSent', 'delivered', 'failed', 'leaving')),
  reason text, reported_at bigint
);
create unique index advert_delivery_once on advert_delivery (advertisement_id, device_id) where removed_at is null;
create index advert_delivery_device on advert_delivery (device_id);
create index advert_delivery_tenant on advert_delivery (tenant_id, created_at);

-- Proof of play: a claim of a door that was believed. Times by the server's clock.
create table advert_play (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  device_id bigint not null references device, play_id text not null, boot_id text not null, seq int not null,
  advertisement_id bigint not null references advertisement, sha256 text not null,
  started_at bigint not null, ms int not null check (ms >= 0), complete boolean not null,
  clock_offset bigint not null, received_at bigint not null
);
create unique index advert_play_once on advert_play (device_id, play_id);
create index advert_play_near on advert_play (device_id, started_at);
create index advert_play_boot on advert_play (device_id, boot_id);

-- What clients are shown: a line a door, day and advertisement, with the names of the day. Nothing that is deleted takes it along.
create table advert_figure (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  version int not null default 1, created_at bigint not null, updated_at bigint not null, removed_at bigint,
  day date not null, advertisement_id bigint not null references advertisement, device_id bigint not null references device,
  advertisement_name text not null, client text not null, device_name text not null, department_id bigint references department,
  plays int not null default 0, complete int not null default 0, cut int not null default 0, ms bigint not null default 0
);
create unique index advert_figure_once on advert_figure (device_id, advertisement_id, day);
create index advert_figure_tenant on advert_figure (tenant_id, day);
create index advert_figure_advert on advert_figure (advertisement_id);

select put_behind_wall('advert_video', 'advertisement', 'advert_campaign', 'advert_manifest', 'advert_delivery', 'advert_play',
  'advert_figure');
