// A device of the columns as a row, for the commands of the device's own view.
import { deviceKinds } from '../../../domain/device/device.ts'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import { lifecycles } from '../../../domain/device/lifecycle.ts'
import type { Row } from '../../../resource/view.ts'
import type { Fleet } from './fleet-store.ts'

/** What commands ask of a row. The map knows no more of it. */
export function rowOfSlot(fleet: Fleet, slot: number): Row {
  const { columns } = fleet
  return {
    id: columns.ids[slot] ?? 0,
    version: 0,
    imei: fleet.imeis[slot] ?? '',
    name: fleet.names[slot] ?? '',
    wearerName: fleet.wearers[slot] ?? '',
    kind: deviceKinds[columns.kinds[slot] ?? 0] ?? 'locator',
    state: fleetStates[columns.states[slot] ?? 0] ?? 'offline',
    lifecycle: lifecycles[columns.lifecycles[slot] ?? 0] ?? 'bound',
    groupId: columns.groupIds[slot] || null,
    departmentId: columns.departmentIds[slot] || null,
  }
}
