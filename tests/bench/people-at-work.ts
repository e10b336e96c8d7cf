// People who go by a rule, and a month of what they punched, put into the database of a started console without the API.
import type pg from 'pg'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { login } from '../../src/contract/endpoints/session.ts'

export const ZONE = 'Asia/Shanghai'

/** Morning, afternoon and evening: six punches a day. */
const SLOTS = [
  { name: 'morning', openFrom: 390, start: 480, lateUntil: 490, cutOff: 570, end: 720, closeUntil: 760 },
  { name: 'afternoon', openFrom: 765, start: 810, lateUntil: 815, cutOff: 870, end: 1080, closeUntil: 1120 },
  {
    name: 'evening',
    openFrom: 1125,
    start: 1140,
    lateUntil: 1145,
    cutOff: 1200,
    end: 1260,
    closeUntil: 1380,
  },
]
/** Of each punch of a day: the minute, and by how many it goes astray. */
const MINUTES = [482, 728, 808, 1088, 1138, 1268]
const ASTRAY = 20

interface Working {
  tenantId: number
  people: number
  /** First day that they go by the rule. */
  fromDay: string
}

/** Adds people and has them go by a rule of six states from Monday to Saturday. Their names sort before those of the demo. */
export async function addPeopleAtWork(
  client: pg.Client,
  { tenantId, people, fromDay }: Working,
): Promise<void> {
  const now = Date.now()
  const { rows } = await client.query<{ id: string }>(
    `insert into attendance_rule (tenant_id, created_at, updated_at, name) values ($1, $2, $2, 'Six a day') returning id`,
    [tenantId, now],
  )
  const ruleId = rows[0]?.id
  await client.query(
    `insert into attendance_rule_version (tenant_id, rule_id, number, created_at, created_by, valid_from, zone, week_type,
       punch_count, slots) values ($1, $2, 1, $3, 'bench', $4, $5, 'big', 6, $6)`,
    [tenantId, ruleId, now, fromDay, ZONE, JSON.stringify(SLOTS)],
  )
  await client.query(
    `with w as (
       insert into worker (tenant_id, created_at, updated_at, name, number, trade, label_code, department_id, post_id)
       select $1::bigint, $2::bigint, $2::bigint, '0 ' || lpad(n::text, 5, '0'), 'B' || n,
         (array['Carpenter','Mason','Welder','Crane driver'])[1 + n % 4], 'B-' || n,
         departments[1 + n % greatest(1, cardinality(departments))], posts[1 + n % greatest(1, cardinality(posts))]
       from generate_series(1, $3::int) n cross join (select
         (select array_agg(id) from department where tenant_id = $1 and removed_at is null) as departments,
         (select array_agg(id) from post where tenant_id = $1 and removed_at is null) as posts) pick
       returning id)
     insert into attendance_assignment (tenant_id, created_at, updated_at, worker_id, rule_id, from_day)
     select $1, $2, $2, id, $4, $5 from w`,
    [tenantId, now, people, ruleId, fromDay],
  )
}

/** Adds what they punched from day to day, six a day less one in forty; answers how many punches. */
export async function addPunches(
  client: pg.Client,
  tenantId: number,
  { from, until }: { from: string; until: string },
): Promise<number> {
  const { rowCount } = await client.query(
    `insert into punch (tenant_id, created_at, updated_at, worker_id, source, claimed_at, at, trust)
     select $1, at, at, id, 'card', at, at, 'sure' from (
       select w.id, (extract(epoch from (d::date + interval '1 minute' * (m + (w.id * 31 + extract(doy from d)::int * 17 + m) % $6
         - $6 / 2)) at time zone $5) * 1000)::bigint as at
       from worker w cross join generate_series($2::date, $3::date, '1 day') d cross join unnest($4::int[]) m
       where w.tenant_id = $1 and w.number like 'B%' and extract(isodow from d) < 7
         and (w.id * 13 + extract(doy from d)::int * 7 + m) % 40 <> 0) made`,
    [tenantId, from, until, MINUTES, ZONE, ASTRAY],
  )
  return rowCount ?? 0
}

/** Marks their days; answers how long it took until all of them were judged, in milliseconds. */
export async function judged(
  client: pg.Client,
  tenantId: number,
  { from, until }: { from: string; until: string },
): Promise<number> {
  const began = performance.now()
  await client.query(
    `insert into attendance_due (worker_id, day, tenant_id)
     select w.id, d::date, $1 from worker w cross join generate_series($2::date, $3::date, '1 day') d
     where w.tenant_id = $1 and w.number like 'B%' order by 1, 2 on conflict do nothing`,
    [tenantId, from, until],
  )
  await untilJudged(client)
  return performance.now() - began
}

const LOOK_MS = 50

/** Resolves once no day is due any more. */
export async function untilJudged(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select 1 from attendance_due limit 1')
    if (rows.length === 0) return
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
}

/** The token of an account of the demo, or of one like it. */
export async function tokenOf(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}${defaultPath(login)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  })
  const token = answer.headers.get('authorization')
  if (!token) throw new Error(`${username} may not enter: ${await answer.text()}`)
  return token
}
