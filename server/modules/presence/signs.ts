// What speaks of the people of a tenant being here: punches, doors, fences and devices, side by side.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { DAY_MS } from '../../../src/domain/durations.ts'
import {
  doorSign,
  type JudgedTurns,
  type PresenceSign,
  punchSigns,
  SIGN_MS,
  turnsOf,
} from '../../../src/domain/people/presence.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

const deviceRow = z.object({
  id: z.number(),
  heard_at: z.nullable(z.number()),
  inside: z.nullable(z.boolean()),
  since: z.nullable(z.number()),
})
const doorRow = z.object({ id: z.number(), at: z.number() })

/** What speaks of each person: four statements, however many people there are. */
export async function signsOf(
  sql: Sql,
  tenantId: number,
  now: number,
): Promise<ReadonlyMap<number, readonly PresenceSign[]>> {
  const signs = new Map<number, PresenceSign[]>()
  const add = (id: number, ...more: PresenceSign[]) => signs.set(id, [...(signs.get(id) ?? []), ...more])
  const devices = await sql.query(
    `select w.id, s.last_message_at as heard_at, f.inside, f.since
     from worker w cross join lateral unnest(w.device_ids) as worn (device_id)
       left join device_state s on s.device_id = worn.device_id
       left join lateral (
         select x.inside, x.since from fence_side x join fence f on f.id = x.fence_id
         where x.device_id = worn.device_id and f.removed_at is null and f.status = 'enabled'
         order by x.inside desc, x.since desc limit 1) f on true
     where w.tenant_id = $1 and w.removed_at is null and w.left_on is null`,
    [tenantId],
  )
  for (const { id, heard_at, inside, since } of z.parse(z.array(deviceRow), devices)) {
    if (heard_at !== null) add(id, { source: 'device', at: heard_at, says: 'heard' })
    if (inside !== null && since !== null)
      add(id, { source: 'fence', at: since, says: inside ? 'in' : 'out' })
  }
  const doors = await sql.query(
    `select w.id, max(e.at) as at from worker w
       join door_card c on c.id = any(w.card_ids) join door_event e on e.card_info = c.card_info
     where w.tenant_id = $1 and e.tenant_id = $1 and w.removed_at is null and w.left_on is null
       and e.kind = 'cardOpened' and e.at > $2 group by w.id`,
    [tenantId, now - SIGN_MS],
  )
  const judged = await judgedTurns(sql, tenantId, now)
  for (const { id, at } of z.parse(z.array(doorRow), doors)) add(id, doorSign(at, judged.get(id)))
  const punches = new Map<number, number[]>()
  const told = await rowsOf(
    sql,
    tables
      .selectFrom('punch')
      .select(['worker_id as workerId', 'source', 'at'])
      .where('tenant_id', '=', tenantId)
      .where('source', 'in', ['phone', 'face'])
      .where('at', '>', now - SIGN_MS)
      .where('at', '<=', now),
  )
  for (const { workerId, source, at } of told) {
    if (source === 'face') add(workerId, doorSign(at, judged.get(workerId)))
    else punches.set(workerId, [...(punches.get(workerId) ?? []), at])
  }
  for (const [id, times] of punches) add(id, ...punchSigns(times, now, judged.get(id)))
  return signs
}

/** What the days around a moment made of the punches of each person that goes by a rule. */
async function judgedTurns(sql: Sql, tenantId: number, now: number): Promise<Map<number, JudgedTurns>> {
  const days = await rowsOf(
    sql,
    tables
      .selectFrom('attendance_day')
      .select(['worker_id as workerId', raw<(number | null)[]>`to_json(times)`.as('times')])
      .where('tenant_id', '=', tenantId)
      .where(
        'day',
        'in',
        [-1, 0, 1].map(ahead => new Date(now + ahead * DAY_MS).toISOString().slice(0, 10)),
      ),
  )
  const judged = new Map<number, Map<number, 'in' | 'out'>>()
  for (const { workerId, times } of days)
    judged.set(workerId, new Map([...(judged.get(workerId) ?? []), ...turnsOf(times)]))
  return judged
}
