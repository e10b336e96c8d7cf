// What the address of a call between people says.
import { ROW_ID } from '../../domain/limits.ts'

/** What the page is opened for. */
export type DirectPurpose =
  | { to: 'choose' }
  /** `ask`: confirm before calling; false when the address names the caller as well. */
  | { to: 'call'; userId: number; ask: boolean }
  | { to: 'answer'; callId: number; userId: number | undefined }
  /** The address names two other people. */
  | { to: 'refuse'; why: 'others' | 'self' }

/** The address as it was typed or linked: ids of people, and of a call that rings. */
export interface DirectAddress {
  caller?: unknown
  callee?: unknown
  callId?: unknown
}

/** Reads the address for the person `me`; what is no id is left out. */
export function readDirectPurpose(address: DirectAddress, me: number): DirectPurpose {
  const [caller, callee, callId] = [address.caller, address.callee, address.callId].map(idOf)
  const other = [caller, callee].find(id => id !== undefined && id !== me)
  const both = caller !== undefined && callee !== undefined
  if (both && caller !== me && callee !== me) return { to: 'refuse', why: 'others' }
  if (callId !== undefined) return { to: 'answer', callId, userId: other }
  if (other !== undefined) return { to: 'call', userId: other, ask: caller !== me }
  return callee === me ? { to: 'refuse', why: 'self' } : { to: 'choose' }
}

function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && ROW_ID.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}
