// Field schemas that many entities share: ids, names, phones, times.
import * as z from 'zod/mini'
import { IMEI_DIGITS, PHONE, WRITTEN_DAY } from './limits.ts'

/** Row id: positive integer, as the database hands them out. */
export const id = z.int().check(z.positive())

/** The end of the year 9999: days and months are counted on from any moment, and calendars end with 8.64e15. */
const LAST_MOMENT = 253_402_300_799_999

/** Several of a kind that are chosen together: none of them twice, as in every selection (console specification, section 5). */
export const several = <Item extends z.ZodMiniType<string | number>>(item: Item, most: number) =>
  z.array(item).check(
    z.maxLength(most),
    z.refine(list => new Set(list).size === list.length, { error: 'chosenTwice' }),
  )

/** Rows that are named together. */
export const ids = (most: number) => several(id, most)

/** The same where naming none asks for nothing. */
export const chosenIds = (most: number) => ids(most).check(z.minLength(1, { error: 'nothingSelected' }))

/** Moment in epoch milliseconds, UTC. */
export const moment = z.int().check(z.nonnegative(), z.maximum(LAST_MOMENT))

/** Names what was said on a device, which makes it there: sent twice, it counts once. */
export const eventKey = z.string().check(z.regex(/^[\w-]{8,64}$/, { error: 'format' }))

/** A day of the calendar as YYYY-MM-DD, which no zone moves: 2026-02-30 is none. */
export const localDate = z
  .string()
  .check(z.regex(WRITTEN_DAY, { error: 'format' }), z.refine(isCalendarDay, { error: 'format' }))

function isCalendarDay(day: string): boolean {
  const start = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
}

/** Stored text: no NUL (PostgreSQL refuses it) and no lone surrogates (they cannot be encoded). */
export const text = (maxLength = 200) =>
  z.string().check(
    z.maxLength(maxLength),
    z.refine(value => !value.includes('\u0000') && value.isWellFormed(), { error: 'text' }),
  )

/** Required text: at least one character that is not white space. */
export const nonEmpty = (maxLength = 200) =>
  text(maxLength).check(z.refine(value => value.trim().length > 0, { error: 'required' }))

/** Mainland mobile number. */
export const phone = z.string().check(z.regex(PHONE, { error: 'phone' }))

/** International mobile equipment identity; whoever typed a letter and whoever typed too few digits are told apart. */
export const imei = z
  .string()
  .check(z.regex(/^\d*$/, { error: 'imei' }), z.refine(hasImeiLength, { error: 'imeiLength' }))

function hasImeiLength({ length }: string): boolean {
  return length >= IMEI_DIGITS.least && length <= IMEI_DIGITS.most
}

export const email = z
  .string()
  .check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'email' }), z.maxLength(200))

/** IANA name of a time zone in form; whether there is one of that name the server asks. */
export const zoneName = z
  .string()
  .check(z.maxLength(60), z.regex(/^[A-Za-z]+(\/[A-Za-z0-9_+-]+)*$/, { error: 'zone' }))

export const latitude = z.number().check(z.minimum(-90), z.maximum(90))
export const longitude = z.number().check(z.minimum(-180), z.maximum(180))

/** Columns that every stored entity has; `version` grows by one with each save and guards against lost updates. */
export const rowBase = { id, version: z.int(), createdAt: moment, updatedAt: moment }

/** Whose a row is. The name is told to the platform only, which sees the rows of all. */
export const rowOwner = { tenantId: z.optional(id), tenantName: z.optional(z.string()) }

/** A number without more digits behind the point than are kept. */
export const decimals = (digits: 2 | 4, least: number, most: number) =>
  z.number().check(
    z.minimum(least),
    z.maximum(most),
    z.refine(value => Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) < 1e-6, {
      error: digits === 2 ? 'twoDecimals' : 'fourDecimals',
    }),
  )
