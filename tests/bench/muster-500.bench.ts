// A roll of 500 people, ticked on five phones that were offline: whatever order they are replayed in, one result.
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { type Roll, roll } from '../../src/domain/muster/muster.ts'
import { foldRoll, type SightInput, tallyOf } from '../../src/domain/muster/sighting.ts'
import { startConsole } from '../console-process.ts'
import { addPeopleLike, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median } from './figures.ts'
import { tokenOf } from './people-at-work.ts'

const PEOPLE = 500
const PHONES = 5
const ORDERS = 4
const FOLDS = 50
const ACCOUNT = 'admin'

const people = `
  with d as (insert into department (tenant_id, created_at, updated_at, name, sort) values ($1, 0, 0, 'Bench', 1) returning id),
    w as (insert into worker (tenant_id, created_at, updated_at, name, label_code, department_id)
      select $1, 0, 0, 'Bench ' || lpad(n::text, 4, '0'), 'BENCH-' || n, d.id from d, generate_series(1, $2::int) n returning id),
    p as (insert into punch (tenant_id, created_at, updated_at, worker_id, source, trust, at, claimed_at)
      select $1, $3::bigint, $3::bigint, id, 'phone', 'ok', $3::bigint, $3::bigint from w returning id)
  select (select id from d) as id, (select count(*) from p) as punches`

/** Mulberry32: the same orders in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

interface Tick {
  phone: number
  at: number
  input: SightInput
}

/** Each phone ticks its own fifth and some of the others'; of those, people say different things. */
function ticksOf(keys: readonly string[], from: number): Tick[] {
  const random = seeded(1)
  const says = ['safe', 'safe', 'safe', 'injured', 'missing', 'notOnSite'] as const
  return keys.flatMap((person, at) => {
    const phones = [at % PHONES, ...(random() < 0.3 ? [Math.floor(random() * PHONES)] : [])]
    // Every twentieth is seen by nobody.
    if (at % 20 === 0) return []
    return phones.map((phone, n) => ({
      phone,
      at: from + Math.floor(random() * 1_000),
      input: {
        ...{ sighting: `tick-${String(at).padStart(5, '0')}-${n}`, person, means: 'point' as const },
        says: says[Math.floor(random() * says.length)] ?? 'safe',
        point: 'gate',
      },
    }))
  })
}

/** Phones come back one by one or together; each sends its own in the order in which they were given. */
function inOrder(ticks: readonly Tick[], seed: number): Tick[] {
  const random = seeded(seed)
  const queues = Array.from({ length: PHONES }, (_, phone) => ticks.filter(each => each.phone === phone))
  const order: Tick[] = []
  while (queues.some(({ length }) => length > 0)) {
    const left = queues.filter(({ length }) => length > 0)
    const next = left[Math.floor(random() * left.length)]?.shift()
    if (!next) continue
    order.push(next)
    // An answer that was lost: the same is sent once more.
    if (random() < 0.1) order.push(next)
  }
  return order
}

const saved = z.object({ code: z.literal(0), data: z.object({ id: z.int() }) })
const answered = z.object({
  code: z.literal(0),
  data: z.object({ results: z.array(z.object({ ok: z.boolean() })) }),
})
const rolled = z.object({ code: z.literal(0), data: roll })

const bench: Bench = {
  name: `A roll call of ${PEOPLE} people, replayed from ${PHONES} offline phones`,
  async run() {
    const server = await startConsole()
    const client = await openDatabase(server)
    try {
      const tenantId = await tenantOf(client, ACCOUNT)
      const { rows } = await client.query<{ id: string }>(people, [tenantId, PEOPLE, Date.now() - 60_000])
      const departmentId = Number(rows[0]?.id)
      const names = await addPeopleLike(client, { like: ACCOUNT, named: 'warden', count: PHONES })
      const tokens = await Promise.all(names.map(name => tokenOf(server.url, name)))
      const send = async (path: string, token: string, body?: object) => {
        const response = await fetch(`${server.url}/api/message/muster/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        return response.json()
      }
      const [first = ''] = tokens
      const points = [{ key: 'gate', name: 'Gate', wardenIds: [], departmentIds: [] }]
      const [starts, replays, reads]: [number[], number[], number[]] = [[], [], []]
      const results: { rolled: Roll; standings: unknown }[] = []
      for (let seed = 1; seed <= ORDERS; seed += 1) {
        const started = performance.now()
        const { data } = z.parse(
          saved,
          await send('save', first, { name: `Order ${seed}`, kind: 'drill', departmentId, points }),
        )
        starts.push(performance.now() - started)
        const read = async () => z.parse(rolled, await send(`roll?id=${data.id}`, first)).data
        const ticks = ticksOf((await read()).people.map(({ key }) => key).sort(), 1_000_000)
        const began = performance.now()
        for (const { phone, at, input } of inOrder(ticks, seed)) {
          const body = { ids: [data.id], input, at }
          const { results: told } = z.parse(answered, await send('sight', tokens[phone] ?? '', body)).data
          if (!told.every(({ ok }) => ok)) throw new Error('A tick was refused')
        }
        replays.push(performance.now() - began)
        const asked = performance.now()
        const rolledNow = await read()
        reads.push(performance.now() - asked)
        results.push({ rolled: rolledNow, standings: standingsOf(rolledNow) })
      }
      const [one] = results
      if (!one) throw new Error('Nothing was replayed')
      const folds = Array.from({ length: FOLDS }, () => {
        const began = performance.now()
        standingsOf(one.rolled)
        return performance.now() - began
      })
      const same = results.filter(({ standings }) => isDeepStrictEqual(standings, one.standings)).length
      const doubled = results.reduce(
        (sum, { rolled: { words } }) => sum + words.length - new Set(words.map(({ id }) => id)).size,
        0,
      )
      const tally = tallyOf(foldOf(one.rolled).values())
      const figures: Figure[] = [
        {
          label: 'people on the roll',
          value: one.rolled.people.length,
          unit: 'people',
          target: { atLeast: PEOPLE },
        },
        {
          label: 'orders of replay with one result',
          value: same,
          unit: `of ${ORDERS}`,
          target: { atLeast: ORDERS },
        },
        { label: 'words that count twice', value: doubled, unit: 'words', target: { atMost: 0 } },
        {
          label: 'seen by nobody, and unaccounted for',
          value: tally.unaccounted,
          unit: 'people',
          target: { atLeast: PEOPLE / 20, atMost: PEOPLE / 20 },
        },
        {
          label: 'contradictions in sight',
          value: tally.contradicted,
          unit: 'people',
          target: { atLeast: 1 },
        },
        { label: 'start with a frozen roll', value: median(starts), unit: 'ms', target: { atMost: 2_000 } },
        { label: 'replay of all phones', value: median(replays) / 1000, unit: 's', target: { atMost: 30 } },
        { label: 'the roll read', value: median(reads), unit: 'ms', target: { atMost: 500 } },
        { label: 'fold', value: median(folds), unit: 'ms', target: { atMost: 20 } },
      ]
      return { figures }
    } finally {
      await client.end()
      await server.stop()
    }
  },
}

const foldOf = ({ people: all, words, hints }: Roll) =>
  foldRoll(
    all.map(({ key }) => key),
    [...words, ...hints],
  )

/** What everybody sees, without when the server heard it and who was logged in where. */
const standingsOf = (read: Roll) =>
  [...foldOf(read)]
    .map(([key, { state, word, against }]) => [key, state, word?.id, against.map(({ id }) => id)])
    .sort()

export default bench
