// Settings that belong together, and secrets that stand in files.
import { readFileSync } from 'node:fs'
import type * as z from 'zod/mini'
import type { Complain, Read } from './setting.ts'

type Row = { name: string; schema: z.ZodMiniType<unknown, string> }

/** Values by their variables: all, or none; in between, what is missing is named. */
export function together(read: Read, complain: Complain, rows: readonly Row[]): string[] | undefined {
  const values = rows.map(each => read<unknown>(each))
  const given = values.filter(value => value !== undefined).length
  if (given === 0) return undefined
  if (given === rows.length) return values.map(String)
  const missing = rows.filter((_, at) => values[at] === undefined).map(({ name }) => name)
  complain(`${missing.join(', ')}: missing; ${rows.map(({ name }) => name).join(', ')} belong together`)
  return undefined
}

/** A secret as it is given, or out of the file that stands after `file:`. */
export function secretOf(name: string, given: string, complain: Complain): string | undefined {
  return given.startsWith('file:') ? fileOf(name, given.slice('file:'.length), complain)?.trim() : given
}

export function fileOf(name: string, file: string, complain: Complain): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? error.code : 'unknown'
    complain(`${name}: ${file} cannot be read (${why})`)
    return undefined
  }
}
