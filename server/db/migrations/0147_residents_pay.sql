-- Who began to pay: a person of the console, or somebody who lives there.
alter table payment alter column user_id drop not null;
alter table payment add column resident_id bigint references resident;
alter table payment add constraint payment_payer check (num_nonnulls(user_id, resident_id) = 1);
