// The parts of a shift report that are no page of a list: sums, and what stood open when the shift was over.
import type { Expression, SqlBool } from 'kysely'
import { sql as raw } from 'kysely'
import * as z from 'zod/mini'
import { MOST_REPORTED } from '../../../src/contract/endpoints/duty.ts'
import { alarmType } from '../../../src/domain/alarm/alarm-types.ts'
import { deviceKind } from '../../../src/domain/device/device.ts'
import type { Span } from '../../../src/domain/duty/coverage.ts'
import { type KindSum, sumByKind } from '../../../src/domain/duty/shift-report.ts'
import { foldRun, runEvent, runStep } from '../../../src/domain/response/response-run.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Context } from '../../http/handlers.ts'

type Asker = Pick<Context, 'person' | 'scope' | 'sql'>

const all = () => raw<SqlBool>`true`
/** Rows of the tenant; of every tenant for who sees them all. */
const ofTenant = (column: string, { scope }: Asker): Expression<SqlBool> =>
  scope.tenant === '*' ? all() : raw<SqlBool>`${raw.ref(column)} = ${scope.tenant}`
/** Rows of the departments that the person sees. */
const ofDepartments = (column: string, { person }: Asker): Expression<SqlBool> =>
  person.departments === null
    ? all()
    : raw<SqlBool>`${raw.ref(column)} = any(${[...person.departments]}::bigint[])`
const totalOf = raw<number>`count(*) over ()`.as('total')

/** The rows with how many there are in all. */
const parted = <Row extends { total: number }, Shown>(
  rows: readonly Row[],
  shown: (row: Row) => Shown,
): { total: number; list: Shown[] } => ({ total: rows[0]?.total ?? 0, list: rows.map(shown) })

export async function kindsIn({ startsAt, endsAt }: Span, asker: Asker): Promise<KindSum[]> {
  const rows = await rowsOf(
    asker.sql,
    tables
      .selectFrom('alarm as t')
      .select(['t.type', 't.raised_at as raisedAt', 't.taken_at as takenAt', 't.handled_at as handledAt'])
      .where(ofTenant('t.tenant_id', asker))
      .where(ofDepartments('t.department_id', asker))
      .where('t.on_test', '=', false)
      .where('t.removed_at', 'is', null)
      .where('t.raised_at', '>=', startsAt)
      .where('t.raised_at', '<', endsAt),
  )
  const known = rows.flatMap(row => {
    const type = alarmType.safeParse(row.type)
    return type.success ? [{ ...row, type: type.data }] : []
  })
  return sumByKind(known, endsAt)
}

/** Work that was there and not done when the shift was over. */
export async function openWorkAt({ endsAt }: Span, asker: Asker) {
  const rows = await rowsOf(
    asker.sql,
    tables
      .selectFrom('work_item as t')
      .leftJoin('worker as w', 'w.id', 't.assignee_id')
      .select(['t.id', 't.title', 't.due_on as dueOn', 'w.name as assigneeName', totalOf])
      .where(ofTenant('t.tenant_id', asker))
      // What is one's own to do is seen whatever its department.
      .where(eb =>
        eb.or([ofDepartments('t.department_id', asker), eb('w.account_id', '=', asker.person.accountId)]),
      )
      .where('t.removed_at', 'is', null)
      .where('t.created_at', '<', endsAt)
      .where(eb => eb.or([eb('t.done_at', 'is', null), eb('t.done_at', '>=', endsAt)]))
      .orderBy('t.due_on')
      .orderBy('t.id')
      .limit(MOST_REPORTED),
  )
  return parted(rows, ({ id, title, dueOn, assigneeName }) => ({ id, title, dueOn, assigneeName }))
}

const stored = z.object({ type: alarmType, steps: z.array(runStep) })

/** Response cards that were worked off for alarms of the shift. */
export async function runsIn({ startsAt, endsAt }: Span, asker: Asker) {
  const rows = await rowsOf(
    asker.sql,
    tables
      .selectFrom('response_run as r')
      .innerJoin('alarm as t', 't.id', 'r.alarm_id')
      .select(['r.id', 'r.steps', 't.id as alarmId', 't.type', 't.device_name as deviceName'])
      .select(['t.raised_at as raisedAt', totalOf])
      .where(ofTenant('t.tenant_id', asker))
      .where(ofDepartments('t.department_id', asker))
      .where('t.raised_at', '>=', startsAt)
      .where('t.raised_at', '<', endsAt)
      .orderBy('t.raised_at')
      .limit(MOST_REPORTED),
  )
  const said = await rowsOf(
    asker.sql,
    tables
      .selectFrom('response_event')
      .select([
        'run_id as runId',
        'event_key as event',
        'step',
        'does',
        'reason',
        'at',
        'user_name as userName',
      ])
      .where('run_id', 'in', [...rows.map(({ id }) => id), 0]),
  )
  const events = Map.groupBy(said, ({ runId }) => runId)
  return parted(rows, ({ id, steps: kept, type: word, alarmId, deviceName, raisedAt }) => {
    const { steps, type } = z.parse(stored, { steps: kept, type: word })
    const own = z.parse(z.array(runEvent), events.get(id) ?? [])
    const states = [...foldRun(steps, own).values()]
    const count = (is: 'done' | 'skipped') => states.filter(state => state.is === is).length
    return {
      ...{ alarmId, type, deviceName, raisedAt, steps: steps.length },
      ...{ done: count('done'), skipped: count('skipped') },
      lastAt: own.length > 0 ? Math.max(...own.map(({ at }) => at)) : null,
    }
  })
}

/** Devices that went offline, those that still are before those that came back. */
export async function quietIn({ startsAt, endsAt }: Span, asker: Asker) {
  const rows = await rowsOf(
    asker.sql,
    tables
      .selectFrom('online_change as c')
      .innerJoin('device as t', 't.id', 'c.device_id')
      .innerJoin('device_state as s', 's.device_id', 't.id')
      .select(['t.id', 't.imei', 't.name', 't.kind', 't.install_location as place'])
      .select(raw<boolean>`s.state = 'offline'`.as('still'))
      .select(({ fn }) => [fn.max('c.at').as('at'), fn.countAll<number>().as('times'), totalOf])
      .where(ofTenant('c.tenant_id', asker))
      .where(ofDepartments('t.department_id', asker))
      .where('t.removed_at', 'is', null)
      .where('c.online', '=', false)
      .where('c.at', '>=', startsAt)
      .where('c.at', '<', endsAt)
      .groupBy(['t.id', 's.state'])
      .orderBy('still', 'desc')
      .orderBy('at')
      .limit(MOST_REPORTED),
  )
  return parted(rows, ({ total: _, kind, ...row }) => ({ ...row, kind: z.parse(deviceKind, kind) }))
}

/** The records of the shift: what people wrote, and who signed. */
export async function notesIn({ startsAt, endsAt }: Span, asker: Asker) {
  const rows = await rowsOf(
    asker.sql,
    tables
      .selectFrom('duty_record as t')
      .leftJoin('worker as w', 'w.id', 't.worker_id')
      .leftJoin('worker as n', 'n.id', 't.next_worker_id')
      .select(['t.id', 't.area', 't.situation', 't.note', 't.out_signed_at', 't.in_signed_at'])
      .select(['w.name as workerName', 'n.name as nextWorkerName', totalOf])
      .where(ofTenant('t.tenant_id', asker))
      .where('t.removed_at', 'is', null)
      .where('t.starts_at', '<', endsAt)
      .where('t.ends_at', '>', startsAt)
      .orderBy('t.starts_at')
      .limit(MOST_REPORTED),
  )
  return parted(rows, ({ total: _, out_signed_at: out, in_signed_at: taken, ...row }) => ({
    ...row,
    state:
      out !== null && taken !== null
        ? ('signed' as const)
        : out !== null || taken !== null
          ? ('half' as const)
          : ('open' as const),
  }))
}
