-- What was added as not valid holds for the rows that were there before, too.
alter table response_card validate constraint response_card_one_place;
alter table passkey_challenge validate constraint passkey_challenge_purpose_check;
alter table sign_in_challenge validate constraint sign_in_challenge_purpose_check;
