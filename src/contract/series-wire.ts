// A series on the wire: short ones as arrays, long ones packed into one text, which parses many times faster.
import * as z from 'zod/mini'
import { packToText, unpackFromText } from '../domain/device/packed-series.ts'
import { series } from '../domain/device/readings.ts'

/** Longer series are packed. */
const MOST_PLAIN = 500

const { times, values, ...facts } = series.shape

const wire = z.object({
  ...facts,
  times: z.optional(times),
  values: z.optional(values),
  /** Instead of both arrays: docs/device-protocol.md tells the form. */
  packed: z.optional(z.string().check(z.maxLength(4_000_000))),
})

/** `series`, packed where it is long. */
export const seriesWire = z.codec(wire, z.custom<z.output<typeof series>>(), {
  decode: ({ packed, times = [], values = [], ...rest }, context) => {
    if (packed === undefined) return { ...rest, times, values }
    try {
      return { ...rest, ...unpackFromText(packed) }
    } catch {
      context.issues.push({ code: 'custom', message: 'format', input: packed.slice(0, 100) })
      return z.NEVER
    }
  },
  encode: ({ times, values, ...rest }) =>
    times.length > MOST_PLAIN
      ? { ...rest, packed: packToText({ times, values }) }
      : { ...rest, times, values },
})
