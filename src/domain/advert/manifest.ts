// What a door unit is to play: whole and numbered, with the windows that the door keeps to also without a network.
import * as z from 'zod/mini'
import { SHA256_DIGITS } from '../limits.ts'
import { localTime } from '../report/zone-time.ts'

export const MOST_ADVERTS_OF_A_DOOR = 50
export const MOST_PLAYS_OF_A_BATCH = 40
export const MINUTES_OF_A_DAY = 1440

const sha256 = z.string().check(z.regex(SHA256_DIGITS))

export const manifestVideo = z.object({
  advertId: z.int(),
  sha256,
  url: z.string(),
  /** A still picture, shown until the first of the video is there. */
  poster: z.optional(z.string()),
  contentType: z.string(),
  bytes: z.int(),
  ms: z.int(),
})
export type ManifestVideo = z.output<typeof manifestVideo>

export const manifestItem = z.object({
  campaignId: z.int(),
  advertId: z.int(),
  /** Days of the calendar in the manifest's zone, both included. */
  fromOn: z.string(),
  untilOn: z.string(),
  /** 1 Monday to 7 Sunday. */
  weekdays: z.array(z.int()),
  /** Minutes of the day; a window that ends before it begins goes on past midnight. */
  fromMinute: z.int(),
  untilMinute: z.int(),
  weight: z.int(),
})
export type ManifestItem = z.output<typeof manifestItem>

export const manifest = z.object({
  version: z.int(),
  zone: z.string(),
  videos: z.array(manifestVideo),
  items: z.array(manifestItem),
})
export type Manifest = z.output<typeof manifest>

const two = (part: number) => String(part).padStart(2, '0')

type Window = Pick<ManifestItem, 'fromOn' | 'untilOn' | 'weekdays' | 'fromMinute' | 'untilMinute'>

/** Whether the window is open at a moment. What goes on past midnight belongs to the day that it began on. */
export function isOpen(window: Window, zone: string, at: number): boolean {
  const { fromMinute, untilMinute } = window
  const now = localTime(zone, at)
  const over = untilMinute <= fromMinute
  if (!over) return now.minute >= fromMinute && now.minute < untilMinute && isOfDay(window, now)
  if (now.minute >= fromMinute) return isOfDay(window, now)
  return now.minute < untilMinute && isOfDay(window, dayBefore(now))
}

interface Day {
  year: number
  month: number
  day: number
  weekday: number
}

function isOfDay({ fromOn, untilOn, weekdays }: Window, { year, month, day, weekday }: Day): boolean {
  const date = `${year}-${two(month)}-${two(day)}`
  return date >= fromOn && date <= untilOn && weekdays.includes(weekday)
}

function dayBefore({ year, month, day, weekday }: Day): Day {
  const before = new Date(Date.UTC(year, month - 1, day - 1))
  return {
    year: before.getUTCFullYear(),
    month: before.getUTCMonth() + 1,
    day: before.getUTCDate(),
    weekday: weekday === 1 ? 7 : weekday - 1,
  }
}
