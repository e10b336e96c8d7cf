// Who works with orders: the property's staff; the duty desk reads.
import type { PermissionGrants } from '../entity.ts'

export const orderGrants = (menu: string, more: readonly string[] = []): PermissionGrants => ({
  menu,
  property: ['read', 'export', ...more],
  duty: ['read'],
})
