// What the sockets of several server processes tell each other: who is connected where, and what is said.
import * as z from 'zod/mini'
import type { Peers } from '../../broker/fan-out.ts'
import { PROCESS_GONE_MS } from '../../process-gone.ts'
import type { Roster } from './roster.ts'
import { type Said, said } from './saying.ts'

const EVERY_MS = 10_000
/** Changes within so many milliseconds are one message. */
const GATHER_MS = 200

const person = z.object({
  is: z.literal('person'),
  id: z.string().check(z.regex(/^user_\d+$/)),
  name: z.string(),
  tenantId: z.int(),
  departmentId: z.nullable(z.int()),
})
/** What is said, with the name that processes of earlier releases know the permission by. */
const saidBetween = z.codec(
  z.extend(z.omit(said, { permission: true }), { mark: z.optional(z.string()) }),
  said,
  {
    decode: ({ mark, ...what }) => ({ ...what, permission: mark }),
    encode: ({ permission, ...what }) => ({ ...what, mark: permission }),
  },
)
const betweenPeers = z.discriminatedUnion('about', [
  z.object({ about: z.literal('sockets.people'), people: z.array(person) }),
  z.object({ about: z.literal('sockets.said'), said: saidBetween }),
])

export interface Elsewhere {
  say(what: Said): void
  stop(): void
}

/** Tells the other processes of the people here and hears of theirs. */
export function followPeers(peers: Peers, roster: Roster, deliver: (what: Said) => void): Elsewhere {
  const heardAt = new Map<string, number>()
  let gathering: NodeJS.Timeout | undefined
  const tellPeople = (people = roster.peopleHere()) => peers.tell({ about: 'sockets.people', people })
  const sweep = () => {
    tellPeople()
    for (const [process, at] of heardAt) {
      if (Date.now() - at < PROCESS_GONE_MS) continue
      heardAt.delete(process)
      roster.setElsewhere(process, [])
    }
  }
  const timer = setInterval(sweep, EVERY_MS)
  timer.unref()

  roster.onPeopleHere(() => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      tellPeople()
    }, GATHER_MS)
  })
  peers.hear((what, from) => {
    const read = z.safeParse(betweenPeers, what)
    if (!read.success) return
    if (read.data.about === 'sockets.said') return deliver(read.data.said)
    // Whoever is new here may know nobody yet.
    const isNew = !heardAt.has(from)
    heardAt.set(from, Date.now())
    roster.setElsewhere(from, read.data.people)
    if (isNew) tellPeople()
  })
  tellPeople()
  return {
    say: what => peers.tell({ about: 'sockets.said', said: z.encode(saidBetween, what) }),
    stop: () => {
      clearInterval(timer)
      clearTimeout(gathering)
      tellPeople([])
    },
  }
}
