// Who was called into which room, and what came of it: in memory, as the rooms are, and for the caller alone.
import type { CalledState } from '../../../src/contract/endpoints/conference.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'

/** So long after its ring is over a call is still told of. */
const KEPT_MS = 10 * MINUTE_MS

interface Call {
  tenantId: number
  roomId: string
  /** The user name in the room. */
  key: string
  imei: string | null
  /** Whom, where it is a person. */
  accountId: number | null
  /** Who called. */
  byId: number
  until: number
  state: Exclude<CalledState, 'missed'>
  /** Of a person's ring, so that all their consoles stop together. */
  ringId: number | undefined
}

interface Place {
  tenantId: number
  roomId: string
}

export type Called = ReturnType<typeof createCalled>

export function createCalled(now: () => number = Date.now) {
  const calls = new Map<string, Call>()
  const keyOf = ({ tenantId, roomId, key }: Place & { key: string }) => `${tenantId}/${roomId}/${key}`
  const stateOf = ({ state, until }: Call): CalledState =>
    (state === 'called' || state === 'heard') && until <= now() ? 'missed' : state
  const forget = () => {
    for (const [key, { until, state }] of calls)
      if (until + KEPT_MS < now() && state !== 'in') calls.delete(key)
  }
  return {
    begin(call: Omit<Call, 'state'>): void {
      forget()
      calls.set(keyOf(call), { ...call, state: 'called' })
    },
    /** What is newly known; answers the call when it was still ringing. */
    tell(at: Place & { key: string }, state: 'heard' | 'declined' | 'in' | 'left'): Call | undefined {
      const call = calls.get(keyOf(at))
      if (!call) return undefined
      const before = stateOf(call)
      // Whoever was called off may say so, but answers nothing any more.
      if (before === 'calledOff' && state !== 'in') return undefined
      // Who logs in again after the network was away is not called once more.
      if (state === 'heard' && before !== 'called') return undefined
      call.state = state
      return before === 'called' || before === 'heard' ? call : undefined
    },
    /** A call that still rings is taken back; answers it. */
    callOff(at: Place & { key: string }, may: (byId: number) => boolean): Call | undefined {
      const call = calls.get(keyOf(at))
      const state = call && stateOf(call)
      if (!call || !may(call.byId) || (state !== 'called' && state !== 'heard')) return undefined
      call.state = 'calledOff'
      return call
    },
    isCalledOff: (at: Place & { key: string }): boolean => calls.get(keyOf(at))?.state === 'calledOff',
    /** Calls of one person into one room. */
    of: ({ tenantId, roomId }: Place, byId: number) =>
      [...calls.values()]
        .filter(call => call.tenantId === tenantId && call.roomId === roomId && call.byId === byId)
        .map(call => ({ key: call.key, imei: call.imei, until: call.until, state: stateOf(call) })),
  }
}
