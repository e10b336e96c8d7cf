-- What each server process says of itself every few seconds. One that stops takes its row with it; one that dies leaves it.
create table server_process (
  id text primary key,
  host text not null, pid int not null, release text not null,
  started_at bigint not null, heard_at bigint not null,
  state jsonb not null
);

-- How much of each kind is stored, once an hour: from this follows what a day brings, and when the disk is full.
create table stored_size (
  at bigint not null, kind text not null, bytes bigint not null,
  primary key (at, kind)
);
