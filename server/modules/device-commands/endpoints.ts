// Takes commands to many devices.

import {
  sendDeviceCommand,
  sendSettings,
  sendSwitch,
} from '../../../src/contract/endpoints/device-command.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { type GivenCommand, sendSettingsToMany, sendToMany } from './send.ts'

const given = ({ kind, input }: { kind: GivenCommand['kind']; input: object }): GivenCommand => {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  return { kind, input: entries.length === 0 ? null : Object.fromEntries(entries) }
}

export function mountDeviceCommands(handlers: Handlers, { bus }: Pick<Kernel, 'bus'>, devices: Store): void {
  handlers.handle(sendDeviceCommand, async ({ order: command, sample, ...wanted }, context) => {
    const need = wanted.everybody && sample === undefined
    if (need) throw new Refused('field.required', { field: 'sample' })
    return sendToMany({ devices, bus, context, wanted, order: given(command), sample })
  })
  handlers.handle(sendSettings, async ({ settings, ...wanted }, context) => {
    if (Object.keys(settings).length === 0) throw new Refused('nothingSelected', { field: 'settings' })
    return sendSettingsToMany({ devices, bus, context, wanted, settings })
  })
  handlers.handle(sendSwitch, ({ order: command, ...wanted }, context) =>
    sendToMany({ devices, bus, context, wanted, order: given(command) }),
  )
}
