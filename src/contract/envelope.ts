// What a response code means for the caller (console specification, section 8).
import * as z from 'zod/mini'

/** Every JSON answer: a code, a message, and the data where there is some. */
export const envelope = z.object({
  code: z.union([z.int(), z.string()]),
  msg: z.optional(z.string()),
  id: z.optional(z.string()),
  field: z.optional(z.string()),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  data: z.optional(z.unknown()),
})
export type Envelope = z.output<typeof envelope>

/** Deliver the data or not, show the message or not, end the session or not. */
export type Verdict =
  | { deliver: true; show: 'never' | 'ifAsked' | 'always' }
  | { deliver: false; show: 'always' }
  | { deliver: false; show: 'never'; signOut: true }

/**
 * 0, 200 and "200" succeed and show the message only where the caller asked for it; 1046 delivers and shows;
 * 208 ends the session; 1228 delivers silently; every other code shows the message and delivers nothing.
 */
export function verdictOf(code: number | string): Verdict {
  if (code === 0 || code === 200 || code === '200') return { deliver: true, show: 'ifAsked' }
  if (code === 1046) return { deliver: true, show: 'always' }
  if (code === 1228) return { deliver: true, show: 'never' }
  if (code === 208) return { deliver: false, show: 'never', signOut: true }
  return { deliver: false, show: 'always' }
}

/** Of an upload: 1 succeeds, 208 ends the session, every other code shows the message and delivers nothing. */
export function uploadVerdictOf(code: number | string): Verdict {
  if (code === 1 || code === '1') return { deliver: true, show: 'ifAsked' }
  const verdict = verdictOf(code)
  return 'signOut' in verdict ? verdict : { deliver: false, show: 'always' }
}

/** Milliseconds until a request is given up. */
export const REQUEST_TIMEOUT_MS = 30_000
/** Milliseconds a toast stays. */
export const TOAST_MS = 2_300
/** Milliseconds a script chunk may take to load. */
export const CHUNK_TIMEOUT_MS = 120_000
