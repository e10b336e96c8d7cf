// What messages of doors and cards do in the transaction that stores them: one handler a code, filled by the intercom.
import type { DeviceMessage } from '../../../src/contract/device-messages.ts'
import type { Sql } from '../../db/scoped.ts'
import type { KnownDevice } from './devices.ts'
import type { Refusal } from './refusals.ts'

export type DoorCode = '5080' | '5083' | '5084' | '5090' | '5091' | '5092' | '5093' | '5094' | '5095' | '5100'

type Of<Code extends DeviceMessage['code']> = Extract<DeviceMessage, { code: Code }>

export interface DoorArrival<Code extends DoorCode = DoorCode> {
  device: KnownDevice
  message: Of<Code>
  /** When it came, by the server's clock. */
  at: number
  /** When it happened, as far as the device's clock can be believed. */
  time: number
}

/**
 * Runs before the message is acknowledged, in order per device, inside the storing transaction: what must survive goes
 * through `sql`, what is told goes into `sql.afterCommit`. Answers the reason when the message is refused. A batch that
 * the database takes back runs again, so nothing outside of `sql` may be changed here.
 */
export type DoorHandler<Code extends DoorCode> = (
  sql: Sql,
  arrival: DoorArrival<Code>,
) => Promise<string | undefined>

/** A code without a handler is taken and leads to nothing. */
export type DoorMessages = { readonly [Code in DoorCode]?: DoorHandler<Code> }

const codes: Record<DoorCode, true> = {
  '5080': true,
  '5083': true,
  '5084': true,
  '5090': true,
  '5091': true,
  '5092': true,
  '5093': true,
  '5094': true,
  '5095': true,
  '5100': true,
}

export function isDoorMessage(message: DeviceMessage): message is Of<DoorCode> {
  return message.code in codes
}

/** Hands one message to its handler; answers what is to be counted as refused. */
export async function handleDoorMessage(
  sql: Sql,
  handlers: DoorMessages,
  arrival: DoorArrival,
): Promise<Refusal | undefined> {
  // The table above pairs each code with its handler; the compiler cannot follow that through a lookup.
  const handler = handlers[arrival.message.code] as DoorHandler<DoorCode> | undefined
  const reason = await handler?.(sql, arrival)
  return reason === undefined
    ? undefined
    : { imei: arrival.device.imei, tenantId: arrival.device.tenantId, reason }
}
