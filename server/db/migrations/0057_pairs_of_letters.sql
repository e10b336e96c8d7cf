-- People and places are often called by two characters, of which no trigram can be made; where the database's locale is C,
-- none is made of any letter beyond ASCII. Each pair of such letters in a device's text is kept as a word of its own, by the
-- numbers of its characters. The text itself decides in the end.
create function pairs_of(words text) returns text language sql immutable parallel safe
  return (
    select coalesce(' ' || string_agg(distinct to_hex(ascii(substr(words, at, 1))) || to_hex(ascii(substr(words, at + 1, 1))), ' ') || ' ', '')
    from generate_series(1, length(words) - 1) at
    where octet_length(substr(words, at, 1)) > 1 and octet_length(substr(words, at + 1, 1)) > 1
  );
alter table device add column search_pairs text generated always as (
  pairs_of(name || ' ' || coalesce(number, '') || ' ' || coalesce(wearer_name, '') || ' ' || coalesce(install_location, ''))
) stored;
create index device_pairs_search on device using gin (search_pairs gin_trgm_ops);
