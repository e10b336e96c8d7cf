// Rounds against the real server: made once by the clock, visits that come late or twice, and the judgement that follows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepRounds, startsOn } from '../../../../server/modules/duty/rounds.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../src/domain/durations.ts'
import { localTime } from '../../../../src/domain/report/zone-time.ts'
import { startServer, type TestServer } from '../../start.ts'

const ZONE = 'Asia/Shanghai'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const call = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, body })

interface Round {
  id: number
  state: string
  reached: number
  late: number
  missed: number
  startsAt: number
  points: { id: number; labelCode: string; dueAt: number; latitude: number; longitude: number }[]
  visits: { pointId: number; way: string; proved: boolean; at: number; note: string | null }[]
}

test('a route makes its rounds once, and phones tell of them late', async () => {
  const now = Date.now()
  const { minute } = localTime(ZONE, now)
  const night = { name: 'Night', enabled: false, days: [], starts: [minute], minutes: 60 }
  const route = await call('patrolRoute/save', night)
  const { id: routeId, version } = route.data as { id: number; version: number }
  for (const position of [1, 2])
    await call('patrolPoint/save', {
      routeId,
      name: `Point ${position}`,
      position,
      latitude: 31.2,
      longitude: 121.4,
      radius: 30,
      minute: position * 20,
    })
  const keep = (at: number) => keepRounds(server.app.parts.data, at)
  expect((await keep(now)).made).toBe(0)
  // Today's and tomorrow's, at once.
  await call('patrolRoute/save', { ...night, id: routeId, version, enabled: true })
  expect((await keep(now)).made).toBe(0)
  const rounds = await server.call('/api/user/patrolRound/page', {
    token: server.tokens.patrol,
    query: { sort: 'startsAt', routeId: String(routeId) },
  })
  const { list } = rounds.data as { list: Round[] }
  const [round] = list.toSorted((a, b) => a.startsAt - b.startsAt)
  if (!round) throw new Error('no round')
  const [first, second] = round.points
  if (!first || !second) throw new Error('no points')
  expect(first.labelCode).toMatch(/^GH-/)
  const read = async () => {
    const answer = await server.call('/api/user/patrolRound/get', {
      token: server.tokens.admin,
      query: { id: String(round.id) },
    })
    return answer.data as Round
  }
  const visit = (input: object) => call('patrolRound/visit', { ids: [round.id], input }, server.tokens.patrol)
  const said = { pointId: first.id, way: 'scan', visitedAt: round.startsAt + 5 * MINUTE_MS }
  // The same phone says it twice, and the clock of another lies ahead: what was said once stands once.
  // Not later than now, also where this minute has only just begun.
  const early = { ...said, visitedAt: round.startsAt + 1, code: first.labelCode }
  await visit(early)
  await visit(early)
  expect((await read()).visits).toMatchObject([{ pointId: first.id, proved: true }])
  expect(await read()).toMatchObject({ state: 'running', reached: 1, late: 0 })

  // Nobody heard of the second point, and the round is over.
  await keep(round.startsAt + 2 * HOUR_MS)
  expect(await read()).toMatchObject({ state: 'partly', reached: 1, missed: 1 })
  // The phone comes back: it was there in time.
  await visit({
    pointId: second.id,
    way: 'place',
    visitedAt: round.startsAt + 2_000,
    latitude: 31.2001,
    longitude: 121.4,
    accuracy: 8,
  })
  expect(await read()).toMatchObject({ state: 'done', reached: 2, missed: 0 })
  expect((await read()).visits.every(({ proved }) => proved)).toBe(true)
})

test('what proves nothing is kept and shown as that, and a point of another round is refused', async () => {
  const answer = await server.call('/api/user/patrolRound/page', { token: server.tokens.admin, query: {} })
  const [round] = (answer.data as { list: Round[] }).list
  const [point] = round?.points ?? []
  if (!round || !point) throw new Error('no round')
  const visit = async (input: object, token = server.tokens.patrol) => {
    const { data, id } = await call('patrolRound/visit', { ids: [round.id], input }, token)
    const [result] =
      (data as { results: { ok: boolean; error?: { id: string } }[] } | undefined)?.results ?? []
    return result?.ok ? 'ok' : (result?.error?.id ?? id)
  }
  const at = Date.now()
  expect(await visit({ pointId: point.id, way: 'nfc', visitedAt: at, code: 'GH-WRONGONE' })).toBe('ok')
  expect(await visit({ pointId: 999_999, way: 'hand', visitedAt: at })).toBe('field.reference')
  expect(await visit({ pointId: point.id, way: 'reason', visitedAt: at, note: ' ' })).toBe('field.required')
  expect(await visit({ pointId: point.id, way: 'hand', visitedAt: at }, server.tokens.stranger)).toBe(
    'row.unknown',
  )
  expect(await visit({ pointId: point.id, way: 'hand', visitedAt: at }, server.tokens.visitor)).toBe(
    'forbidden',
  )
  const kept = await server.call('/api/user/patrolRound/get', {
    token: server.tokens.admin,
    query: { id: String(round.id) },
  })
  expect((kept.data as Round).visits.find(({ way }) => way === 'nfc')).toMatchObject({ proved: false })
})

test('a route begins on its days only, and where the clocks jump at the moment they do', () => {
  const sunday = Date.UTC(2026, 2, 29, 10)
  const skipped = { days: [7], starts: [150] }
  expect(startsOn(skipped, 'Europe/Berlin', sunday)).toEqual([Date.UTC(2026, 2, 29, 1)])
  expect(startsOn({ days: [1], starts: [150] }, 'Europe/Berlin', sunday)).toEqual([])
})
