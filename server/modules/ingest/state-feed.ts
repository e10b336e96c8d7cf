// Collects state changes and tells each tenant's consoles a few times a second.
import * as z from 'zod/mini'
import { type DeviceChange, stateBatch } from '../../../src/contract/messages.ts'
import type { Outlet } from '../../outlet.ts'

export interface StateFeed {
  add(tenantId: number, change: DeviceChange): void
  flush(): void
  stop(): void
}

/** Most devices of one message: a batch must fit the packet limit of the broker. */
const MOST_DEVICES = 200

export function createStateFeed(options: {
  outlet: () => Outlet
  everyMs: number
  now: () => number
}): StateFeed {
  const tenants = new Map<number, Map<number, DeviceChange>>()
  const flush = () => {
    for (const [tenantId, devices] of tenants) {
      const changes = [...devices.values()]
      for (let from = 0; from < changes.length; from += MOST_DEVICES) {
        const part = changes.slice(from, from + MOST_DEVICES)
        const wire = z.encode(stateBatch, { code: 'state', at: options.now(), devices: part })
        const { devices: items, ...head } = wire
        options.outlet().toTenant(
          tenantId,
          head,
          part.map((change, index) => ({
            tenantId,
            departmentId: change.departmentId ?? null,
            item: items[index],
          })),
        )
      }
    }
    tenants.clear()
  }
  const timer = setInterval(flush, options.everyMs)
  timer.unref()
  return {
    add: (tenantId, change) => {
      const devices = tenants.get(tenantId) ?? new Map<number, DeviceChange>()
      tenants.set(tenantId, devices)
      const before = devices.get(change.id)
      const readings = change.readings
        ? [
            ...(before?.readings ?? []).filter(
              old => !change.readings?.some(fresh => fresh.kind === old.kind),
            ),
            ...change.readings,
          ]
        : before?.readings
      devices.set(change.id, { ...before, ...change, ...(readings ? { readings } : {}) })
    },
    flush,
    stop: () => {
      clearInterval(timer)
      flush()
    },
  }
}
