// How a camera records by itself: always, at times of the week, or around alarms.
import * as z from 'zod/mini'
import { cameraFault } from '../camera/camera.ts'
import { id } from '../fields.ts'

export const recordingMode = z.enum(['off', 'always', 'schedule', 'alarm'])
export type RecordingMode = z.output<typeof recordingMode>
/** Why a segment was recorded. */
export const segmentReason = z.enum(['always', 'schedule', 'alarm'])
export type SegmentReason = z.output<typeof segmentReason>

/** Why nothing is recorded though it is to be. What was recorded until then is kept. */
export const recordingStop = z.enum(['diskFull', 'quota', 'broken'])
export type RecordingStop = z.output<typeof recordingStop>
/** Why a picture is missing; one that says nothing of it fell out for a moment. */
export const gapReason = z.enum([...cameraFault.options, ...recordingStop.options])
export type GapReason = z.output<typeof gapReason>

/** More cannot be put into one file. */
export const MOST_CLIP_BYTES = 3 * 1024 ** 3

const WEEK_MINUTES = 7 * 24 * 60
const MOST_TIMES = 42
/** What is kept of pictures in memory, all the time. */
export const BEFORE_SECONDS = { least: 0, most: 60, usual: 30 } as const
export const AFTER_SECONDS = { least: 10, most: 1_800, usual: 120 } as const
export const RECORDED_DAYS = { least: 1, most: 365, usual: 14 } as const

const minute = z.int().check(z.minimum(0), z.maximum(WEEK_MINUTES))
const within = ({ least, most }: { least: number; most: number }) =>
  z.int().check(z.minimum(least), z.maximum(most))

/** Minutes of the week from Monday 00:00, by the tenant's clock. */
export const weekTime = z
  .object({ from: minute, to: minute })
  .check(z.refine(({ from, to }) => from < to, { error: 'periodOrder', path: ['to'] }))
export type WeekTime = z.output<typeof weekTime>

export const recordingSettings = z.object({
  cameraId: id,
  mode: recordingMode,
  weekly: z.array(weekTime).check(z.maxLength(MOST_TIMES)),
  beforeSeconds: within(BEFORE_SECONDS),
  afterSeconds: within(AFTER_SECONDS),
  days: within(RECORDED_DAYS),
})
export type RecordingSettings = z.output<typeof recordingSettings>

export const usualSettings = (cameraId: number): RecordingSettings => ({
  cameraId,
  mode: 'off',
  weekly: [],
  beforeSeconds: BEFORE_SECONDS.usual,
  afterSeconds: AFTER_SECONDS.usual,
  days: RECORDED_DAYS.usual,
})

/**
 * Why the camera records now; undefined: it does not. `alarmUntil` is the end of what was begun by an alarm, and `minute`
 * the minute of the week.
 */
export function reasonNow(
  { mode, weekly }: Pick<RecordingSettings, 'mode' | 'weekly'>,
  { minute: now, alarmed }: { minute: number; alarmed: boolean },
): SegmentReason | undefined {
  if (mode === 'always') return 'always'
  if (mode === 'schedule' && weekly.some(({ from, to }) => from <= now && now < to)) return 'schedule'
  return mode === 'alarm' && alarmed ? 'alarm' : undefined
}
