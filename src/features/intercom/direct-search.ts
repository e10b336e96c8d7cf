// What the address of a call between people says. The misspelt `reciever` is the specification's (section 2).

/** What the page is opened for. */
export type DirectPurpose =
  | { to: 'choose' }
  /** Whether to call this person is asked once, or not at all when the address says who calls. */
  | { to: 'call'; userId: number; ask: boolean }
  | { to: 'answer'; callId: number; userId: number | undefined }
  /** The address names two other people. */
  | { to: 'refuse'; why: 'others' | 'self' }

/** Reads the address: `caller` and `reciever` are ids of people, `call` is the id of a call that rings. */
export function readDirectPurpose(raw: Readonly<Record<string, unknown>>, me: number): DirectPurpose {
  const [caller, reciever, callId] = [idOf(raw.caller), idOf(raw.reciever), idOf(raw.call)]
  const other = [caller, reciever].find(id => id !== undefined && id !== me)
  const both = caller !== undefined && reciever !== undefined
  if (both && caller !== me && reciever !== me) return { to: 'refuse', why: 'others' }
  if (callId !== undefined) return { to: 'answer', callId, userId: other }
  if (other !== undefined) return { to: 'call', userId: other, ask: caller !== me }
  return reciever === me ? { to: 'refuse', why: 'self' } : { to: 'choose' }
}

function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}
