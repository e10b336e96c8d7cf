// Which tenants the consoles here hear of: the first console of a tenant has its words carried here, the last one ends that.
import type { Carrier } from './carrier.ts'

export interface FollowedTenants<Console extends object> {
  /** Settles when nothing of the tenant is missed any more: only then may the console ask how things stand. */
  add(console: Console, tenantId: number): Promise<void>
  remove(console: Console, tenantId: number): void
  /** The console is gone. */
  forget(console: Console): void
}

export function followTenants<Console extends object>(
  carrier: Pick<Carrier, 'follow' | 'unfollow'>,
): FollowedTenants<Console> {
  const tenants = new Map<number, { consoles: Set<Console>; carried: Promise<void> }>()
  const ofConsole = new WeakMap<Console, Set<number>>()
  const remove = (console: Console, tenantId: number) => {
    ofConsole.get(console)?.delete(tenantId)
    const tenant = tenants.get(tenantId)
    if (!tenant?.consoles.delete(console) || tenant.consoles.size > 0) return
    tenants.delete(tenantId)
    carrier.unfollow(tenantId)
  }
  return {
    add: (console, tenantId) => {
      const tenant = tenants.get(tenantId) ?? { consoles: new Set(), carried: carrier.follow(tenantId) }
      tenants.set(tenantId, tenant)
      tenant.consoles.add(console)
      ofConsole.set(console, (ofConsole.get(console) ?? new Set()).add(tenantId))
      return tenant.carried
    },
    remove,
    forget: console => {
      for (const tenantId of ofConsole.get(console) ?? []) remove(console, tenantId)
    },
  }
}
