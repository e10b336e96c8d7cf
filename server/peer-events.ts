// What happened at another server process and makes something that is remembered here untrue: sessions that ended, rights,
// devices and limits that changed.
import * as z from 'zod/mini'
import type { Peers } from './broker/fan-out.ts'
import type { Bus, Events } from './bus.ts'

const schemas = {
  'session.ended': z.object({ tokenHashes: z.array(z.string()), accountId: z.int() }),
  'rights.changed': z.object({ accountIds: z.optional(z.array(z.int())) }),
  'device.changed': z.object({
    ids: z.array(z.int()),
    tenantId: z.int(),
    change: z.enum(['created', 'changed', 'removed', 'settings', 'secret']),
  }),
  'limits.changed': z.object({ tenantId: z.int() }),
  'apiKey.changed': z.object({ tenantId: z.int() }),
}

const happened = z.object({ about: z.literal('event'), name: z.string(), event: z.unknown() })

/** Tells the other processes what they must not miss, and says here what they tell. Answers the function that stops it. */
export function shareEvents(bus: Bus, peers: Peers): () => void {
  /** Told by others: not told back. */
  const theirs = new WeakSet<object>()
  const share = <Name extends keyof typeof schemas>(name: Name, schema: z.ZodMiniType<Events[Name]>) => {
    peers.hear(what => {
      const read = z.safeParse(happened, what)
      if (!read.success || read.data.name !== name) return
      const event = z.safeParse(schema, read.data.event)
      if (!event.success) return
      theirs.add(event.data)
      bus.emit(name, event.data)
    })
    return bus.on(name, event => {
      if (!theirs.has(event)) peers.tell({ about: 'event', name, event })
    })
  }
  const stops = [
    share('session.ended', schemas['session.ended']),
    share('rights.changed', schemas['rights.changed']),
    share('device.changed', schemas['device.changed']),
    share('limits.changed', schemas['limits.changed']),
    share('apiKey.changed', schemas['apiKey.changed']),
  ]
  // Whatever was told while nothing was carried: everybody is looked up anew.
  peers.onBack(() => {
    const event = {}
    theirs.add(event)
    bus.emit('rights.changed', event)
  })
  return () => {
    for (const stop of stops) stop()
  }
}
