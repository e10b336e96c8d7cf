-- Which order a card notice answers: who watches that order need not be told again.
alter table card_notice add column order_id bigint;
