-- A month of one person in one text: the grid of everybody reads one row a person instead of each of their days.
create table attendance_month (
  worker_id bigint not null references worker, month date not null, tenant_id bigint not null references tenant,
  -- Eight characters for each day of the month, spaces where none is stored.
  cells text not null, worth real not null,
  primary key (worker_id, month)
);
create index attendance_month_tenant on attendance_month (tenant_id, month);
select put_behind_wall('attendance_month');

create function pack_attendance_months() returns trigger language plpgsql as $$
begin
  insert into attendance_month (worker_id, month, tenant_id, cells, worth)
  select distinct worker_id, date_trunc('month', day)::date, tenant_id, '', 0 from touched
  order by 1, 2 on conflict do nothing;
  -- What somebody else is writing for the same months is waited for, and seen by the statement below.
  perform from attendance_month m
  where (m.worker_id, m.month) in (select worker_id, date_trunc('month', day)::date from touched)
  order by m.worker_id, m.month for no key update;
  update attendance_month m set cells = p.cells, worth = p.worth
  from (
    select t.worker_id, t.month, string_agg(coalesce(d.cell, repeat(' ', 8)), '' order by s.day) as cells,
      coalesce(sum(d.worth), 0) as worth
    from (select distinct worker_id, date_trunc('month', day)::date as month from touched) t
    cross join lateral generate_series(t.month, t.month + interval '1 month' - interval '1 day', interval '1 day') s (day)
    left join attendance_day d on d.worker_id = t.worker_id and d.day = s.day::date
    group by 1, 2) p
  where m.worker_id = p.worker_id and m.month = p.month;
  return null;
end $$;
create trigger attendance_day_added after insert on attendance_day referencing new table as touched
  for each statement execute function pack_attendance_months();
create trigger attendance_day_changed after update on attendance_day referencing new table as touched
  for each statement execute function pack_attendance_months();
create trigger attendance_day_gone after delete on attendance_day referencing old table as touched
  for each statement execute function pack_attendance_months();

insert into attendance_month (worker_id, month, tenant_id, cells, worth)
select t.worker_id, t.month, t.tenant_id, string_agg(coalesce(d.cell, repeat(' ', 8)), '' order by s.day), coalesce(sum(d.worth), 0)
from (select distinct worker_id, date_trunc('month', day)::date as month, tenant_id from attendance_day) t
cross join lateral generate_series(t.month, t.month + interval '1 month' - interval '1 day', interval '1 day') s (day)
left join attendance_day d on d.worker_id = t.worker_id and d.day = s.day::date
group by 1, 2, 3;

-- The sums of who was late or absent, without a look at the rows of days.
drop index attendance_day_bad;
create index attendance_day_bad on attendance_day (tenant_id, day)
  include (worker_id, late_count, late_minutes, early_count, early_minutes, absent_count)
  where late_count + early_count + absent_count > 0;
drop index attendance_day_month;
create index attendance_day_tenant on attendance_day (tenant_id, day);
