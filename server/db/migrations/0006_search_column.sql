-- The text that the free search looks into, as a column: an expression would have to be leakproof in each of its parts
-- before the wall lets its index serve, and would be put together again for every row.
drop index device_search;
alter table device add column search_text text generated always as (
  name || ' ' || imei || ' ' || coalesce(number, '') || ' ' || coalesce(wearer_name, '') || ' ' || coalesce(install_location, '')
) stored;
create index device_search on device using gin (search_text gin_trgm_ops);
create index device_name_search on device using gin (name gin_trgm_ops);
