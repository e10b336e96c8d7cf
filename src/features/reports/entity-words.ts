// What the list is called that a file was made from.
import { msg } from '@lingui/core/macro'

export const entityWords = {
  device: msg`Devices`,
  deviceCategory: msg`Device categories`,
  deviceGroup: msg`Device groups`,
  product: msg`Products`,
  deviceCommand: msg`Commands`,
  alarm: msg`Alarms`,
  user: msg`Users`,
  role: msg`Roles`,
  resource: msg`Permission resources`,
  department: msg`Departments`,
  tenant: msg`Tenants`,
  task: msg`Download tasks`,
  notice: msg({ context: 'page', message: 'Message centre' }),
} as const

/** A known entity, or undefined. */
export function knownEntity(entity: string): keyof typeof entityWords | undefined {
  return Object.hasOwn(entityWords, entity) ? (entity as keyof typeof entityWords) : undefined
}
