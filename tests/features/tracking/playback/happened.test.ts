// What happened on the way: an alarm of a fence and the crossing that raised it are one line.
import { expect, test } from 'vitest'
import { trackOf } from '../../../../src/domain/track/columns.ts'
import {
  type AlarmRow,
  type FenceEventRow,
  happenedOn,
} from '../../../../src/features/tracking/playback/happened.ts'
import { showTrack } from '../../../../src/features/tracking/playback/shown-track.ts'
import { alarmRow } from '../../alarms/alarm-row.ts'

const START = Date.UTC(2026, 10, 20, 8)
const imei = '862000000000001'
const shown = showTrack(
  {
    imei,
    name: 'Watch 1',
    cutAt: undefined,
    heardAt: START,
    track: trackOf(
      Array.from({ length: 30 }, (_, at) => ({
        at: START + at * 10_000,
        longitude: 114 + at * 0.0002,
        latitude: 22.5,
      })),
    ),
  },
  'accent',
  true,
)
const row = { version: 1, createdAt: START, updatedAt: START, imei, deviceId: 1, deviceName: 'Watch 1' }
const crossing = (id: number, facts: Pick<FenceEventRow, 'kind' | 'at' | 'alarmId'>): FenceEventRow => ({
  ...row,
  id,
  fenceId: 3,
  fenceName: 'Pit',
  wearerName: null,
  departmentId: null,
  longitude: 114.001,
  latitude: 22.5,
  since: null,
  ...facts,
})
const alarm = (facts: Pick<AlarmRow, 'id' | 'type' | 'severity' | 'raisedAt' | 'fenceId'>) =>
  alarmRow({ ...row, deviceKind: 'watch', ...facts })

test('a crossing and its alarm are one line, in the alarm’s colour; other alarms stay', () => {
  const [into, out] = [START + 60_000, START + 120_000]
  const lines = happenedOn(
    shown,
    [
      alarm({ id: 1, type: 'fenceEntry', severity: 'warning', raisedAt: into, fenceId: 3 }),
      alarm({ id: 2, type: 'fenceRecovery', severity: 'info', raisedAt: out, fenceId: 3 }),
      alarm({ id: 3, type: 'sos', severity: 'critical', raisedAt: out, fenceId: null }),
    ],
    [
      crossing(7, { kind: 'entry', at: into, alarmId: 1 }),
      crossing(8, { kind: 'exit', at: out, alarmId: null }),
    ],
  )
  expect(
    lines.flatMap(({ kind, tone, at }) => (kind === 'stop' ? [] : [[kind, tone, (at - START) / 1000]])),
  ).toEqual([
    ['start', 'accent', 0],
    ['entry', 'warning', 60],
    ['alarm', 'critical', 120],
    ['exit', 'info', 120],
    ['end', 'accent', 290],
  ])
})
