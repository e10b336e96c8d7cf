-- Rows that are forgotten by their age are named by an id, as all others that are.
alter table unsent_work add column id bigint generated always as identity;
create unique index unsent_work_id on unsent_work (id);
