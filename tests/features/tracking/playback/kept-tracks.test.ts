// Which tracks stay on the device, and which of them answers for a period without network.
import { expect, test } from 'vitest'
import {
  answering,
  type KeptTrack,
  whatStays,
} from '../../../../src/features/tracking/playback/kept-tracks.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 8)

const kept = (changes: Partial<KeptTrack> = {}): KeptTrack => ({
  key: 'one',
  imei: '862000000000001',
  name: 'Watch 1',
  source: undefined,
  from: NOW - 24 * HOUR,
  to: NOW,
  at: NOW,
  bytes: 100_000,
  cutAt: undefined,
  ...changes,
})
const ask = (from: number, to: number) => ({
  imei: '862000000000001',
  source: undefined,
  period: { from, to },
})

test('the newest of each device stay, within what a device may hold', () => {
  const one = Array.from({ length: 9 }, (_, at) => kept({ key: `a${at}` }))
  const others = Array.from({ length: 60 }, (_, at) => kept({ key: `b${at}`, imei: String(at) }))
  const stay = whatStays([...one, ...others])
  expect(stay.filter(({ key }) => key.startsWith('a')).map(({ key }) => key)).toEqual([
    'a0',
    'a1',
    'a2',
    'a3',
  ])
  expect(stay).toHaveLength(30)
  const large = others.map(track => ({ ...track, bytes: 10_000_000 }))
  expect(whatStays(large)).toHaveLength(2)
})

test('a period answers for itself and for every part of it', () => {
  const track = kept()
  expect(answering([track], ask(track.from, track.to))).toBe(track)
  expect(answering([track], ask(NOW - 5 * HOUR, NOW - 4 * HOUR))).toBe(track)
  expect(answering([track], ask(NOW - 30 * HOUR, NOW - 4 * HOUR))).toBeUndefined()
})

test('the last day opened again later is what was known of it then', () => {
  const track = kept()
  expect(answering([track], ask(NOW - 20 * HOUR, NOW + 4 * HOUR))).toBe(track)
  expect(answering([track], ask(NOW + HOUR, NOW + 25 * HOUR))).toBeUndefined()
  const past = kept({ to: NOW - 10 * HOUR })
  expect(answering([past], ask(NOW - 20 * HOUR, NOW))).toBeUndefined()
})

test('the last heard answers; another device or source never', () => {
  const [older, newer] = [kept(), kept({ key: 'two', to: NOW + HOUR, at: NOW + HOUR })]
  expect(answering([older, newer], ask(NOW - 5 * HOUR, NOW - 4 * HOUR))).toBe(newer)
  expect(answering([kept({ imei: '1' }), kept({ source: 'gps' })], ask(NOW - HOUR, NOW))).toBeUndefined()
})
