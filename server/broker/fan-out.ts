// One outlet for all server processes of an installation: what a console or a device must hear is said here, and at the
// other processes, where it may be connected.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Outlet } from '../outlet.ts'
import { PROCESS_GONE_MS } from '../process-gone.ts'
import type { Carrier } from './carrier.ts'
import type { Unheard, WordSeal } from './word-seal.ts'

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
  z.object({
    from: z.string(),
    to: z.literal('peers'),
    what: z.unknown(),
    /** Whether the sender hears words of tenants apart from those that are for all; earlier releases do not say so. */
    parts: z.optional(z.boolean()),
  }),
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
  /** Words to the other processes since the start, those that were not carried among them; words of others that were not heard. */
  counts(): { said: number; dropped: number; unheard: Readonly<Record<Unheard, number>> }
}

/** A bus that is slow again and again has nobody ask anew more often than this. */
const BACK_AGAIN_MS = 60_000
/** So long after the start, or a broken line, there may be processes of whom nothing is known here yet. */
const UNSURE_MS = 15_000

/**
 * Whether all other processes hear words of tenants apart. While one does not, as a process of an earlier release or one whose
 * carrier lets no such words through, these are said to all.
 */
function followParting(carrier: Carrier, now: () => number) {
  const others = new Map<string, { at: number; parts: boolean }>()
  let sureFrom = now() + UNSURE_MS
  carrier.onBack(() => {
    sureFrom = now() + UNSURE_MS
  })
  return {
    heard: (from: string, parts: boolean) => void others.set(from, { at: now(), parts }),
    allPart: () => {
      const at = now()
      for (const [from, other] of others) {
        if (at - other.at > PROCESS_GONE_MS) others.delete(from)
        else if (!other.parts) return false
      }
      return carrier.partsTenants() && at >= sureFrom
    },
  }
}

interface Given {
  carrier: Carrier
  /** The consoles of this process. */
  local: Outlet
  seal: WordSeal
  now: () => number
}

export function createFanOut({ carrier, local, seal, now }: Given): FanOut {
  const me = randomUUID()
  /** What was said here needs no reading where the carrier gives it back. */
  const mine = `{"from":"${me}"`
  const listeners: ((what: unknown, from: string) => void)[] = []
  const parting = followParting(carrier, now)
  /** Words came too late: they are lost as those of a broken line are, once others come in time again. */
  let missed = false
  let backAt = Number.NEGATIVE_INFINITY
  const back: (() => void)[] = []
  const isBack = () => {
    backAt = now()
    for (const listener of back) listener()
  }
  carrier.onBack(isBack)
  const isHeard = (text: string): boolean => {
    const found = seal.open(text)
    if (found === 'late') missed = true
    if (found !== 'heard') return false
    if (missed && now() - backAt >= BACK_AGAIN_MS) {
      missed = false
      isBack()
    }
    return true
  }
  carrier.onSaid(text => {
    if (text.startsWith(mine) || !isHeard(text)) return
    let raw: unknown
    try {
      raw = JSON.parse(text)
    } catch {
      return
    }
    const read = z.safeParse(fanned, raw)
    if (!read.success) return
    const said = read.data
    if (said.to === 'peers') {
      parting.heard(said.from, said.parts === true)
      for (const listener of listeners) listener(said.what, said.from)
    } else if (said.to === 'person') local.toPerson(said.userId, said.message)
    else if (said.to === 'answers') local.toAnswers(said.imei, said.audience, said.message)
    else if (said.to === 'all') local.toAll(said.audience, said.message, said.mark)
    else local.toTenant(said.tenantId, said.head, said.items)
  })
  let said = 0
  const tell = (message: WithoutSender<Fanned>, tenantId?: number) => {
    said++
    carrier.say(seal.close(me, message), tenantId)
  }
  return {
    counts: () => ({ said, dropped: carrier.dropped(), unheard: seal.unheard() }),
    peers: {
      tell: what => tell({ to: 'peers', what, parts: carrier.partsTenants() }),
      hear: listener => void listeners.push(listener),
      onBack: listener => void back.push(listener),
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
        // By far the most of what is said: who has no console of the tenant reads nothing of it.
        tell({ to: 'tenant', tenantId, head, items: [...items] }, parting.allPart() ? tenantId : undefined)
      },
    },
  }
}
