// What a person says about the line of the own call, relayed to the other end. Never stored.
import * as z from 'zod/mini'
import { personSignal } from '../../../src/contract/call-signal.ts'
import type { PersonActions } from '../../broker/ports.ts'
import type { CallEndPoint } from '../../bus.ts'
import { WHOLE } from '../../db/scoped.ts'
import { type CallRow, endCalls, readCall } from './call-rows.ts'
import type { DoorTools } from './door-part.ts'

const MOST_BYTES = 49_152
/** Candidates come in a burst; nobody has this many. */
const WINDOW_MS = 10_000
const MOST_IN_WINDOW = 200

/** The other end of a live call, as far as the person is one of its ends. */
export function otherEnd(call: CallRow, accountId: number): CallEndPoint | undefined {
  if (call.kind === 'door')
    return call.answeredById === accountId && call.imei !== null ? { imei: call.imei } : undefined
  if (call.callerId === accountId && call.calleeId !== null) return { accountId: call.calleeId }
  if (call.calleeId === accountId && call.callerId !== null) return { accountId: call.callerId }
  return undefined
}

export function createPersonSignals({ data, bus, now, outlet }: DoorTools): PersonActions['signal'] {
  const said = new Map<number, { since: number; count: number }>()
  const tooFast = (accountId: number) => {
    const known = said.get(accountId)
    const window = known && now() - known.since < WINDOW_MS ? known : { since: now(), count: 0 }
    window.count++
    if (!known && said.size > 10_000) said.clear()
    said.set(accountId, window)
    return window.count > MOST_IN_WINDOW
  }

  return async (person, payload) => {
    if (payload.length > MOST_BYTES) return { refused: 'signal.body' }
    let raw: unknown
    try {
      raw = JSON.parse(Buffer.from(payload).toString('utf8'))
    } catch {
      return { refused: 'signal.body' }
    }
    const read = z.safeParse(personSignal, raw)
    // What becomes of a recording only the server says.
    if (!read.success || read.data.signal.kind === 'recording') return { refused: 'signal.body' }
    if (tooFast(person.accountId)) return { refused: 'signal.rate' }
    const { callId, signal } = read.data
    const call = await data.scoped(WHOLE, sql => readCall(sql, callId))
    // The call of others answers like no call at all.
    const other = call && otherEnd(call, person.accountId)
    if (!other) return { refused: 'signal.call' }
    if (call.state !== 'answered') return 'dropped'
    if (signal.kind === 'consent') {
      bus.emit('call.consent', { callId, from: { accountId: person.accountId }, yes: signal.yes })
      return 'relayed'
    }
    if ('imei' in other) await outlet().toDevice(other.imei, { code: '5083', callId, signal })
    else outlet().toPerson(other.accountId, { code: '5083', callId, signal })
    if (signal.kind === 'bye')
      await data.scoped(WHOLE, sql =>
        endCalls(sql, bus, 'c.id = $4', [callId], { ringing: 'cancelled', answered: 'hangUp' }, now()),
      )
    return 'relayed'
  }
}
