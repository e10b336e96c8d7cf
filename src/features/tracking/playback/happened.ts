// What happened on the way: alarms, fences, stops, silences, beginning and end, each with its moment and its place.

import type { alarm } from '../../../domain/alarm/alarm.ts'
import type { RowOf } from '../../../domain/entity.ts'
import type { fenceEvent } from '../../../domain/fence/fence.ts'
import type { Place } from '../../../domain/geo/geo.ts'
import { placeOf } from '../../../domain/track/measures.ts'
import type { TokenName } from '../../../ui/tokens.ts'
import { type ShownTrack, stateAt } from './shown-track.ts'

export type AlarmRow = RowOf<typeof alarm>
export type FenceEventRow = RowOf<typeof fenceEvent>

export type HappenedKind = 'start' | 'end' | 'stop' | 'gap' | 'alarm' | 'exit' | 'entry' | 'dwell'

export interface Happened {
  id: string
  kind: HappenedKind
  imei: string
  device: string
  at: number
  /** When it was over: of stops and gaps. */
  to: number | undefined
  place: Place
  tone: TokenName
  /** Of an alarm its type, of a fence its name. */
  subject: string
}

const alarmTones: Record<AlarmRow['severity'], TokenName> = {
  critical: 'critical',
  warning: 'warning',
  attention: 'attention',
  info: 'info',
}
const fenceTones: Record<FenceEventRow['kind'], TokenName> = {
  exit: 'critical',
  entry: 'ok',
  dwell: 'attention',
}

/** Everything of one device, in the order of time. */
export function happenedOn(
  shown: ShownTrack,
  alarms: readonly AlarmRow[],
  fenceEvents: readonly FenceEventRow[],
): Happened[] {
  const { imei, name: device, track, tone } = shown
  const last = track.times.length - 1
  if (last < 0) return []
  const mine = fenceEvents.filter(row => row.imei === imei)
  const base = { imei, device, subject: '', to: undefined }
  const all: Happened[] = [
    { ...base, id: `start ${imei}`, kind: 'start', at: track.times[0] ?? 0, place: placeOf(track, 0), tone },
    {
      ...base,
      id: `end ${imei}`,
      kind: 'end',
      at: track.times[last] ?? 0,
      place: placeOf(track, last),
      tone,
    },
    ...shown.stops.map(
      (stop, index): Happened => ({
        ...base,
        id: `stop ${imei} ${index}`,
        kind: 'stop',
        at: stop.from,
        to: stop.to,
        place: stop.at,
        tone,
      }),
    ),
    ...shown.gaps.map(
      (gap): Happened => ({
        ...base,
        id: `gap ${imei} ${gap.index}`,
        kind: 'gap',
        at: gap.from,
        to: gap.to,
        place: placeOf(track, gap.index),
        tone: 'off',
      }),
    ),
    ...alarms.flatMap((row): Happened[] => {
      const place = placed(row) ?? stateAt(shown, row.raisedAt)?.at
      if (!place || mine.some(event => raised(event, row))) return []
      return [
        {
          ...base,
          id: `alarm ${row.id}`,
          kind: 'alarm',
          at: row.raisedAt,
          place,
          tone: alarmTones[row.severity],
          subject: row.type,
        },
      ]
    }),
    ...mine.map((row): Happened => {
      const alarm = alarms.find(each => raised(row, each))
      return {
        ...base,
        id: `fence ${row.id}`,
        kind: row.kind,
        at: row.at,
        to: row.kind === 'exit' ? returnedAt(row, mine) : undefined,
        place: { latitude: row.latitude, longitude: row.longitude },
        // An entry may be good or bad news, depending on the fence: the alarm's severity says which.
        tone: alarm ? alarmTones[alarm.severity] : fenceTones[row.kind],
        subject: row.fenceName,
      }
    }),
  ]
  return all.sort((a, b) => a.at - b.at)
}

/** Whether the alarm was raised by this very crossing, so that one line stands for both. */
const raised = (event: FenceEventRow, alarm: AlarmRow): boolean =>
  alarm.id === event.alarmId || (alarm.fenceId === event.fenceId && alarm.raisedAt === event.at)

/** When the fence was entered again. */
const returnedAt = (exit: FenceEventRow, all: readonly FenceEventRow[]): number | undefined => {
  const entries = all.filter(row => row.kind === 'entry' && row.fenceId === exit.fenceId && row.at >= exit.at)
  return entries.length > 0 ? Math.min(...entries.map(row => row.at)) : undefined
}

const placed = ({ latitude, longitude }: AlarmRow): Place | undefined =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
