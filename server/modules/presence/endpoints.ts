// Who is here, who leads, and what is theirs to do.
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { MOST_PRESENT, peopleInCharge, presenceOfPeople } from '../../../src/contract/endpoints/people.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import {
  doorSign,
  type JudgedTurns,
  type PresenceSign,
  presenceOf,
  punchSigns,
  SIGN_MS,
  turnsOf,
} from '../../../src/domain/people/presence.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { dayIn, leaveDaysOf } from '../leave/public.ts'

/** What this asks of the rooms above it. */
export interface PresencePorts {
  /** Who is on duty at a moment. */
  onDuty(sql: Sql, tenantId: number, at: number): Promise<readonly { workerId: number; until: number }[]>
}

/** Consoles hear of punches at most so often: at a change of shifts thousands come within a minute. */
const TOLD_MS = 500

/** Who looks at presence asks again when somebody has punched, or was seen at a door or a fence. */
function tellSigns(bus: Bus): void {
  const waiting = new Set<number>()
  const tell = ({ tenantId }: { tenantId: number }) => {
    if (waiting.has(tenantId)) return
    waiting.add(tenantId)
    setTimeout(() => {
      waiting.delete(tenantId)
      bus.emit('rows.changed', { tenantId, departmentId: 'any', entity: 'worker', rows: [] })
    }, TOLD_MS).unref()
  }
  bus.on('punch.stored', tell)
  bus.on('people.seen', tell)
  // Whether it was the way in or out is known once it is judged.
  bus.on('attendance.judged', tell)
}

export function mountPresence(handlers: Handlers, bus: Bus, ports: PresencePorts): void {
  tellSigns(bus)
  handlers.handle(presenceOfPeople, async (_, context) => {
    const now = Date.now()
    const people = await peopleHere(context)
    const signs = await signsOf(context.sql, context.person.tenantId, now)
    const away = await leaveOfToday(context, now)
    return {
      at: now,
      people: people.map(({ id, name, trade, postId, phone, wears }) => ({
        id,
        name,
        trade,
        postId,
        phone,
        wears,
        ...presenceOf(signs.get(id) ?? [], now),
        leave: away.get(id) ?? null,
      })),
      posts: await postsOf(context),
    }
  })

  handlers.handle(peopleInCharge, async (_, context) => {
    const now = Date.now()
    const { sql, person } = context
    const today = dayIn(person.tenantZone, now)
    const rows = await rowsOf(
      sql,
      ofScope(context)
        .leftJoin('department as d', 'd.id', 'w.department_id')
        .leftJoin('post as p', 'p.id', 'w.post_id')
        .innerJoin('account as a', 'a.id', 'w.account_id')
        .where('a.removed_at', 'is', null)
        .select(({ selectFrom }) => {
          const open = selectFrom('work_item as i')
            .whereRef('i.assignee_id', '=', 'w.id')
            .where('i.state', '=', 'open')
            .where('i.removed_at', 'is', null)
          return [
            'w.id',
            'w.name',
            'a.id as accountId',
            raw<string | null>`coalesce(nullif(w.phone, ''), a.phone)`.as('phone'),
            'w.trade',
            'p.name as postName',
            'd.name as departmentName',
            open.select(({ fn }) => fn.countAll<number>().as('n')).as('openWork'),
            open
              .where('i.due_on', '<', today)
              .select(({ fn }) => fn.countAll<number>().as('n'))
              .as('lateWork'),
            open.select(({ fn }) => fn.min('i.due_on').as('day')).as('nextDueOn'),
          ]
        })
        .orderBy('w.name')
        .limit(MOST_IN_CHARGE),
    )
    const away = await leaveOfToday(context, now)
    const duty = new Map(
      (await ports.onDuty(sql, person.tenantId, now)).map(({ workerId, until }) => [workerId, until]),
    )
    return rows.map(row => ({
      ...row,
      openWork: row.openWork ?? 0,
      lateWork: row.lateWork ?? 0,
      leave: away.get(row.id) ?? null,
      onDutyUntil: duty.get(row.id) ?? null,
    }))
  })
}

const MOST_IN_CHARGE = 500

/** People who work here now and whom the person may see. */
function ofScope({ person }: Pick<Context, 'person'>) {
  const found = tables
    .selectFrom('worker as w')
    .where('w.tenant_id', '=', person.tenantId)
    .where('w.removed_at', 'is', null)
    .where('w.left_on', 'is', null)
  return person.departments === null
    ? found
    : found.where('w.department_id', 'in', [...person.departments, 0])
}

const peopleHere = (context: Context) =>
  rowsOf(
    context.sql,
    ofScope(context)
      .select([
        'w.id',
        'w.name',
        'w.trade',
        'w.post_id as postId',
        'w.phone',
        raw<boolean>`cardinality(w.device_ids) > 0`.as('wears'),
      ])
      .orderBy('w.name')
      .limit(MOST_PRESENT),
  )

const postsOf = ({ sql, person }: Context) =>
  rowsOf(
    sql,
    tables
      .selectFrom('post')
      .select(['id', 'name', 'area', 'min_heads as minHeads'])
      .where('tenant_id', '=', person.tenantId)
      .where('removed_at', 'is', null)
      .orderBy('name'),
  )

async function leaveOfToday({ sql, person }: Context, now: number) {
  const today = dayIn(person.tenantZone, now)
  const days = await leaveDaysOf(sql, person.tenantId, { from: today, until: today })
  return new Map(days.map(({ workerId, type }) => [workerId, type]))
}

const deviceRow = z.object({
  id: z.number(),
  heard_at: z.nullable(z.number()),
  inside: z.nullable(z.boolean()),
  since: z.nullable(z.number()),
})
const doorRow = z.object({ id: z.number(), at: z.number() })

/** What speaks of each person: four statements, however many people there are. */
async function signsOf(
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
