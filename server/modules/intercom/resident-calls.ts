// Calls on the resident page: what rings for a home, and that nobody of it takes it. Opening is asked like every other opening.
import { residentCallDecline, residentCalls } from '../../../src/contract/endpoints/resident-page.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { callOf, callsOf, noteWatching, passOn } from './room-calls.ts'

export function mountResidentCalls(handlers: Handlers, { bus }: Pick<Kernel, 'bus'>): void {
  handlers.handleResident(residentCalls, ({ watching }, context) =>
    context.scoped(async sql => {
      const now = Date.now()
      if (watching) await noteWatching(sql, context.tokenHash, now)
      return (await callsOf(sql, context, now)).map(call => ({
        ...{ callId: call.id, deviceId: call.deviceId, doorName: call.deviceName ?? '' },
        ...{ roomNo: call.roomNo, ringsForMs: Math.max(0, call.expiresAt - now) },
        isHeld: call.heldUntil !== null,
        taken: call.state === 'answered' ? { by: call.residentId === null ? null : call.answeredBy } : null,
      }))
    }),
  )
  handlers.handleResident(residentCallDecline, async ({ callId }, { scoped, phone, address }) => {
    await scoped(async sql => {
      const now = Date.now()
      const call = await callOf(sql, phone, callId, now)
      if (!call) throw new Refused('call.none')
      await passOn(sql, bus, callId, now)
      sql.audit({
        ...{ tenantId: call.tenantId, userId: null, userName: null, address },
        ...{ action: 'call.decline', entity: 'call', rowId: callId, detail: { by: 'resident' } },
      })
    })
    return null
  })
}
