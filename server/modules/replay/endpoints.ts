// The time machine over HTTP: all lanes of a span in one answer. What a person may not see is named, never left out in silence.
import { replay } from '../../../src/contract/endpoints/replay.ts'
import { holds } from '../../../src/domain/permission.ts'
import { lanePermissions, type ReplayLane, replayLanes } from '../../../src/domain/replay/lanes.ts'
import type { Handlers } from '../../http/handlers.ts'
import { recordedOf } from '../camera-recording/public.ts'
import { alarmsOf, callsOf, doorsOf, type Lane, notesOf, ordersOf } from './events.ts'
import { lateOf, seriesOf, tracksOf } from './measured.ts'
import { camerasOf, devicesOf, type ReplayStores } from './scope.ts'

/** Six cameras of a day in minutes. */
const MOST_SEGMENTS = 9_000

const NOTHING: Lane = { events: [], cut: false }

export function mountReplay(handlers: Handlers, stores: ReplayStores): void {
  handlers.handle(replay, async (asked, context) => {
    const withheld = replayLanes.filter(lane => !holds(context.person.permissions, lanePermissions[lane]))
    const may = (lane: ReplayLane) => !withheld.includes(lane)
    const { devices, more } = await devicesOf(stores, asked, context)
    const deviceIds = devices.map(({ id }) => id)
    const within = { deviceIds, asked }
    const alarms = may('alarms') ? await alarmsOf(stores, within, context) : NOTHING
    const doors = may('doors') ? await doorsOf(stores, within, context) : NOTHING
    const calls = may('calls') ? await callsOf(stores, within, context) : NOTHING
    const orders = may('orders') ? await ordersOf(stores, within, context) : NOTHING
    const notes = may('notes') ? await notesOf(stores, within, context) : NOTHING
    const measured = may('readings') ? await seriesOf(asked, deviceIds, context) : { series: [], cut: false }
    const alarmIds = alarms.events.flatMap(({ alarmId }) => alarmId ?? [])
    const seen = may('recordings')
      ? await camerasOf(stores, asked, { deviceIds, alarmIds }, context)
      : { cameras: [], more: false }
    const recorded = await recordedOf(
      context.sql,
      seen.cameras.map(({ id }) => id),
      { from: asked.from, to: asked.to, most: MOST_SEGMENTS },
    )
    const cuts: Partial<Record<ReplayLane, boolean>> = {
      ...{ alarms: alarms.cut, doors: doors.cut, calls: calls.cut, orders: orders.cut, notes: notes.cut },
      ...{ readings: measured.cut, recordings: seen.more },
    }
    return {
      now: Date.now(),
      devices: devices.map(({ id, imei, name }) => ({ id, imei: String(imei), name: String(name) })),
      moreDevices: more,
      withheld,
      cut: replayLanes.filter(lane => cuts[lane]),
      events: [alarms, doors, calls, orders, notes].flatMap(lane => lane.events),
      tracks: may('tracks') ? await tracksOf(asked, deviceIds, context) : [],
      series: measured.series,
      late: may('tracks') ? await lateOf(asked, deviceIds, context) : [],
      cameras: seen.cameras.map(({ id, name }) => ({
        cameraId: id,
        name: String(name),
        ...recorded(id),
        writingFrom: null,
        trouble: null,
      })),
    }
  })
}
