// The roster against the real server: publishing, copying, swaps in every order, records that both sides sign, who is on duty.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onDuty } from '../../../../server/modules/duty/public.ts'
import { DAY_MS, HOUR_MS } from '../../../../src/domain/durations.ts'
import { daysLater, weekOf } from '../../../../src/domain/duty/coverage.ts'
import { startServer, type TestServer } from '../../start.ts'
import { addColleagues, type Colleague } from '../approvals/colleagues.ts'

const ZONE = 'Asia/Shanghai'

let server: TestServer
let people: { worker: number; login: Colleague }[]
let postId: number
beforeAll(async () => {
  server = await startServer()
  const logins = await addColleagues(server, ['wang', 'li', 'zhao'], '巡逻人员')
  people = []
  for (const login of logins)
    people.push({ login, worker: await made('worker', { name: login.username, accountId: login.id }) })
  postId = await made('post', { name: 'Gate', minHeads: 1, onRoster: true })
})
afterAll(() => server.stop())

const call = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, body })

async function made(entity: string, row: object, token?: string): Promise<number> {
  const answer = await call(`${entity}/save`, row, token)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  return Number((answer.data as { id: number }).id)
}
const person = (at: number) => {
  const found = people[at]
  if (!found) throw new Error('nobody')
  return found
}
const week = weekOf(ZONE, Date.now(), 2)
const shift = (who: number, from: number, until: number, at = week) => ({
  workerId: person(who).worker,
  postId,
  startsAt: at.startsAt + from * HOUR_MS,
  endsAt: at.startsAt + until * HOUR_MS,
})
const publish = (at = week) => call('duty/publish', { startsAt: at.startsAt, endsAt: at.endsAt })
const given = async (command: string, ids: number[], token: string, more: object = {}) => {
  const answer = await call(command, { ids, ...more }, token)
  const [result] = (answer.data as { results: { ok: boolean; error?: { id: string } }[] }).results
  return result?.ok ? 'ok' : result?.error?.id
}
const versionOf = async (entity: string, id: number) => {
  const answer = await server.call(`/api/user/${entity}/get`, {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  return (answer.data as { version: number }).version
}

test('an overlap over midnight keeps the week from being published, and names who it is', async () => {
  await made('dutyShift', shift(0, 20, 32))
  const second = await made('dutyShift', shift(0, 30, 40))
  expect(await publish()).toMatchObject({ id: 'field.overlap', field: 'workerId', params: { name: 'wang' } })
  await call('dutyShift/remove', { ids: [second] })
  expect(await publish()).toMatchObject({ code: 0, data: { published: 1 } })
  // Once published, nobody is put into two places, by a form neither.
  const draft = await made('dutyShift', shift(0, 31, 33))
  expect(await publish()).toMatchObject({ id: 'field.overlap' })
  await call('dutyShift/remove', { ids: [draft] })
})

test('two who publish at once publish once', async () => {
  const at = weekOf(ZONE, Date.now(), 6)
  await made('dutyShift', shift(1, 8, 20, at))
  const answers = await Promise.all([publish(at), publish(at), publish(at)])
  const sum = answers.reduce((n, { data }) => n + ((data as { published?: number })?.published ?? 0), 0)
  expect(sum).toBe(1)
})

test('a week is copied once, at the same times of the clock, as drafts', async () => {
  const next = { startsAt: week.endsAt, endsAt: daysLater(ZONE, week.endsAt, 7) }
  expect(await call('duty/copy', next)).toMatchObject({ data: { copied: 1 } })
  expect(await call('duty/copy', next)).toMatchObject({ data: { copied: 0 } })
  expect(await call('duty/copy', { startsAt: next.endsAt, endsAt: next.startsAt })).toMatchObject({
    id: 'field.periodOrder',
    field: 'endsAt',
  })
})

test('what ends before it begins, or lasts for days, is no shift', async () => {
  expect(await call('dutyShift/save', shift(1, 10, 8))).toMatchObject({
    id: 'field.periodOrder',
    field: 'endsAt',
  })
  expect(await call('dutyShift/save', shift(1, 0, 60))).toMatchObject({ id: 'field.tooBig', field: 'endsAt' })
})

const told = (swap: number) =>
  server.sql(sql =>
    sql.query<{ account_id: number; content: string; state: string }>(
      `select account_id, content, state from notice where subject = 'dutySwap' and subject_id = $1 order by account_id`,
      [swap],
    ),
  )

test('a swap is accepted by who was asked, approved by somebody else, and then the other is on duty', async () => {
  const now = { ...week, startsAt: Date.now() - HOUR_MS }
  const shiftId = await made('dutyShift', shift(0, 0, 3, now))
  await publish({ ...week, startsAt: now.startsAt - 1, endsAt: now.startsAt + DAY_MS })
  const ask = { shiftId, toWorkerId: person(1).worker }
  // Somebody else's shift is not theirs to give away.
  expect(await call('dutySwap/save', ask, person(2).login.token)).toMatchObject({ id: 'forbidden' })
  const swap = await made('dutySwap', ask, person(0).login.token)
  expect(await call('dutySwap/save', ask, person(0).login.token)).toMatchObject({
    id: 'field.duplicate',
    field: 'shiftId',
  })
  expect(await told(swap)).toEqual([{ account_id: person(1).login.id, content: 'asked', state: 'unread' }])
  const seen = { seen: [{ id: swap, version: await versionOf('dutySwap', swap) }] }
  expect(await given('dutySwap/approve', [swap], server.tokens.admin, seen)).toBe('state.transition')
  expect(await given('dutySwap/accept', [swap], person(2).login.token)).toBe('state.transition')
  const twice = await Promise.all([
    given('dutySwap/accept', [swap], person(1).login.token),
    given('dutySwap/accept', [swap], person(1).login.token),
  ])
  expect(twice).toEqual(['ok', 'ok'])
  const accepted = { seen: [{ id: swap, version: await versionOf('dutySwap', swap) }] }
  expect(accepted.seen[0]?.version).toBe(2)
  // Who asked, and those who keep the roster.
  expect((await told(swap)).length).toBeGreaterThan(2)
  expect(await told(swap)).toEqual(
    expect.arrayContaining([
      { account_id: person(0).login.id, content: 'accepted', state: 'unread' },
      expect.objectContaining({ content: 'accepted', state: 'unread' }),
    ]),
  )
  const approved = await Promise.all(
    [1, 2, 3].map(() => given('dutySwap/approve', [swap], server.tokens.admin, accepted)),
  )
  expect(approved.filter(each => each === 'ok')).toHaveLength(1)
  expect(await told(swap)).toEqual(
    expect.arrayContaining(
      [0, 1].map(who => ({ account_id: person(who).login.id, content: 'approved', state: 'unread' })),
    ),
  )
  const on = await server.sql(sql => onDuty(sql, server.here.tenantId, Date.now()))
  expect(on).toMatchObject([{ workerId: person(1).worker, accountId: person(1).login.id, postId }])
  expect(await server.sql(sql => onDuty(sql, server.here.tenantId, Date.now(), { postIds: [] }))).toEqual([])
})

test('a shift that is over changes hands no more, and who has left takes none', async () => {
  const over = Date.now() - 30 * DAY_MS
  const at = { ...week, startsAt: over }
  const shiftId = await made('dutyShift', shift(0, 0, 3, at))
  await publish({ ...week, startsAt: over - 1, endsAt: over + DAY_MS })
  expect(
    await call('dutySwap/save', { shiftId, toWorkerId: person(1).worker }, person(0).login.token),
  ).toMatchObject({ id: 'field.periodOrder', field: 'shiftId' })
  const later = { ...week, startsAt: week.startsAt + 5 * DAY_MS }
  const next = await made('dutyShift', shift(0, 0, 3, later))
  await publish()
  const gone = await made('worker', { name: 'Has left', leftOn: '2026-01-31' })
  expect(
    await call('dutySwap/save', { shiftId: next, toWorkerId: gone }, person(0).login.token),
  ).toMatchObject({ id: 'field.reference', field: 'toWorkerId' })
  // It ends while it waits for approval.
  const swap = await made('dutySwap', { shiftId: next, toWorkerId: person(1).worker }, person(0).login.token)
  await given('dutySwap/accept', [swap], person(1).login.token)
  await server.sql(sql =>
    sql.query('update duty_shift set starts_at = $2, ends_at = $3 where id = $1', [
      next,
      over + DAY_MS,
      over + DAY_MS + HOUR_MS,
    ]),
  )
  const seen = { seen: [{ id: swap, version: await versionOf('dutySwap', swap) }] }
  expect(await given('dutySwap/approve', [swap], server.tokens.admin, seen)).toBe('state.transition')
})

test('nobody is swapped into a second place', async () => {
  const at = { ...week, startsAt: week.startsAt + 3 * DAY_MS }
  const first = await made('dutyShift', shift(0, 0, 8, at))
  await made('dutyShift', shift(1, 4, 12, at))
  await publish()
  expect(
    await call('dutySwap/save', { shiftId: first, toWorkerId: person(1).worker }, person(0).login.token),
  ).toMatchObject({ id: 'field.overlap', field: 'toWorkerId' })
  // It got a shift of its own after it was asked: approving is refused, and nothing has moved.
  const swap = await made('dutySwap', { shiftId: first, toWorkerId: person(2).worker }, person(0).login.token)
  await given('dutySwap/accept', [swap], person(2).login.token)
  await made('dutyShift', shift(2, 6, 9, at))
  await publish()
  const seen = { seen: [{ id: swap, version: await versionOf('dutySwap', swap) }] }
  expect(await given('dutySwap/approve', [swap], server.tokens.admin, seen)).toBe('field.overlap')
})

test('a record is signed by both sides, each once, and then stays', async () => {
  const record = {
    day: '2026-11-20',
    area: 'Gate',
    postId,
    startsAt: week.startsAt,
    endsAt: week.startsAt + 8 * HOUR_MS,
    workerId: person(0).worker,
    nextWorkerId: person(1).worker,
    situation: 'All quiet',
  }
  expect(await call('dutyRecord/save', { ...record, nextWorkerId: record.workerId })).toMatchObject({
    id: 'field.chosenTwice',
    field: 'nextWorkerId',
  })
  const id = await made('dutyRecord', record, person(0).login.token)
  expect(await given('dutyRecord/sign', [id], person(2).login.token)).toBe('state.transition')
  expect(await given('dutyRecord/sign', [id], person(0).login.token)).toBe('ok')
  expect(await call('dutyRecord/save', { id, version: 2, ...record, situation: 'Other' })).toMatchObject({
    id: 'state.transition',
  })
  expect(await given('dutyRecord/sign', [id], person(1).login.token)).toBe('ok')
  const answer = await server.call('/api/user/dutyRecord/get', {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  expect(answer.data).toMatchObject({ state: 'signed' })
})

test('another tenant has nobody on duty here, and publishes nothing', async () => {
  const answer = await call(
    'duty/publish',
    { startsAt: week.startsAt, endsAt: week.endsAt },
    server.tokens.stranger,
  )
  expect((answer.data as { published?: number } | undefined)?.published ?? 0).toBe(0)
  expect(await server.sql(sql => onDuty(sql, server.there.tenantId, Date.now()))).toEqual([])
  expect(await call('duty/publish', week, person(0).login.token)).toMatchObject({ id: expect.any(String) })
})
