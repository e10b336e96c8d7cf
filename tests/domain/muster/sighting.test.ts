// The fold over what people said and sensors saw: the same in every order, people before sensors, contradictions in sight.
import { describe, expect, test } from 'vitest'
import { countAt, type HeadCount } from '../../../src/domain/muster/head-count.ts'
import {
  foldRoll,
  type Hint,
  isContradicted,
  type Sighting,
  tallyOf,
  type Word,
} from '../../../src/domain/muster/sighting.ts'

const P = 'worker:1'

let made = 0
const says = (what: Word['says'], at: number, facts: Partial<Word> = {}): Word => {
  made += 1
  return {
    ...{ id: `word-${String(made).padStart(4, '0')}`, person: P, says: what, comment: null, means: 'point' },
    ...{ point: 'gate', settles: [], byId: 1, by: 'Ann', at, recordedAt: at + 5 },
    ...facts,
  }
}
const saw = (source: Hint['source'], at: number, facts: Partial<Hint> = {}): Hint => ({
  ...{ id: `${source} ${at}`, person: P, means: 'sensor', source, where: 'Gate 3', at },
  ...facts,
})

const standing = (sightings: readonly Sighting[], closedAt: number | null = null) => {
  const found = foldRoll([P], sightings, closedAt).get(P)
  if (!found) throw new Error('not on the roll')
  return found
}

/** Mulberry32: the same shuffles in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const left = [...items]
  for (let at = left.length - 1; at > 0; at -= 1) {
    const to = Math.floor(random() * (at + 1))
    const [a, b] = [left[at], left[to]]
    if (a !== undefined && b !== undefined) left.splice(at, 1, b)
    if (a !== undefined && b !== undefined) left.splice(to, 1, a)
  }
  return left
}

describe('order', () => {
  test('any order of replay, with doubles, gives one result', () => {
    const random = seeded(7)
    const people = Array.from({ length: 40 }, (_, at) => `worker:${at}`)
    const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
      items[Math.floor(random() * items.length)] ?? items[0]
    const words: Word[] = []
    for (let at = 0; at < 400; at += 1) {
      const before = words[Math.floor(random() * words.length)]
      words.push({
        ...{ id: `event-${at}`, person: pick(['worker:0', ...people]), comment: null, point: 'gate' },
        says: pick(['safe', 'injured', 'missing', 'notOnSite']),
        means: pick(['point', 'phone']),
        settles: before && random() < 0.2 ? [before.id] : [],
        // Phones often say the same moment.
        ...{ byId: 1 + Math.floor(random() * 5), by: 'Ann', at: Math.floor(random() * 60), recordedAt: 100 },
      })
    }
    const hints = people.flatMap((person, at) => [
      saw('door', at % 2 === 0 ? at : 80, { id: `door ${at}`, person }),
      saw('position', (at * 7) % 70, { id: `position ${at}`, person }),
    ])
    const all: Sighting[] = [...words, ...hints]
    const once = [...foldRoll(people, all, 50)]
    expect(once.some(([, each]) => each.against.length > 0)).toBe(true)
    expect(once.some(([, each]) => each.doubt !== null)).toBe(true)
    expect(once.some(([, each]) => each.state === 'unaccounted')).toBe(false)
    for (let seed = 0; seed < 50; seed += 1) {
      const order = shuffled([...all, ...all.filter(() => random() < 0.5)], seeded(seed))
      expect([...foldRoll(people, order, 50)]).toEqual(once)
    }
  })

  test('of two words of one moment everybody takes the same', () => {
    const [a, b] = [says('safe', 10, { byId: 1 }), says('missing', 10, { byId: 2 })]
    expect(standing([a, b])).toEqual(standing([b, a]))
  })

  test('what came twice counts once, and what the server heard goes before what waits', () => {
    const word = says('safe', 10)
    const waits = { ...word, recordedAt: null }
    expect(standing([waits, word]).word).toEqual(word)
    expect(standing([word, waits]).word).toEqual(word)
    expect(tallyOf([standing([word, word])])).toMatchObject({ safe: 1 })
  })
})

describe('precedence', () => {
  test('silence is never safe, and a sensor alone leaves it so', () => {
    expect(standing([])).toMatchObject({ state: 'unaccounted', word: null, hint: null })
    for (const source of ['door', 'punch', 'fence', 'floor', 'position'] as const)
      expect(standing([saw(source, 10)])).toMatchObject({ state: 'unaccounted', hint: { source } })
  })

  test('a person’s word stands, however much later a sensor saw something', () => {
    expect(standing([says('missing', 10), saw('position', 999)])).toMatchObject({
      state: 'missing',
      doubt: null,
    })
  })

  test('a door or a punch after «safe», and anything after «not on site», wants somebody who looks', () => {
    expect(standing([says('safe', 10), saw('door', 12)]).doubt).toMatchObject({ source: 'door', at: 12 })
    expect(standing([says('safe', 10), saw('punch', 12)])).toMatchObject({ state: 'safe', doubt: {} })
    // At the gathering point the device tells its place on and on.
    expect(standing([says('safe', 10), saw('fence', 12)]).doubt).toBeNull()
    expect(standing([says('safe', 10), saw('door', 8)]).doubt).toBeNull()
    expect(standing([says('notOnSite', 10), saw('position', 12)]).doubt).toMatchObject({ at: 12 })
  })
})

describe('contradictions', () => {
  const ann = says('safe', 10, { byId: 1, by: 'Ann' })
  const bob = says('missing', 20, { byId: 2, by: 'Bob' })

  test('two people say different things: both are shown, the newest leads', () => {
    const both = standing([ann, bob])
    expect(both).toMatchObject({
      state: 'missing',
      word: { by: 'Bob' },
      against: [{ by: 'Ann', says: 'safe' }],
    })
    expect(isContradicted(both)).toBe(true)
  })

  test('whoever thinks better of it contradicts nobody', () => {
    expect(standing([ann, says('injured', 15, { byId: 1 })])).toMatchObject({ state: 'injured', against: [] })
    expect(standing([ann, bob, says('safe', 30, { byId: 2 })])).toMatchObject({ state: 'safe', against: [] })
  })

  test('who has seen both settles it, and only that', () => {
    const cleo = says('injured', 30, { byId: 3, by: 'Cleo', settles: [ann.id, bob.id] })
    expect(standing([ann, bob, cleo])).toMatchObject({ state: 'injured', against: [] })
    const dan = says('safe', 25, { byId: 4, by: 'Dan' })
    expect(standing([ann, bob, cleo, dan])).toMatchObject({ state: 'injured', against: [{ by: 'Dan' }] })
  })

  test('words that settle each other leave nobody unaccounted for by it', () => {
    const a = says('safe', 10, { id: 'ring-0001', byId: 1, settles: ['ring-0002'] })
    const b = says('missing', 20, { id: 'ring-0002', byId: 2, settles: ['ring-0001'] })
    expect(standing([a, b])).toMatchObject({ state: 'missing', against: [{ id: 'ring-0001' }] })
  })
})

test('what the server heard after the end is late; what was heard before is not, nor what waits', () => {
  expect(standing([says('safe', 10, { recordedAt: 200 })], 100).late).toBe(true)
  expect(standing([says('safe', 10, { recordedAt: 90 })], 100).late).toBe(false)
  expect(standing([says('safe', 10, { recordedAt: null })], 100).late).toBe(false)
  expect(standing([says('safe', 10, { recordedAt: 200 })]).late).toBe(false)
})

test('what is said of somebody who is not on the roll changes nothing', () => {
  expect([...foldRoll([P], [says('safe', 1, { person: 'worker:2' })]).keys()]).toEqual([P])
})

test('heads stand against the names of their point, by the last count', () => {
  const count = (heads: number, at: number, point = 'gate'): HeadCount => ({
    ...{ id: `count-${at}`, point, heads, byId: 1, by: 'Ann', at, recordedAt: at },
  })
  const standings = foldRoll(
    ['worker:1', 'worker:2', 'worker:3', 'worker:4', 'worker:5'],
    [
      says('safe', 1, { person: 'worker:1' }),
      says('injured', 1, { person: 'worker:2' }),
      // Not there: missing, on the phone, at another point.
      says('missing', 1, { person: 'worker:3' }),
      says('safe', 1, { person: 'worker:4', means: 'phone' }),
      says('safe', 1, { person: 'worker:5', point: 'yard' }),
    ],
  )
  const counts = [count(3, 20), count(9, 10), count(7, 30, 'yard')]
  expect(countAt('gate', counts, standings.values())).toMatchObject({ names: 2, difference: 1 })
  expect(countAt('yard', counts.toReversed(), standings.values())).toMatchObject({ names: 1, difference: 6 })
  expect(countAt('roof', counts, standings.values())).toEqual({ counted: null, names: 0, difference: null })
})
