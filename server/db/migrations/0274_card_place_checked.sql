-- Every card is for one place at most.
alter table response_card validate constraint response_card_one_place;
