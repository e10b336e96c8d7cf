// Single things that happened, lane by lane, with the time at which each became known.
import { MOST_LANE_EVENTS, type WireEvent } from '../../../src/contract/endpoints/replay.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { EventLane } from '../../../src/domain/replay/lanes.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { readMatching } from '../../entity/reading.ts'
import { type Conditions, expressionOf, type Store } from '../../entity/statement.ts'
import type { Row } from '../../entity/table.ts'
import { type Asked, type Asking, inCircle, type ReplayStores } from './scope.ts'

export interface Lane {
  events: WireEvent[]
  cut: boolean
}

interface Within {
  deviceIds: readonly number[]
  asked: Asked
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Rows of the devices whose time lies in the span, the first ones first. */
async function rowsWithin(
  store: Store,
  time: string,
  { deviceIds, asked }: Within,
  asking: Asking,
  further?: (conditions: Conditions) => string,
): Promise<{ rows: Row[]; cut: boolean }> {
  const narrow = (conditions: Conditions) => {
    const { bind, parts } = conditions
    const at = expressionOf(store, time)
    parts.push(`${at} between ${bind(asked.from)}::bigint and ${bind(asked.to)}::bigint`)
    const ofDevices = `t.device_id = any(${bind([...deviceIds])}::bigint[])`
    const also = further?.(conditions)
    parts.push(also === undefined ? ofDevices : `(${ofDevices} or ${also})`)
  }
  const rows = await readMatching(store, narrow, { sort: time, most: MOST_LANE_EVENTS + 1 }, asking)
  return { rows: rows.slice(0, MOST_LANE_EVENTS), cut: rows.length > MOST_LANE_EVENTS }
}

/** What all lanes say of a row the same way. */
const eventOf = (
  lane: EventLane,
  row: Row,
  more: Pick<WireEvent, 'at' | 'kind'> & Partial<WireEvent>,
): WireEvent => ({
  id: `${lane}-${row.id}`,
  lane,
  knownAt: numberOf(row.createdAt) ?? more.at,
  state: null,
  deviceId: numberOf(row.deviceId),
  subject: textOf(row.deviceName) ?? '',
  by: null,
  note: null,
  critical: false,
  alarmId: null,
  place: null,
  ...more,
})

export async function alarmsOf(stores: ReplayStores, within: Within, asking: Asking): Promise<Lane> {
  const { around } = within.asked
  const { rows, cut } = await rowsWithin(
    stores.alarms,
    'raisedAt',
    within,
    asking,
    around && (conditions => inCircle(conditions, around, ['t.latitude', 't.longitude'])),
  )
  return {
    cut,
    events: rows.map(row => {
      const [latitude, longitude] = [numberOf(row.latitude), numberOf(row.longitude)]
      return eventOf('alarms', row, {
        at: Number(row.raisedAt),
        kind: String(row.type),
        state: textOf(row.status),
        subject: textOf(row.wearerName) ?? String(row.deviceName),
        critical: row.severity === 'critical',
        alarmId: row.id,
        place: latitude === null || longitude === null ? null : { latitude, longitude },
      })
    }),
  }
}

/** The rows of a list as they are: each thing was known when its row was made. */
async function laneOf(
  store: Store,
  time: string,
  within: Within,
  asking: Asking,
  eventFrom: (row: Row) => WireEvent,
): Promise<Lane> {
  const { rows, cut } = await rowsWithin(store, time, within, asking)
  return { cut, events: rows.map(eventFrom) }
}

export const doorsOf = ({ doorEvents }: ReplayStores, within: Within, asking: Asking): Promise<Lane> =>
  laneOf(doorEvents, 'at', within, asking, row =>
    eventOf('doors', row, {
      at: Number(row.at),
      kind: String(row.kind),
      by: textOf(row.personName),
      note: textOf(row.reason),
    }),
  )

export const callsOf = ({ calls }: ReplayStores, within: Within, asking: Asking): Promise<Lane> =>
  laneOf(calls, 'startedAt', within, asking, row =>
    eventOf('calls', row, {
      at: Number(row.startedAt),
      until: numberOf(row.endedAt),
      kind: String(row.kind),
      state: textOf(row.state),
      subject: String(row.fromName),
      by: textOf(row.answeredBy),
    }),
  )

export const ordersOf = ({ commands }: ReplayStores, within: Within, asking: Asking): Promise<Lane> =>
  laneOf(commands, 'createdAt', within, asking, row =>
    eventOf('orders', row, {
      at: Number(row.createdAt),
      until: numberOf(row.finishedAt),
      kind: String(row.kind),
      state: textOf(row.state),
      by: textOf(row.userName),
    }),
  )

/** What is said by nobody, or by the alarm's own mark, is no note. */
const NOT_NOTED = ['raised', 'read', 'told', 'repeated']

/** What people did and wrote about the alarms: those of the span, and those of the day before that were still at work. */
export async function notesOf(stores: ReplayStores, within: Within, asking: Asking): Promise<Lane> {
  const { asked } = within
  const earlier = { ...within, asked: { ...asked, from: Math.max(0, asked.from - DAY_MS) } }
  const { around } = asked
  const { rows } = await rowsWithin(
    stores.alarms,
    'raisedAt',
    earlier,
    asking,
    around && (conditions => inCircle(conditions, around, ['t.latitude', 't.longitude'])),
  )
  if (rows.length === 0) return { events: [], cut: false }
  const alarms = new Map(rows.map(row => [row.id, row]))
  const lines = await rowsOf(
    asking.sql,
    tables
      .selectFrom('alarm_event')
      .select(['id', 'alarm_id', 'kind', 'user_name', 'note', 'at', 'recorded_at'])
      .where('alarm_id', 'in', [...alarms.keys()])
      .where('kind', 'not in', NOT_NOTED)
      .where('at', '>=', asked.from)
      .where('at', '<=', asked.to)
      .orderBy('at')
      .orderBy('id')
      .limit(MOST_LANE_EVENTS + 1),
  )
  return {
    cut: lines.length > MOST_LANE_EVENTS,
    events: lines.slice(0, MOST_LANE_EVENTS).map(line => {
      const alarm = alarms.get(line.alarm_id)
      return {
        id: `notes-${line.id}`,
        lane: 'notes',
        at: line.at,
        knownAt: line.recorded_at,
        kind: line.kind,
        state: null,
        deviceId: numberOf(alarm?.deviceId),
        subject: textOf(alarm?.wearerName) ?? textOf(alarm?.deviceName) ?? '',
        by: line.user_name,
        note: line.note,
        critical: false,
        alarmId: line.alarm_id,
        place: null,
      }
    }),
  }
}
