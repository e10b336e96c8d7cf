-- no transaction
-- compatible: one index more
-- Every five seconds each process looks for SOS of the last minutes that nobody was told of: the few that are open, not all alarms.
create index concurrently if not exists alarm_open_sos on alarm (created_at)
  where type = 'sos' and status = 'open' and not on_test;
