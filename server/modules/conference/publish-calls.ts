// Tells devices and people that they are called into a conference room.
import * as z from 'zod/mini'
import { conferenceRing } from '../../../src/contract/messages.ts'
import type { Bus } from '../../bus.ts'
import type { Outlet } from '../../outlet.ts'

/** Listens until the answered function is called. */
export function publishConferenceCalls({ bus, outlet }: { bus: Bus; outlet: () => Outlet }): () => void {
  const stops = [
    bus.on('conference.called', ({ calls }) => {
      // At most once: a call that comes late is none.
      for (const { imei, message } of calls) void outlet().toDevice(imei, message, 0)
    }),
    bus.on('conference.calledOff', ({ imeis, roomId }) => {
      for (const imei of imeis) void outlet().toDevice(imei, { code: '5099', roomId }, 0)
    }),
    bus.on('conference.rung', ({ rings, ...ring }) => {
      for (const { accountId, ringId } of rings)
        outlet().toPerson(accountId, z.encode(conferenceRing, { code: '5097', ringId, ...ring }))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
