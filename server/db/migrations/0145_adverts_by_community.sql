-- Campaigns for the doors of whole communities.
alter table advert_campaign add column community_ids bigint[] not null default '{}';
alter table advert_campaign drop constraint advert_campaign_doors_by_check;
alter table advert_campaign add constraint advert_campaign_doors_by_check
  check (doors_by in ('all', 'communities', 'departments', 'chosen'));
