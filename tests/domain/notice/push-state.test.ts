// Whether push reaches a browser, and how surely a person is reached: tables.
import { expect, test } from 'vitest'
import { mayRenew, type PushFacts, pushStateOf } from '../../../src/domain/notice/push-state.ts'
import { leastReachableFirst, reachabilityOf } from '../../../src/domain/notice/reachability.ts'
import { browserLabel } from '../../../src/platform/web-push.ts'

const well: PushFacts = {
  secure: true,
  supported: true,
  permission: 'granted',
  fingerprint: 'a',
  known: ['b', 'a'],
  wanted: true,
}

test.each([
  ['everything fits', {}, 'on', false],
  ['the server cannot be asked', { known: undefined }, 'on', false],
  ['the server has forgotten it', { known: ['b'] }, 'stale', true],
  ['the browser has dropped it', { fingerprint: undefined }, 'stale', true],
  [
    'the browser has dropped it, and nobody can be asked',
    { fingerprint: undefined, known: undefined },
    'stale',
    false,
  ],
  ['it was never wanted', { fingerprint: undefined, wanted: false }, 'off', false],
  ['nobody was asked yet', { permission: 'default', fingerprint: undefined, wanted: false }, 'off', false],
  ['the permission was taken back', { permission: 'default' }, 'stale', false],
  ['it is forbidden', { permission: 'denied' }, 'denied', false],
  ['the browser has no push', { supported: false }, 'unsupported', false],
  ['the address is not safe', { secure: false, supported: false }, 'insecure', false],
] as const)('%s', (_, change, state, renew) => {
  const facts = { ...well, ...change }
  expect(pushStateOf(facts)).toBe(state)
  expect(mayRenew(facts)).toBe(renew)
})

const person = (...states: ('connected' | 'proven' | 'unproven' | 'failing' | 'none')[]) => ({
  name: states.join(),
  channels: states.map(state => ({ state })),
})

test('a person is reached as surely as their best channel', () => {
  expect(reachabilityOf([])).toBe('none')
  expect(reachabilityOf(person('none', 'none').channels)).toBe('none')
  expect(reachabilityOf(person('none', 'failing').channels)).toBe('failing')
  expect(reachabilityOf(person('failing', 'unproven').channels)).toBe('doubtful')
  expect(reachabilityOf(person('failing', 'proven').channels)).toBe('reached')
  expect(reachabilityOf(person('connected', 'none').channels)).toBe('reached')
})

test('whom nobody reaches stands first, the others in their order', () => {
  const people = [
    person('connected'),
    person('failing'),
    person('none'),
    person('unproven'),
    person('none', 'none'),
  ]
  expect(leastReachableFirst(people).map(({ name }) => name)).toEqual([
    'none',
    'none,none',
    'failing',
    'unproven',
    'connected',
  ])
})

test.each([
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
    'Safari · iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge · Windows'],
  ['nothing', 'Web'],
])('%s', (agent, label) => expect(browserLabel(agent)).toBe(label))
