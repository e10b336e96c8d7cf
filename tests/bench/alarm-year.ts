// A year of a large tenant's alarms, put into the database without the API.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

export const ALARMS = 1_000_000
export const DEVICES = 5_000
export const DAYS = 365
export const DAY_MS = 86_400_000

/**
 * Alarms of a year as a large tenant has them: most long handled, a few open, some types rare, some of test windows.
 */
export async function addYearOfAlarms(client: pg.Client, tenantId: number, now: number): Promise<void> {
  await client.query(
    `insert into alarm_test (tenant_id, created_at, updated_at, reason, starts_at, ends_at, user_name, told_at)
     values ($1, 0, 0, 'bench', 0, 1, 'bench', 1)`,
    [tenantId],
  )
  await client.query(
    `with fleet as (
       select id, imei, name, kind, wearer_name, department_id, install_location, building, unit, room_no,
         row_number() over (order by id) - 1 as n from device where tenant_id = $1 and name like '0 %'
     ), people as (select array_agg(id order by id) as ids from account where tenant_id = $1),
     test as (select max(id) as id from alarm_test where tenant_id = $1)
     insert into alarm (tenant_id, created_at, updated_at, type, severity, status, title, device_id, imei, device_name,
       device_kind, wearer_name, department_id, place, building, unit, room_no, raised_at, read, acknowledged_by,
       acknowledged_at, handled_by, handled_at, assigned_to, assigned_to_id, test_id)
     select $1, raised, raised, type,
       case when type in ('smoke', 'fall', 'sos') then 'critical' when type in ('heartRate', 'temperature') then 'warning'
         when type = 'online' then 'info' else 'attention' end,
       status, f.name, f.id, f.imei, f.name, f.kind, f.wearer_name, f.department_id, f.install_location, f.building, f.unit,
       f.room_no, raised, true, case when status = 'handled' then '王伟' end, case when status = 'handled' then raised + i % 300000 end,
       case when status = 'handled' then '王伟' end, case when status = 'handled' then raised + i % 3000000 end,
       case when i % 1000 = 0 then '王伟' end,
       case when i % 1000 = 0 then ids[1 + i / 1000 % cardinality(ids)] end, case when i % 200 = 7 then test.id end
     from (
       select i, $3::bigint - (i::bigint * $4 / $2) as raised,
         (array['lowVoltage','lowVoltage','lowVoltage','heartRate','heartRate','temperature','offline','online','online','smoke'])[1 + i * 7 % 10]
           as common,
         case when i % 997 = 3 then 'sos' when i % 97 = 5 then 'fall' end as rare,
         case when i % 200 = 7 or i > 30000 then 'handled' when i % 10 = 1 then 'taken' when i % 3 = 1 then 'open' else 'handled' end
           as status
       from generate_series(1, $2::int) i) x
     cross join lateral (select coalesce(rare, common) as type) y
     join fleet f on f.n = i::bigint * 7919 % $5 cross join people cross join test`,
    [tenantId, ALARMS, now, DAYS * DAY_MS, DEVICES],
  )
  await client.query('vacuum analyze alarm')
}

/** The server packs days that are over within minutes; a tenant has a million alarms after a year, not at once. */
export async function untilPacked(client: pg.Client, now: number): Promise<void> {
  const today = Math.floor(now / DAY_MS)
  for (;;) {
    const { rows } = await client.query<{ n: string }>(
      'select count(*) as n from alarm_day_change where day < $1',
      [today],
    )
    if (Number(rows[0]?.n) === 0) return
    await wait(2_000)
  }
}
