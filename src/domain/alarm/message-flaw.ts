// What was wrong with the message of an emergency: it was kept without that, and people can read what the device sent.
import * as z from 'zod/mini'

/**
 * `form`: no whole JSON, or a compact form with a wrong checksum or unreadable fields. `code`, `type`, `seq`, `value`: not
 * of the right type. `time`: no time, or far from the server's. `place`: no place. `repeated`: its number was used before
 * by another message. `other`: a field of less weight.
 */
export const messageFlaw = z.object({
  field: z.enum(['form', 'code', 'type', 'time', 'seq', 'repeated', 'value', 'place', 'other']),
  /** What the device sent, cut to a few words; empty where there is nothing to show. */
  said: z.string(),
})
export type MessageFlaw = z.output<typeof messageFlaw>

const MOST_SAID = 60

/** A flaw with what was sent as text that any store and any screen can take. */
export function flawOf(field: MessageFlaw['field'], sent?: unknown): MessageFlaw {
  const text =
    typeof sent === 'string' ? sent : sent === undefined ? '' : (JSON.stringify(sent) ?? String(sent))
  const said = text
    .slice(0, MOST_SAID)
    .toWellFormed()
    // Control characters, and what turns the direction of the words around it.
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '�')
  return { field, said }
}
