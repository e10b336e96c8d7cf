// Who is here, who leads, and what is theirs to do.
import { sql as raw } from 'kysely'
import { MOST_PRESENT, peopleInCharge, presenceOfPeople } from '../../../src/contract/endpoints/people.ts'
import { presenceOf } from '../../../src/domain/people/presence.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { dayIn, leaveDaysOf } from '../leave/public.ts'
import { signsOf } from './signs.ts'

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
