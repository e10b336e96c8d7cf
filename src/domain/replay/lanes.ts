// What is played again side by side, and how much of it at once.

import { alarm } from '../alarm/alarm.ts'
import { deviceCommand } from '../device/command.ts'
import { device } from '../device/device.ts'
import { DAY_MS } from '../durations.ts'
import { permissionFor } from '../entity.ts'
import { call } from '../intercom/call.ts'
import { doorEvent } from '../intercom/door.ts'
import { recordingPermissions } from '../recordings/recording.ts'

/** In the order in which they stand. */
export const replayLanes = [
  'tracks',
  'alarms',
  'readings',
  'doors',
  'calls',
  'recordings',
  'orders',
  'notes',
] as const
export type ReplayLane = (typeof replayLanes)[number]

/** Lanes of single things that happened; the others are lines and stretches. */
export const eventLanes = ['alarms', 'doors', 'calls', 'orders', 'notes'] as const satisfies ReplayLane[]
export type EventLane = (typeof eventLanes)[number]

/** What one must be allowed to read for each: who is not is told so, since an empty lane would say that nothing happened. */
export const lanePermissions: Readonly<Record<ReplayLane, string>> = {
  tracks: permissionFor(device, 'read'),
  alarms: permissionFor(alarm, 'read'),
  readings: permissionFor(device, 'read'),
  doors: permissionFor(doorEvent, 'read'),
  calls: permissionFor(call, 'read'),
  recordings: recordingPermissions.play,
  orders: permissionFor(deviceCommand, 'read'),
  notes: permissionFor(alarm, 'read'),
}

export const LONGEST_REPLAY_MS = DAY_MS
export const MOST_REPLAY_DEVICES = 20
export const RADIUS_METRES = { least: 10, most: 2_000 } as const
