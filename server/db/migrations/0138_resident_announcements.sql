-- Announcements for those who live somewhere: of the communities that are named, or of all where none is.
alter table announcement add column community_ids bigint[] not null default '{}';
create index announcement_residents on announcement (tenant_id, published_at desc)
  where audience = 'residents' and state = 'published' and removed_at is null;
