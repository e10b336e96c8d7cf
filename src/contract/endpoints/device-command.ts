// Commands to one or many devices at once; each answers with the batch whose devices' commands tell how far they got.
import * as z from 'zod/mini'
import { commandInputs } from '../../domain/device/command-input.ts'
import { chosenIds, id } from '../../domain/fields.ts'
import { endpoint } from '../endpoint.ts'

/** Most devices one command may go to. */
export const MOST_COMMANDED = 1_000

/** Devices by id, or every device of a group; just one of them. `sample` draws so many of the devices that can answer. */
const target = {
  deviceIds: z.optional(chosenIds(MOST_COMMANDED)),
  groupId: z.optional(id),
}
/**
 * Devices that cannot take the command stand in the batch's `refused`; only when nobody is left, the request itself is
 * refused. An id that is unknown or foreign refuses the whole request.
 */
const started = z.object({ batchId: id, orders: z.int(), refused: z.int() })

const order = <Kind extends keyof typeof commandInputs>(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind), input: commandInputs[kind] })

export const sendDeviceCommand = endpoint({
  service: 'device',
  method: 'POST',
  path: 'order/send',
  access: 'device.command',
  summary: 'Order devices to restart, tell their place, speak, play or answer a check',
  idempotent: true,
  request: z.strictObject({
    ...target,
    /** Every device of a department. */
    departmentId: z.optional(id),
    /** Every device that the person may see; with a sample only. */
    everybody: z.optional(z.literal(true)),
    sample: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_COMMANDED))),
    order: z.discriminatedUnion('kind', [
      order('restart'),
      order('locate'),
      order('speak'),
      order('audio'),
      order('check'),
    ]),
  }),
  response: started,
})

/** Only the settings that are given change; everything else on each device stays as it is wanted there. */
export const sendSettings = endpoint({
  service: 'device',
  method: 'POST',
  path: 'order/settings',
  access: 'device.settings',
  summary: 'Change some settings of many devices',
  idempotent: true,
  request: z.strictObject({ ...target, settings: commandInputs.settings }),
  response: started,
})

/** Breakers, valves and locks: only devices that are online, never later; written to the audit log by device. */
export const sendSwitch = endpoint({
  service: 'device',
  method: 'POST',
  path: 'order/switch',
  access: 'device.switch',
  summary: 'Switch, lock or unlock breakers and open or close valves, at once or not at all',
  request: z.strictObject({
    ...target,
    order: z.discriminatedUnion('kind', [order('switch'), order('lock'), order('unlock'), order('valve')]),
  }),
  response: started,
})
