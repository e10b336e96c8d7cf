// What goes through a device as it is: bytes in hex, a text, or JSON. The device and the console pass it on unread.
import * as z from 'zod/mini'

export const payloadForm = z.enum(['hex', 'text', 'json'])
export type PayloadForm = z.output<typeof payloadForm>

/** Longest payload in characters as written: in hex two a byte. */
export const MOST_PAYLOAD = 4_096
/** Newest payloads that are kept of one device. */
export const KEPT_PAYLOADS = 1_000

export const payloadFields = {
  form: payloadForm,
  data: z.string().check(z.minLength(1, { error: 'required' }), z.maxLength(MOST_PAYLOAD)),
}

/** True when the data is what its form says. */
export function fitsForm({ form, data }: { form: PayloadForm; data: string }): boolean {
  if (data.includes('\u0000') || !data.isWellFormed()) return false
  if (form === 'text') return true
  if (form === 'hex') return data.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(data)
  try {
    JSON.parse(data)
    return true
  } catch {
    return false
  }
}

/** A payload with its form; `field.payload` names the data that does not fit. */
export const payload = z
  .strictObject(payloadFields)
  .check(z.refine(fitsForm, { error: 'payload', path: ['data'] }))

/** Bytes that go over the wire. */
export function payloadBytes({ form, data }: { form: PayloadForm; data: string }): number {
  return form === 'hex' ? data.length / 2 : new TextEncoder().encode(data).length
}
