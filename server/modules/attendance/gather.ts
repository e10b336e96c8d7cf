// Punches that nobody makes on purpose: a door's card, a face that was confirmed, a helmet at the fence of the site. Read from
// what is stored of them, by where reading ended last; whatever is read twice is stored once.
import * as z from 'zod/mini'
import type { Sql } from '../../db/scoped.ts'
import { markPunches } from './due.ts'

/** Rows of transactions that began earlier may become visible later than those behind them. */
const BEHIND_IDS = 500
const BEHIND_MS = 60_000

/** By source: the rows beyond the mark `$1` as punches, and the mark up to which they were read. */
const sources = {
  card: {
    behind: BEHIND_IDS,
    mark: 'select max(id) as upto from door_event where id >= $1',
    found: `select w.id as worker_id, w.tenant_id, e.at, null::float8 as latitude, null::float8 as longitude,
        left(e.device_name, 60) as place, e.device_id, null::bigint as fence_id
      from door_event e
      join door_card c on c.tenant_id = e.tenant_id and c.card_info = e.card_info and c.removed_at is null
      join worker w on w.tenant_id = e.tenant_id and w.card_ids @> array[c.id] and w.removed_at is null and w.left_on is null
      where e.id > $1 and e.kind = 'cardOpened'`,
  },
  face: {
    behind: BEHIND_MS,
    mark: 'select max(updated_at) as upto from face_capture where updated_at >= $1',
    found: `select w.id as worker_id, w.tenant_id, e.at, null::float8 as latitude, null::float8 as longitude,
        left(e.place, 60) as place, e.device_id, null::bigint as fence_id
      from face_capture e
      join worker w on w.tenant_id = e.tenant_id and w.face_sample_ids @> array[e.sample_id]
        and w.removed_at is null and w.left_on is null
      where e.updated_at > $1 and e.state = 'confirmed' and e.removed_at is null`,
  },
  fence: {
    behind: BEHIND_IDS,
    mark: 'select max(id) as upto from fence_event where id >= $1',
    found: `select w.id as worker_id, w.tenant_id, e.at, e.latitude, e.longitude, left(e.fence_name, 60) as place,
        e.device_id, e.fence_id
      from fence_event e
      join worker w on w.tenant_id = e.tenant_id and w.device_ids @> array[e.device_id]
        and w.removed_at is null and w.left_on is null
      join attendance_assignment a on a.worker_id = w.id and a.removed_at is null
        and (to_timestamp(e.at / 1000.0))::date between a.from_day - 1 and coalesce(a.until_day, 'infinity'::date - 1) + 1
      join attendance_rule r on r.id = a.rule_id and r.fence_id = e.fence_id
      where e.id > $1 and e.kind in ('entry', 'exit')`,
  },
} as const

const stored = z.object({ workerId: z.int(), tenantId: z.int(), at: z.int() })
export type Gathered = z.output<typeof stored>
const mark = z.object({ upto: z.nullable(z.int()) })

/** Stores what has come since the last time and marks the days; answers whose punches were new. */
export async function gatherEvidence(sql: Sql, now: number): Promise<Gathered[]> {
  const all: Gathered[] = []
  for (const [source, { behind, mark: newest, found }] of Object.entries(sources)) {
    const known = z.parse(
      z.optional(mark),
      await sql.first('select upto from attendance_reading where source = $1 for update', [source]),
    )
    const upto = known?.upto ?? 0
    const next = z.parse(z.optional(mark), await sql.first(newest, [upto - behind]))
    const rows = z.parse(
      z.array(stored),
      await sql.query(
        `insert into punch (tenant_id, created_at, updated_at, worker_id, source, claimed_at, at, trust, latitude, longitude,
           place, device_id, fence_id)
         select distinct on (worker_id, at) tenant_id, $2::bigint, $2::bigint, worker_id, '${source}', at, at, 'sure', latitude, longitude,
           place, device_id, fence_id
         from (${found}) f where at <= $2::bigint + 120000 on conflict (worker_id, source, claimed_at) do nothing
         returning worker_id as "workerId", tenant_id as "tenantId", at`,
        [upto - behind, now],
      ),
    )
    await markPunches(sql, rows)
    all.push(...rows)
    if (next?.upto != null && next.upto > upto)
      await sql.change(
        `insert into attendance_reading (source, upto) values ($1, $2)
         on conflict (source) do update set upto = excluded.upto`,
        [source, next.upto],
      )
  }
  return all
}
