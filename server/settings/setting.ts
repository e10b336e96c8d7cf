// What settings are made of: a name, its meaning, and how the text of a variable becomes a value.
import * as z from 'zod/mini'

export interface Setting {
  name: string
  /** As the documentation prints it. */
  fallback: string
  meaning: string
}

/** The value of a variable; undefined where it is not set, or was complained of. */
export type Read = <Value>(row: { name: string; schema: z.ZodMiniType<Value, string> }) => Value | undefined
/** Keeps the server from starting, with a line that names the variable. */
export type Complain = (problem: string) => void

/** A row of a table of settings; without a fallback there is none. */
export const row = <Schema extends z.ZodMiniType>(
  name: string,
  meaning: string,
  schema: Schema,
  fallback = '',
) => ({ name, meaning, schema, fallback })

export const onOff = z.pipe(
  z.string().check(z.regex(/^(on|off|true|false|yes|no|1|0)$/i, 'must be on or off')),
  z.transform(text => /^(on|true|yes|1)$/i.test(text)),
)
export const whole = (least: number, most: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^\d{1,9}$/, 'must be a whole number'),
      z.refine(text => Number(text) >= least && Number(text) <= most, `must be from ${least} to ${most}`),
    ),
    z.transform(Number),
  )
export const address = (...schemes: string[]) =>
  z
    .string()
    .check(
      z.refine(
        text => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
        `must be an address that starts with ${schemes.map(scheme => `${scheme}://`).join(' or ')}`,
      ),
    )
export const list = z.pipe(
  z.string(),
  z.transform(text => text.split(/[\s,]+/).filter(Boolean)),
)
