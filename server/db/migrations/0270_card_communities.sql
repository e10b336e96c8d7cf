-- A response card may be for one community, beside those for a department and those for everywhere.
alter table response_card add column community_id bigint references community;
alter table response_card add constraint response_card_one_place
  check (num_nonnulls(department_id, community_id) <= 1) not valid;
