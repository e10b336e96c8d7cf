// One outlet for all server processes of an installation: what a console or a device must hear is said here, and at the
// other processes, where it may be connected.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Outlet } from '../outlet.ts'
import type { Carrier } from './carrier.ts'

const audience = { tenantId: z.int(), departmentId: z.nullable(z.union([z.int(), z.literal('any')])) }
const fanned = z.discriminatedUnion('to', [
  z.object({
    from: z.string(),
    to: z.literal('answers'),
    imei: z.string(),
    audience: z.object(audience),
    message: z.unknown(),
  }),
  z.object({ from: z.string(), to: z.literal('person'), userId: z.int(), message: z.unknown() }),
  z.object({
    from: z.string(),
    to: z.literal('all'),
    audience: z.object(audience),
    message: z.unknown(),
    /** The permission that is needed; processes of earlier releases read it under this name. */
    mark: z.optional(z.string()),
  }),
  z.object({
    from: z.string(),
    to: z.literal('tenant'),
    tenantId: z.int(),
    head: z.record(z.string(), z.unknown()),
    items: z.array(z.object({ ...audience, item: z.unknown() })),
  }),
  z.object({ from: z.string(), to: z.literal('peers'), what: z.unknown() }),
])
type Fanned = z.output<typeof fanned>
type WithoutSender<T> = T extends unknown ? Omit<T, 'from'> : never

/** The other server processes of the installation. At most once, in no order, and nobody answers. */
export interface Peers {
  tell(what: unknown): void
  /** `from` tells the processes apart; it is new at every start. */
  hear(listener: (what: unknown, from: string) => void): void
  /** Calls back when what they said for a while was lost. */
  onBack(listener: () => void): void
}

export interface FanOut {
  outlet: Omit<Outlet, 'toDevice'>
  peers: Peers
  /** Words to the other processes since the start, those that were not carried among them. */
  counts(): { said: number; dropped: number }
}

/** `local`: the consoles of this process. */
export function createFanOut(carrier: Carrier, local: Outlet): FanOut {
  const me = randomUUID()
  const listeners: ((what: unknown, from: string) => void)[] = []
  carrier.onSaid(text => {
    let raw: unknown
    try {
      raw = JSON.parse(text)
    } catch {
      return
    }
    const read = z.safeParse(fanned, raw)
    if (!read.success || read.data.from === me) return
    const said = read.data
    if (said.to === 'person') local.toPerson(said.userId, said.message)
    else if (said.to === 'peers') for (const listener of listeners) listener(said.what, said.from)
    else if (said.to === 'answers') local.toAnswers(said.imei, said.audience, said.message)
    else if (said.to === 'all') local.toAll(said.audience, said.message, said.mark)
    else local.toTenant(said.tenantId, said.head, said.items)
  })
  let said = 0
  const tell = (message: WithoutSender<Fanned>) => {
    said++
    carrier.say(JSON.stringify({ ...message, from: me }))
  }
  return {
    counts: () => ({ said, dropped: carrier.dropped() }),
    peers: {
      tell: what => tell({ to: 'peers', what }),
      hear: listener => void listeners.push(listener),
      onBack: carrier.onBack,
    },
    outlet: {
      toAnswers: (imei, whom, message) => {
        local.toAnswers(imei, whom, message)
        tell({ to: 'answers', imei, audience: whom, message })
      },
      toPerson: (userId, message) => {
        local.toPerson(userId, message)
        tell({ to: 'person', userId, message })
      },
      toAll: (whom, message, permission) => {
        local.toAll(whom, message, permission)
        tell({ to: 'all', audience: whom, message, mark: permission })
      },
      toTenant: (tenantId, head, items) => {
        local.toTenant(tenantId, head, items)
        tell({ to: 'tenant', tenantId, head, items: [...items] })
      },
    },
  }
}
