-- What the search of alarms looks into are names and places of devices, the same for thousands of alarms. Each text is kept
-- once and sought there, also one or two letters or digits, of which no trigram can be made; a new alarm costs less too.
create function words_of_alarm(device_name text, wearer_name text, place text, imei text) returns text
  language sql immutable parallel safe
  return device_name || ' ' || coalesce(wearer_name, '') || ' ' || coalesce(place, '') || ' ' || imei;
create table alarm_words (
  tenant_id bigint not null references tenant, key uuid not null, text text not null, primary key (tenant_id, key)
);
alter table alarm drop column search_text,
  add column words_key uuid not null generated always as
    (md5(words_of_alarm(device_name, wearer_name, place, imei))::uuid) stored;
insert into alarm_words (tenant_id, key, text)
  select distinct tenant_id, words_key, words_of_alarm(device_name, wearer_name, place, imei) from alarm;
create index alarm_words_search on alarm_words using gin (text gin_trgm_ops);
create index alarm_counts_words on alarm (tenant_id, words_key, status, on_test) where removed_at is null;
create function keep_alarm_words() returns trigger language plpgsql as $$
begin
  -- In the order of the key, so that two processes never wait crosswise.
  insert into alarm_words (tenant_id, key, text)
    select distinct tenant_id, words_key, words_of_alarm(device_name, wearer_name, place, imei) from told order by 1, 2
    on conflict do nothing;
  return null;
end $$;
create trigger alarm_words_told after insert on alarm referencing new table as told
  for each statement execute function keep_alarm_words();
create trigger alarm_words_changed after update on alarm referencing new table as told
  for each statement execute function keep_alarm_words();
select put_behind_wall('alarm_words');
