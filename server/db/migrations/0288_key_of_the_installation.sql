-- Which SECRET_KEY the processes of this database share: a digest of a key derived from it, which leads back to neither.
create table installation_key (
  one boolean primary key default true check (one),
  fingerprint text not null,
  noted_at bigint not null
);
