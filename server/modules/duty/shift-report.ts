// What a shift was like: each part for who may read what it is made of, and of the rows that they see in its list.
import * as z from 'zod/mini'
import { MOST_REPORTED, type shiftReport } from '../../../src/contract/endpoints/duty.ts'
import { alarm } from '../../../src/domain/alarm/alarm.ts'
import { device } from '../../../src/domain/device/device.ts'
import type { Span } from '../../../src/domain/duty/coverage.ts'
import { dutyRecord } from '../../../src/domain/duty/duty-record.ts'
import { dutyShift } from '../../../src/domain/duty/duty-shift.ts'
import { type EntityDefinition, permissionFor } from '../../../src/domain/entity.ts'
import { call } from '../../../src/domain/intercom/call.ts'
import { holds } from '../../../src/domain/permission.ts'
import { workItem } from '../../../src/domain/site/work-item.ts'
import { countGroups, readPage } from '../../entity/reading.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { kindsIn, notesIn, openWorkAt, quietIn, runsIn } from './shift-parts.ts'

type Report = z.output<typeof shiftReport.response>

const sosRow = z.pick(alarm.schema, {
  ...{ id: true, raisedAt: true, deviceName: true, wearerName: true, place: true },
  ...{ takenBy: true, takenAt: true, handledBy: true, handledAt: true, note: true },
})
const missedRow = z.pick(call.schema, { id: true, startedAt: true, fromName: true, roomNo: true })
const turnRow = z.object({
  ...z.pick(dutyShift.schema, { id: true, startsAt: true, endsAt: true, handover: true }).shape,
  workerName: z.nullable(z.string()),
  postName: z.nullable(z.string()),
})

export async function reportShift(
  span: Span,
  stores: ReadonlyMap<string, Store>,
  context: Context,
  now: number,
): Promise<Report> {
  const may = (entity: EntityDefinition) => holds(context.person.permissions, permissionFor(entity, 'read'))
  const store = (entity: EntityDefinition) => {
    const found = stores.get(entity.key)
    if (!found) throw new Error(`${entity.key} has no table`)
    return found
  }
  /** The rows of a list as the person sees them there. */
  const listed = async <Row>(entity: EntityDefinition, query: object, row: z.ZodMiniType<Row>) => {
    const { total, list } = await readPage(store(entity), { ...query, size: MOST_REPORTED }, context)
    return { total, list: z.parse(z.array(row), list) }
  }
  // A moment belongs to the shift that begins with it.
  const within = (field: string) => ({ [`${field}From`]: span.startsAt, [`${field}To`]: span.endsAt - 1 })
  return {
    ...span,
    at: now,
    onDuty: may(dutyShift)
      ? await listed(
          dutyShift,
          {
            ...{ state: ['published'], sort: 'startsAt' },
            ...{ startsAtTo: span.endsAt - 1, endsAtFrom: span.startsAt + 1 },
          },
          turnRow,
        )
      : null,
    alarms: may(alarm) ? await kindsIn(span, context) : null,
    sos: may(alarm)
      ? await listed(alarm, { type: ['sos'], onTest: false, sort: 'raisedAt', ...within('raisedAt') }, sosRow)
      : null,
    calls: may(call) ? await callsIn() : null,
    work: may(workItem) ? await openWorkAt(span, context) : null,
    runs: may(alarm) ? await runsIn(span, context) : null,
    quiet: may(device) ? await quietIn(span, context) : null,
    notes: may(dutyRecord) ? await notesIn(span, context) : null,
  }

  async function callsIn() {
    const query = within('startedAt')
    const [states = []] = await countGroups([{ store: store(call), query, by: 'state' }], context)
    const count = (...words: string[]) =>
      states.reduce((sum, { word, n }) => (word !== null && words.includes(word) ? sum + n : sum), 0)
    const { list } = await listed(call, { state: ['missed'], sort: 'startedAt', ...query }, missedRow)
    return { answered: count('answered', 'ended'), missed: count('missed'), list }
  }
}
