// Emergencies beyond their list over HTTP: the log, who can be asked, and those of an alarm.
import { sql as raw, type SqlBool } from 'kysely'
import * as z from 'zod/mini'
import {
  emergenciesOfAlarm,
  emergencyLog,
  emergencyPeople,
} from '../../../src/contract/endpoints/emergency.ts'
import { emergencyState } from '../../../src/domain/emergency/emergency-step.ts'
import { metresBetween, type Place } from '../../../src/domain/geo/geo.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { readRow, readRows } from '../../entity/reading.ts'
import type { Row } from '../../entity/table.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { cannotSend } from '../texts/public.ts'
import { hideUnseen, readThing, type StoreOf } from './attaching.ts'
import { entriesOfEmergency } from './log-rows.ts'
import { readersOf } from './people.ts'
import { toldOf } from './telling.ts'

/** An emergency whose point has no radius is near what is within so many metres. */
const NEAR_METRES = 500
/** The newest that are offered. */
const MOST_OFFERED = 5
/** And that are looked at for it. */
const MOST_LOOKED_AT = 100

export function mountEmergencies(handlers: Handlers, storeOf: StoreOf): void {
  const emergencies = storeOf('emergency')
  handlers.handle(emergencyLog, async ({ id }, context) => {
    await readRow(emergencies, id, context)
    const { sql } = context
    return {
      entries: await hideUnseen(storeOf, await entriesOfEmergency(sql, id), context),
      told: await toldOf(sql, id),
    }
  })
  handlers.handle(emergencyPeople, async ({ id }, context) => {
    await readRow(emergencies, id, context)
    const noCarrier = await cannotSend(context.sql)
    return (await readersOf(context.sql, id)).map(({ phone, ...person }) => ({
      ...person,
      text: noCarrier ? ('noCarrier' as const) : phone ? ('able' as const) : ('noPhone' as const),
    }))
  })
  handlers.handle(emergenciesOfAlarm, async ({ id }, context) => {
    const alarms = storeOf('alarm')
    const found = (await readRows(alarms, [id], context)).get(id)
    if (!found) throw new Refused('row.unknown')
    const { tenantId } = found
    const alarm = await readThing(storeOf, { of: 'alarm', subjectId: id, tenantId }, context)
    const holding = await emergenciesWith(id, context)
    const ids = [...new Set([...holding, ...(await runningNow(tenantId, context))])]
    const rows = [...(await readRows(emergencies, ids, context)).values()].map(({ row }) => row)
    const of = rows.filter(row => holding.includes(row.id))
    const near = rows.filter(row => !holding.includes(row.id) && row.state !== 'closed' && isNear(row, alarm))
    return { of: of.map(brief), near: near.slice(0, MOST_OFFERED).map(brief) }
  })
}

const brief = (row: Row) => ({
  id: row.id,
  title: String(row.title),
  state: z.parse(emergencyState, row.state),
})

/** Where the alarm stands among the things, and was not struck. */
async function emergenciesWith(alarmId: number, { sql }: Context): Promise<number[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('emergency_entry as e')
      .select('e.emergency_id')
      .distinct()
      .where(raw<SqlBool>`e.facts ->> 'kind' = 'item'`)
      .where(raw<SqlBool>`e.facts ->> 'of' = 'alarm'`)
      .where(raw<SqlBool>`e.facts ->> 'subjectId' = ${String(alarmId)}`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('emergency_entry as s')
              .select('s.id')
              .whereRef('s.emergency_id', '=', 'e.emergency_id')
              .where(raw<SqlBool>`s.facts ->> 'kind' = 'struck'`)
              .where(raw<SqlBool>`(s.facts ->> 'entry')::bigint = e.id`),
          ),
        ),
      ),
  )
  return rows.map(row => row.emergency_id)
}

async function runningNow(tenantId: number, { sql }: Context): Promise<number[]> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('emergency')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('removed_at', 'is', null)
      .where('state', '<>', 'closed')
      .orderBy('started_at', 'desc')
      .limit(MOST_LOOKED_AT),
  )
  return rows.map(({ id }) => id)
}

/** Within its circle; where either has no point, in the same department. */
function isNear(row: Row, alarm: Row): boolean {
  const [here, there] = [placeOf(row), placeOf(alarm)]
  if (here && there)
    return metresBetween(here, there) <= (typeof row.radius === 'number' ? row.radius : NEAR_METRES)
  return (row.departmentId ?? null) === (alarm.departmentId ?? null)
}

const placeOf = ({ latitude, longitude }: Row): Place | undefined =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
