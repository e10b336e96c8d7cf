// What the list is called that a file was made from.

import { msg } from '@lingui/core/macro'
import { isKey } from '../../domain/keys.ts'

export const entityWords = {
  device: msg`Devices`,
  deviceCategory: msg`Device categories`,
  deviceGroup: msg`Device groups`,
  product: msg`Products`,
  deviceCommand: msg`Commands`,
  latestReading: msg`Readings`,
  allocation: msg({ context: 'page', message: 'Allocations' }),
  productionBatch: msg({ context: 'page', message: 'Production' }),
  productionRecord: msg({ context: 'page', message: 'Production records' }),
  alarm: msg`Alarms`,
  alarmRule: msg`Alarm rules`,
  alarmTest: msg`On test`,
  alarmText: msg`Text messages`,
  simCard: msg`SIM cards`,
  simBinding: msg`Device and card bindings`,
  simPackage: msg`Packages`,
  simOrder: msg`Orders to the carrier`,
  bill: msg`Bills`,
  doorCard: msg`Door cards`,
  doorRight: msg`Door rights`,
  doorEvent: msg`Access events`,
  call: msg`Call log`,
  user: msg`Users`,
  role: msg`Roles`,
  resource: msg`Permission resources`,
  department: msg`Departments`,
  tenant: msg`Tenants`,
  storedFile: msg({ context: 'page', message: 'Cloud storage' }),
  report: msg({ context: 'page', message: 'Reports' }),
  task: msg`Download tasks`,
  notice: msg({ context: 'page', message: 'Message centre' }),
} as const

/** A known entity, or undefined. */
export function knownEntity(entity: string): keyof typeof entityWords | undefined {
  return isKey(entityWords, entity) ? entity : undefined
}
