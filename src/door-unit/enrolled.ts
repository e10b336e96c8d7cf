// Which door this tablet is: kept in the browser until somebody makes it forget.
import * as z from 'zod/mini'
import { readStoredJson } from '../platform/stored-json.ts'

const KEY = 'gatehouse.door'

const word = z.nullable(z.string())
const enrolled = z.object({
  imei: z.string(),
  name: z.string(),
  secret: z.string(),
  /** Absent on tablets that were enrolled before sites had looks. */
  tenantId: z.optional(z.int()),
  /** Of the broker; relative ones are on this origin. */
  url: z.string(),
  community: word,
  building: word,
  unit: word,
  roomNo: word,
})
export type Enrolled = z.output<typeof enrolled>

/** What was kept; undefined on a tablet that is no door unit. */
export const readEnrolled = (): Enrolled | undefined => readStoredJson(KEY, enrolled)

export function keepEnrolled(door: Enrolled): void {
  localStorage.setItem(KEY, JSON.stringify(door))
}

export function forgetEnrolled(): void {
  localStorage.removeItem(KEY)
}

/** The place of the door in one line. */
export const placeOf = ({ community, building, unit }: Enrolled): string =>
  [community, building, unit].filter(Boolean).join(' · ')

/** The address of the broker as a websocket. */
export function brokerUrl(url: string, page: string): string {
  const made = new URL(url, page)
  if (made.protocol === 'http:') made.protocol = 'ws:'
  if (made.protocol === 'https:') made.protocol = 'wss:'
  return made.href
}
