// Asks for a door to be opened: 5082 to the broker, now or never; and hands what is answered to who waits for it.
import type * as z from 'zod/mini'
import type { UnlockAnswer, UnlockConfirmation, unlockRequest } from '../contract/messages.ts'
import { topics } from '../contract/topics.ts'
import type { Broker } from './mqtt-broker.ts'

export type UnlockRequest = z.output<typeof unlockRequest>
export type DoorAnswer = UnlockAnswer | UnlockConfirmation

/** The request of one press: `at` by the server's clock, `nonce` made for it; without a `callId` by an explicit right. */
export const unlockRequestOf = (press: Omit<UnlockRequest, 'code'>): UnlockRequest => ({
  code: '5082',
  ...press,
})

/** Sends it at QoS 0; rejects with BrokerError when the broker does not take it now. */
export const sendUnlock = (broker: Pick<Broker, 'publish'>, request: UnlockRequest): Promise<void> =>
  broker.publish(topics.fromDevice(request.imei), request, { qos: 0 })

const listeners = new Set<(answer: DoorAnswer) => void>()

/** Takes what the broker said on the answers of a door. */
export function hearDoorAnswer(answer: DoorAnswer): void {
  for (const listener of listeners) listener(answer)
}

/** Calls back with the answers of every door that is listened to; answers how to stop. */
export function onDoorAnswer(listener: (answer: DoorAnswer) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
