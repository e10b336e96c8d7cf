// Takes orders to many devices.

import { sendOrder, sendSettings, sendSwitch } from '../../../src/contract/endpoints/order.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { type GivenOrder, sendSettingsToMany, sendToMany } from './send.ts'

const given = ({ kind, input }: { kind: GivenOrder['kind']; input: object }): GivenOrder => {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  return { kind, input: entries.length === 0 ? null : Object.fromEntries(entries) }
}

export function mountOrders(handlers: Handlers, { bus }: Pick<Kernel, 'bus'>, devices: Store): void {
  handlers.handle(sendOrder, async ({ order, sample, ...wanted }, context) => {
    const need = wanted.everybody && sample === undefined
    if (need) throw new Refused('field.required', { field: 'sample' })
    return sendToMany({ devices, bus, context, wanted, order: given(order), sample })
  })
  handlers.handle(sendSettings, async ({ settings, ...wanted }, context) => {
    if (Object.keys(settings).length === 0) throw new Refused('nothingSelected', { field: 'settings' })
    return sendSettingsToMany({ devices, bus, context, wanted, settings })
  })
  handlers.handle(sendSwitch, ({ order, ...wanted }, context) =>
    sendToMany({ devices, bus, context, wanted, order: given(order) }),
  )
}
