// The card of one alarm, and how long the steps of all of them take.
import * as z from 'zod/mini'
import { alarmResponse, responseTimes } from '../../../src/contract/endpoints/response.ts'
import { alarmType } from '../../../src/domain/alarm/alarm-types.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { runEvent, runStep } from '../../../src/domain/response/response-run.ts'
import { durationsOf, stepTimes } from '../../../src/domain/response/step-times.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import { readRow } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { readRun } from './runs.ts'

/** Times are of the runs of so many days. */
const LOOKED_BACK_MS = 90 * DAY_MS
/** And of the newest so many, so that a year of drills takes no server. */
const MOST_RUNS = 5_000

export function mountResponse(handlers: Handlers, alarms: Store): void {
  handlers.handle(alarmResponse, async ({ id }, context) => {
    const row = await readRow(alarms, id, context)
    const owner = await firstOf(
      context.sql,
      tables.selectFrom('alarm').select('tenant_id').where('id', '=', id),
    )
    return owner ? readRun(context.sql, row, owner.tenant_id) : null
  })
  handlers.handle(responseTimes, (_, context) => timesOfSteps(context))
}

async function timesOfSteps({ sql, person }: Context) {
  const { departments } = person
  let newest = tables
    .selectFrom('response_run as r')
    .innerJoin('alarm as a', 'a.id', 'r.alarm_id')
    .select(['r.id', 'r.steps', 'a.type', 'a.raised_at'])
    .where('r.created_at', '>=', Date.now() - LOOKED_BACK_MS)
  if (departments) newest = newest.where('a.department_id', 'in', [...departments, 0])
  const runs = await rowsOf(sql, newest.orderBy('r.created_at', 'desc').limit(MOST_RUNS))
  if (runs.length === 0) return []
  const said = await rowsOf(
    sql,
    tables
      .selectFrom('response_event')
      .select(['run_id', 'event_key as event', 'step', 'does', 'reason', 'at', 'user_name as userName'])
      .where(
        'run_id',
        'in',
        newest.clearSelect().select('r.id').orderBy('r.created_at', 'desc').limit(MOST_RUNS),
      ),
  )
  const byRun = Map.groupBy(said, ({ run_id }) => run_id)
  const durations = new Map<string, number[]>()
  for (const run of runs) {
    const events = z.parse(z.array(runEvent), byRun.get(run.id) ?? [])
    const steps = z.parse(z.array(runStep), run.steps)
    for (const [key, took] of durationsOf(steps, events, run.raised_at)) {
      const name = `${run.type} ${key}`
      durations.set(name, [...(durations.get(name) ?? []), took])
    }
  }
  return [...durations].flatMap(([name, all]) => {
    const [type, step = ''] = name.split(' ')
    const times = stepTimes(all)
    return times ? [{ type: z.parse(alarmType, type), step, ...times }] : []
  })
}
