// Values as query strings carry them: numbers arrive as text, and no text holds a NUL.
import * as z from 'zod/mini'
import { SEARCH_LENGTH } from '../domain/limits.ts'

/** A number in JSON, or at most `mostDigits` plain digits in a query string. */
const digits = (mostDigits: number) =>
  z.union([
    z.number(),
    z.pipe(z.string().check(z.regex(new RegExp(`^\\d{1,${mostDigits}}$`))), z.transform(Number)),
  ])

/** A value of `schema`, also when it arrives as at most `mostDigits` digits of text. */
export const inQuery = <Schema extends z.ZodMiniType<number, number>>(mostDigits: number, schema: Schema) =>
  z.pipe(digits(mostDigits), schema)

/** A whole number from `min` to `max`, also when it arrives as text. */
export const wholeInQuery = (mostDigits: number, min: number, max: number) =>
  inQuery(mostDigits, z.int().check(z.minimum(min), z.maximum(max)))

/** Text to search for: no NUL (PostgreSQL refuses it). */
export const searchText = z.string().check(
  z.maxLength(SEARCH_LENGTH),
  z.refine(text => !text.includes('\u0000'), { error: 'text' }),
)
