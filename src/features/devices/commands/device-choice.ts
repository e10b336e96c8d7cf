// Which devices a command is meant for, while somebody still chooses.

import { type CommandKind, understands } from '../../../domain/device/command-input.ts'
import { type DeviceKind, deviceKinds } from '../../../domain/device/device.ts'
import type { Device } from '../device-badges.tsx'

export type Chosen = Pick<Device, 'id' | 'imei' | 'name' | 'kind' | 'state'>

/** A device that was recycled takes no command. */
export const IN_LIFE = ['pendingStockIn', 'inStock', 'assigned', 'bound', 'unbound'] as const

export interface Choice {
  way: 'devices' | 'group' | 'department' | 'everybody'
  devices: ReadonlyMap<number, Chosen>
  groupId: number | null
  departmentId: number | null
}

export const emptyChoice = (way: Choice['way'] = 'devices'): Choice => ({
  way,
  devices: new Map(),
  groupId: null,
  departmentId: null,
})

/** The part of a request that says whom it is for; undefined while nobody is chosen. */
export function targetOf({ way, devices, groupId, departmentId }: Choice) {
  switch (way) {
    case 'devices':
      return devices.size > 0 ? { deviceIds: [...devices.keys()] } : undefined
    case 'group':
      return groupId === null ? undefined : { groupId }
    case 'department':
      return departmentId === null ? undefined : { departmentId }
    case 'everybody':
      return { everybody: true as const }
  }
}

/** Kinds of device that understand a command; undefined where all do. */
export function kindsFor(command: CommandKind): DeviceKind[] | undefined {
  const kinds = deviceKinds.filter(kind => understands(kind, command))
  return kinds.length === deviceKinds.length ? undefined : kinds
}
