-- What is chosen together is chosen once: lists from before that was asked for, in the order in which they were given.
create function pg_temp.once(list anyarray) returns anyarray language sql as $$
  select array(select item from unnest(list) with ordinality as each (item, place) group by item order by min(place))
$$;
update alarm_rule set types = pg_temp.once(types), kinds = pg_temp.once(kinds), days = pg_temp.once(days),
  channels = pg_temp.once(channels), role_ids = pg_temp.once(role_ids), user_ids = pg_temp.once(user_ids),
  escalate_role_ids = pg_temp.once(escalate_role_ids), escalate_user_ids = pg_temp.once(escalate_user_ids)
where (types, kinds, days, channels, role_ids, user_ids, escalate_role_ids, escalate_user_ids) is distinct from
  (pg_temp.once(types), pg_temp.once(kinds), pg_temp.once(days), pg_temp.once(channels), pg_temp.once(role_ids),
    pg_temp.once(user_ids), pg_temp.once(escalate_role_ids), pg_temp.once(escalate_user_ids));
update alarm_test set types = pg_temp.once(types) where types is distinct from pg_temp.once(types);
update report set device_ids = pg_temp.once(device_ids) where device_ids is distinct from pg_temp.once(device_ids);
