// A bus that lies, says again what was said, or is slow: nothing moves by it.
import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { Carrier } from '../../../server/broker/carrier.ts'
import { createPieces, piecesOf } from '../../../server/broker/database-carrier.ts'
import { createFanOut } from '../../../server/broker/fan-out.ts'
import { createWordSeal, LATE_MS, type WordSeal } from '../../../server/broker/word-seal.ts'
import { silentOutlet } from '../../../server/outlet.ts'

const key = randomBytes(32)
const from = randomUUID()
let clock = 1_800_000_000_000
let unsealedThere = false
const told: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) })
const seal = (of = key): WordSeal =>
  createWordSeal({ key: of, now: () => clock, unsealedThere: () => unsealedThere, log })
const order = { to: 'peers', what: { about: 'lines.say', imei: '860000000000001' } }

let [speaker, hearer] = [seal(), seal()]
beforeEach(() => {
  unsealedThere = false
  told.length = 0
  ;[speaker, hearer] = [seal(), seal()]
})

test('a word is JSON with its sender first, and heard once', () => {
  const text = speaker.close(from, order)
  expect(JSON.parse(text)).toMatchObject({ from, ...order })
  expect(text.startsWith(`{"from":"${from}"`)).toBe(true)
  expect(hearer.open(text)).toBe('heard')
  expect(hearer.open(text)).toBe('again')
})

test('every byte of it counts', () => {
  const text = speaker.close(from, order)
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === '0' ? '1' : '0'
    const forged = text.slice(0, at) + other + text.slice(at + 1)
    expect(hearer.open(forged), forged).toMatch(/^(forged|unsealed)$/)
  }
  expect(hearer.open(text.slice(0, -1))).toBe('forged')
  expect(hearer.open(`${text} `)).toBe('forged')
  expect(hearer.open(text)).toBe('heard')
})

test('whatever is in it, it crosses the database as it was sealed', () => {
  const said = { to: 'person', message: { name: '林 Ada 🔥 ключ' } }
  const text = speaker.close(from, said)
  const join = createPieces('here')
  const [crossed] = piecesOf('there', 1, text).map(join)
  expect(hearer.open(crossed ?? '')).toBe('heard')
  expect(JSON.parse(crossed ?? '')).toMatchObject(said)
})

test('a seal of letters that are several bytes is forged, like any other', () => {
  const text = speaker.close(from, order)
  const at = text.indexOf('"seal":"') + 8
  expect(hearer.open(text.slice(0, at) + '火'.repeat(43) + text.slice(at + 43))).toBe('forged')
})

test('of a process with another key nothing is heard, and the log says why', () => {
  expect(hearer.open(seal(randomBytes(32)).close(from, order))).toBe('forged')
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('another SECRET_KEY')
  // Once a minute is enough.
  hearer.open(seal(randomBytes(32)).close(from, order))
  expect(told).toHaveLength(1)
  expect(hearer.unheard()).toEqual({ forged: 2, late: 0, again: 0, unsealed: 0 })
})

test('words may overtake each other, and each is heard once', () => {
  const texts = Array.from({ length: 3_000 }, () => speaker.close(from, order))
  const mixed = texts.map((text, n) => ({ text, by: (n * 7_919) % 3_000 })).sort((a, b) => a.by - b.by)
  for (const { text } of mixed) expect(hearer.open(text)).toBe('heard')
  for (const { text } of mixed) expect(hearer.open(text)).toBe('again')
})

test('what is far behind is not heard, since nobody knows any more whether it was', () => {
  const first = speaker.close(from, order)
  const later = Array.from({ length: 5_000 }, () => speaker.close(from, order))
  for (const text of later) expect(hearer.open(text)).toBe('heard')
  expect(hearer.open(first)).toBe('again')
})

test('half a minute late is too late, also for one who has just started', () => {
  const text = speaker.close(from, order)
  clock += LATE_MS
  expect(seal().open(text)).toBe('heard')
  clock += 1
  expect(seal().open(text)).toBe('late')
})

test('a word without a seal is heard only while a process of an earlier release is there', () => {
  const text = JSON.stringify({ from, ...order })
  expect(hearer.open(text)).toBe('unsealed')
  unsealedThere = true
  expect(hearer.open(text)).toBe('heard')
})

test('after a time in which the bus was slow consoles ask for what they missed, once', () => {
  let listener: (text: string) => void = () => {}
  const carrier: Carrier = {
    say: () => {},
    onSaid: given => {
      listener = given
    },
    follow: async () => {},
    unfollow: () => {},
    partsTenants: () => false,
    onBack: () => {},
    isUp: () => true,
    dropped: () => 0,
    stop: async () => {},
  }
  const { peers, counts } = createFanOut({ carrier, local: silentOutlet, seal: hearer, now: () => clock })
  const heard: unknown[] = []
  let back = 0
  peers.hear(what => void heard.push(what))
  peers.onBack(() => back++)
  const late = [speaker.close(from, order), speaker.close(from, order)]
  clock += LATE_MS + 1
  for (const text of late) listener(text)
  expect([heard.length, back]).toEqual([0, 0])
  listener(speaker.close(from, order))
  listener(speaker.close(from, order))
  expect([heard.length, back]).toEqual([2, 1])
  expect(counts().unheard).toMatchObject({ late: 2 })
})
