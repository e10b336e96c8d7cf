// Who keeps the mall: the property's staff; the duty desk reads.
import type { PermissionGrants } from '../entity.ts'

export const mallGrants = (menu: string, more: readonly string[] = []): PermissionGrants => ({
  menu,
  property: ['read', 'save', 'remove', 'export', ...more],
  duty: ['read'],
})
