// Several server processes: who is connected to one is seen at the others, and what is said at one is said at all.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Peers } from '../../../../server/broker/fan-out.ts'
import { type Elsewhere, followPeers } from '../../../../server/modules/sockets/peers.ts'
import { createRoster, type Roster } from '../../../../server/modules/sockets/roster.ts'
import type { Said } from '../../../../server/modules/sockets/saying.ts'
import type { Person } from '../../../../server/person.ts'

const person = (accountId: number, more: Partial<Person> = {}): Person => ({
  accountId,
  tenantId: 1,
  tenantName: 'T',
  tenantZone: 'Asia/Shanghai',
  scenario: 'community',
  username: `p${accountId}`,
  name: `Person ${accountId}`,
  nickname: null,
  phone: null,
  gender: null,
  departmentId: null,
  departmentName: null,
  roleNames: [],
  visitor: false,
  highest: false,
  platform: false,
  permissions: new Set(),
  resourceIds: new Set(),
  departments: null,
  ...more,
})

interface Process {
  roster: Roster
  elsewhere: Elsewhere
  said: Said[]
  changes: string[]
  silent: boolean
}
const wire: { id: string; process: Process; listener: (what: unknown, from: string) => void }[] = []

function start(): Process {
  const id = `process ${wire.length}`
  const process = { roster: createRoster(), said: [], changes: [], silent: false } as unknown as Process
  process.roster.onChange((change, { name }) => process.changes.push(`${change} ${name}`))
  const peers: Peers = {
    tell: what => {
      if (process.silent) return
      for (const other of [...wire]) if (other.id !== id) other.listener(JSON.parse(JSON.stringify(what)), id)
    },
    onBack: () => {},
    hear: listener => void wire.push({ id, process, listener }),
  }
  process.elsewhere = followPeers(peers, process.roster, what => process.said.push(what))
  return process
}
const seen = ({ roster }: Process) =>
  roster
    .visibleTo(person(99))
    .map(({ name }) => name)
    .sort()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { process } of wire.splice(0)) process.elsewhere.stop()
  vi.useRealTimers()
})

test('people of all processes are there, once each, until the last of their connections ends', () => {
  const [a, b] = [start(), start()]
  const leaves = [a.roster.enter(person(1)), b.roster.enter(person(1)), b.roster.enter(person(2))]
  vi.advanceTimersByTime(1000)
  expect([seen(a), seen(b)]).toEqual([
    ['Person 1', 'Person 2'],
    ['Person 1', 'Person 2'],
  ])
  leaves[1]?.()
  vi.advanceTimersByTime(1000)
  expect(seen(b)).toEqual(['Person 1', 'Person 2'])
  leaves[0]?.()
  vi.advanceTimersByTime(1000)
  expect([seen(a), seen(b)]).toEqual([['Person 2'], ['Person 2']])
  expect(b.changes).toEqual(['came Person 1', 'came Person 2', 'left Person 1'])
})

test('a process that comes later knows everybody, one that stops takes its people along', () => {
  const a = start()
  a.roster.enter(person(1))
  vi.advanceTimersByTime(1000)
  const b = start()
  expect(seen(b)).toEqual(['Person 1'])
  a.elsewhere.stop()
  expect(seen(b)).toEqual([])
})

test('one that dies in silence is forgotten after half a minute', () => {
  const [a, b] = [start(), start()]
  a.roster.enter(person(1))
  vi.advanceTimersByTime(1000)
  a.silent = true
  vi.advanceTimersByTime(20_000)
  expect(seen(b)).toEqual(['Person 1'])
  vi.advanceTimersByTime(25_000)
  expect(seen(b)).toEqual([])
})

test('what is said goes to the others; what is none of it changes nothing', () => {
  const [a, b] = [start(), start()]
  const said: Said = { tenantId: 1, departmentId: null, author: 'Li', msgContent: '你好', at: 1 }
  a.elsewhere.say(said)
  expect([a.said, b.said]).toEqual([[], [said]])
  for (const what of [
    null,
    {},
    {
      about: 'sockets.people',
      people: [{ is: 'room', id: 'door_1', name: 'x', tenantId: 1, departmentId: null }],
    },
    { about: 'sockets.said', said: { ...said, tenantId: '1' } },
  ])
    for (const { listener } of wire) listener(what, 'odd')
  expect([seen(a), b.said.length]).toEqual([[], 1])
})

test('scope and visitors: nobody is told more than a single process would tell', () => {
  const { roster } = start()
  roster.enter(person(1, { departmentId: 5 }))
  roster.enter(person(2, { tenantId: 2 }))
  roster.enter(person(3, { visitor: true }))
  const see = (viewer: Person) => roster.visibleTo(viewer).map(({ name }) => name)
  expect(see(person(9))).toEqual(['Person 1'])
  expect(see(person(9, { departments: [5] }))).toEqual(['Person 1'])
  expect(see(person(9, { departments: [6] }))).toEqual([])
  expect(see(person(9, { visitor: true }))).toEqual([])
  expect(see(person(9, { platform: true }))).toEqual(['Person 1', 'Person 2'])
})
