// To whom the words between server processes go: what devices of a tenant change only to those who follow the tenant, unless
// one of the processes would not hear it there.
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { Carrier } from '../../../server/broker/carrier.ts'
import { createFanOut, type FanOut } from '../../../server/broker/fan-out.ts'
import { followTenants } from '../../../server/broker/followed-tenants.ts'
import { createWordSeal } from '../../../server/broker/word-seal.ts'
import { silentOutlet } from '../../../server/outlet.ts'

const key = randomBytes(32)
const silentLog = pino({ level: 'silent' })
let clock = 0
const now = () => clock

/** Processes in one place: what one says the others hear at once. */
function createHub() {
  const listeners: ((text: string, tenantId: number | undefined) => void)[] = []
  let olderThere = false
  const process = ({ parts = true } = {}) => {
    const followed = new Set<number>()
    const heard: unknown[] = []
    const told: [number, unknown][] = []
    const back: (() => void)[] = []
    const carrier: Carrier = {
      say: (text, tenantId) => {
        for (const listener of listeners) listener(text, tenantId)
      },
      onSaid: listener =>
        void listeners.push((text, tenantId) => {
          if (tenantId === undefined || followed.has(tenantId)) listener(text)
        }),
      follow: async tenantId => void followed.add(tenantId),
      unfollow: tenantId => void followed.delete(tenantId),
      partsTenants: () => parts,
      onBack: listener => void back.push(listener),
      isUp: () => true,
      dropped: () => 0,
      stop: async () => {},
    }
    carrier.onSaid(text => void heard.push(JSON.parse(text)))
    const fanOut = createFanOut({
      carrier,
      local: { ...silentOutlet, toTenant: (tenantId, head) => void told.push([tenantId, head.no]) },
      seal: createWordSeal({ key, now, unsealedThere: () => olderThere, log: silentLog }),
      now,
    })
    const states = () => heard.filter(word => JSON.stringify(word).includes('"to":"tenant"')).length
    const reconnect = () => {
      for (const listener of back) listener()
    }
    return { carrier, fanOut, told, states, reconnect }
  }
  /** Of a release that knows nothing of parting: its words do not say so. */
  const older = () => ({
    beat: () => {
      olderThere = true
      for (const listener of listeners)
        listener('{"from":"older","to":"peers","what":{"about":"lines.beat","no":0}}', undefined)
    },
  })
  return { process, older }
}

let hub: ReturnType<typeof createHub>
beforeEach(() => {
  clock = 1_000_000
  hub = createHub()
})

const tell = (fanOut: FanOut, tenantId: number, no: number) =>
  fanOut.outlet.toTenant(tenantId, { code: 'state', no }, [])
const beat = (fanOut: FanOut) => fanOut.peers.tell({ about: 'lines.beat', no: 0 })

test('who follows no tenant reads nothing of what its devices change', async () => {
  const [speaker, follower, other] = [hub.process(), hub.process(), hub.process()]
  await follower.carrier.follow(7)
  clock += 20_000
  tell(speaker.fanOut, 7, 1)
  tell(speaker.fanOut, 8, 2)
  expect(follower.told).toEqual([[7, 1]])
  expect([speaker.states(), follower.states(), other.states()]).toEqual([0, 1, 0])
})

test('what all must hear is heard by all, whomever they follow', () => {
  const [speaker, other] = [hub.process(), hub.process()]
  clock += 20_000
  const heard: unknown[] = []
  other.fanOut.peers.hear(what => void heard.push(what))
  speaker.fanOut.peers.tell({ about: 'event', name: 'rights.changed' })
  expect(heard).toEqual([{ about: 'event', name: 'rights.changed' }])
})

test('while a process of an earlier release is there, and 30 seconds after its last word, all is said to all', async () => {
  const [speaker, follower] = [hub.process(), hub.process()]
  await follower.carrier.follow(7)
  clock += 20_000
  hub.older().beat()
  tell(speaker.fanOut, 8, 1)
  expect(follower.states()).toBe(1)
  clock += 29_000
  tell(speaker.fanOut, 7, 2)
  expect(follower.told).toEqual([
    [8, 1],
    [7, 2],
  ])
  clock += 2_000
  tell(speaker.fanOut, 8, 3)
  expect(follower.states()).toBe(2)
})

test('where one carrier lets no words of tenants through, all is said to all', () => {
  const [speaker, deaf] = [hub.process(), hub.process({ parts: false })]
  clock += 20_000
  beat(deaf.fanOut)
  tell(speaker.fanOut, 7, 1)
  expect(deaf.told).toEqual([[7, 1]])
  tell(deaf.fanOut, 7, 2)
  expect(speaker.told).toEqual([
    [7, 1],
    [7, 2],
  ])
})

test('after the start and after a broken line nobody is known yet: all is said to all', () => {
  const [speaker, other] = [hub.process(), hub.process()]
  clock += 14_000
  tell(speaker.fanOut, 7, 1)
  expect(other.states()).toBe(1)
  clock += 2_000
  tell(speaker.fanOut, 7, 2)
  expect(other.states()).toBe(1)
  speaker.reconnect()
  tell(speaker.fanOut, 7, 3)
  expect(other.states()).toBe(2)
})

test('the first console of a tenant begins to follow it, the last one ends that', async () => {
  const calls: string[] = []
  const followed = followTenants<object>({
    follow: async tenantId => void calls.push(`follow ${tenantId}`),
    unfollow: tenantId => void calls.push(`unfollow ${tenantId}`),
  })
  const [first, second] = [{}, {}]
  await followed.add(first, 7)
  await followed.add(first, 7)
  await followed.add(second, 7)
  await followed.add(second, 8)
  followed.remove(first, 7)
  followed.remove(first, 7)
  followed.remove(first, 8)
  expect(calls).toEqual(['follow 7', 'follow 8'])
  followed.forget(second)
  followed.forget(second)
  expect(calls).toEqual(['follow 7', 'follow 8', 'unfollow 7', 'unfollow 8'])
  await followed.add(first, 7)
  expect(calls.at(-1)).toBe('follow 7')
})
