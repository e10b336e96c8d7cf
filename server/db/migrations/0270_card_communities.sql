-- A response card may be for one community, beside those for a department and those for everywhere.
alter table response_card add column community_id bigint references community,
  add constraint response_card_one_place check (num_nonnulls(department_id, community_id) <= 1);
drop index response_card_place;
create unique index response_card_place on response_card
  (tenant_id, type, coalesce(department_id, 0), coalesce(community_id, 0)) where removed_at is null;
