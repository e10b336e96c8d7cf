// Response cards against the real server: versions that stay with their alarms, ticks that come twice or late, and walls.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunEvent } from '../../../../src/domain/response/response-run.ts'
import { foldRun } from '../../../../src/domain/response/response-run.ts'
import { shippedCardOf } from '../../../../src/domain/response/shipped-cards.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

const SOS = 15

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const call = (path: string, body: object, token: string = server.tokens.admin) =>
  server.call(`/api/message/${path}`, { token, body })

interface Run {
  versionNumber: number | null
  steps: { key: string; text: string | null; within: number }[]
  events: RunEvent[]
}

async function runOf(id: number, token: string = server.tokens.admin) {
  const { code, data } = await server.call('/api/message/alarm/response', {
    token,
    query: { id: String(id) },
  })
  return { code, run: data as Run | null }
}

async function raise(facts: Record<string, unknown> = {}): Promise<number> {
  const { here } = server
  const device = await server.sql(sql =>
    sql.first<{ imei: string; name: string; kind: string }>(
      'select imei, name, kind from device where id = $1',
      [here.deviceId],
    ),
  )
  raised += 1
  const at = Date.now()
  return server.sql(sql =>
    insert(sql, 'alarm', {
      ...{ tenant_id: here.tenantId, type: 'sos', severity: 'critical', status: 'open', title: 'SOS' },
      ...{
        device_id: here.deviceId,
        imei: device?.imei,
        device_name: device?.name,
        device_kind: device?.kind,
      },
      ...{ department_id: here.departmentId, raised_at: at - 60_000 - raised, read: false },
      ...facts,
    }),
  )
}
let raised = 0

/** Says something of a step; answers `ok` or why not. */
async function say(id: number, input: object, token: string = server.tokens.admin, at?: number) {
  const answer = await call('alarm/respond', { ids: [id], input, at }, token)
  const { results } = (answer.data ?? {}) as { results?: { ok: boolean; error?: { id: string } }[] }
  const [result] = results ?? []
  return result?.ok ? 'ok' : (result?.error?.id ?? answer.id)
}

const kindsOf = async (id: number) => {
  const { data } = await server.call('/api/message/alarm/timeline', {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  return (data as { kind: string; note: string; at: number }[]).filter(({ kind }) => kind.startsWith('step'))
}

const step = (key: string, text: string) => ({ key, text, who: 'taker', within: 60 })

test('a shipped card is there at once, ticked, skipped with a reason, taken back, and told in the timeline', async () => {
  const id = await raise()
  const { run } = await runOf(id)
  expect(run).toMatchObject({ versionNumber: null, events: [] })
  expect(run?.steps.map(({ key }) => key)).toEqual(shippedCardOf('sos')?.map(({ key }) => key))
  // Looking begins nothing.
  expect(await server.sql(sql => sql.query('select from response_run where alarm_id = $1', [id]))).toEqual([])

  expect(await say(id, { event: 'event-0001', step: 'callPerson', does: 'done' })).toBe('ok')
  const skip = { event: 'event-0002', step: 'lookAtCamera', does: 'skipped' }
  expect(await say(id, skip)).toBe('field.required')
  expect(await say(id, { ...skip, reason: 'no camera there' })).toBe('ok')
  expect(await say(id, { event: 'event-0003', step: 'sendGuard', does: 'done' })).toBe('ok')
  expect(await say(id, { event: 'event-0004', step: 'sendGuard', does: 'undone' })).toBe('ok')
  const after = await runOf(id)
  const states = foldRun(after.run?.steps ?? [], after.run?.events ?? [])
  expect(states.get('callPerson')).toMatchObject({ is: 'done' })
  expect(states.get('lookAtCamera')).toMatchObject({ is: 'skipped', reason: 'no camera there' })
  expect(states.get('sendGuard')).toEqual({ is: 'todo' })
  const lines = await kindsOf(id)
  expect(lines.map(({ kind }) => kind)).toEqual(['stepDone', 'stepSkipped', 'stepDone', 'stepUndone'])
  expect(JSON.parse(lines[1]?.note ?? '')).toEqual({
    key: 'lookAtCamera',
    text: null,
    reason: 'no camera there',
  })
})

test('what is sent twice counts once, and what comes late counts from when it was done', async () => {
  const id = await raise()
  const tick = { event: 'event-twice', step: 'callPerson', does: 'done' }
  const at = Date.now() - 30_000
  expect(await say(id, tick, server.tokens.admin, at)).toBe('ok')
  expect(await say(id, tick)).toBe('ok')
  const { run } = await runOf(id)
  expect(run?.events).toHaveLength(1)
  expect(run?.events[0]?.at).toBe(at)
  expect(await kindsOf(id)).toMatchObject([{ kind: 'stepDone', at }])
  const row = await server.sql(sql =>
    sql.first<{ version: number }>('select version from alarm where id = $1', [id]),
  )
  expect(row?.version).toBe(2)
})

test('an alarm keeps the version that held when it came, and places go before everywhere', async () => {
  const before = await raise()
  const saved = await call('responseCard/save', { type: SOS, steps: [step('ask', 'Ask how she is')] })
  expect(saved).toMatchObject({ code: 0 })
  const card = saved.data as { id: number; version: number; versionNumber: number }
  expect(card.versionNumber).toBe(1)
  const first = await raise()
  const again = { id: card.id, version: card.version, type: SOS }
  const second = await call('responseCard/save', {
    ...again,
    steps: [step('go', 'Go there'), step('ask', 'Ask how she is')],
  })
  expect(second.data).toMatchObject({ versionNumber: 2 })
  const third = await raise()
  expect((await runOf(before)).run?.versionNumber).toBeNull()
  expect((await runOf(first)).run).toMatchObject({ versionNumber: 1, steps: [{ key: 'ask' }] })
  expect((await runOf(third)).run).toMatchObject({ versionNumber: 2, steps: [{ key: 'go' }, { key: 'ask' }] })

  const place = await call('responseCard/save', {
    type: SOS,
    departmentId: server.here.departmentId,
    steps: [step('here', 'Only here')],
  })
  expect(place.code).toBe(0)
  expect((await runOf(await raise())).run?.steps).toMatchObject([{ key: 'here', text: 'Only here' }])
  const elsewhere = await raise({ department_id: server.here.otherDepartmentId })
  expect((await runOf(elsewhere)).run).toMatchObject({ versionNumber: 2 })

  // Begun: the card may go, the run stays what it was.
  const begun = await raise()
  expect(await say(begun, { event: 'event-begun', step: 'here', does: 'done' })).toBe('ok')
  const { data } = place
  expect((await call('responseCard/remove', { ids: [(data as { id: number }).id] })).code).toBe(0)
  expect((await runOf(begun)).run?.steps).toMatchObject([{ key: 'here' }])
  expect((await runOf(await raise())).run).toMatchObject({ versionNumber: 2 })

  // An earlier version is made the newest; the same steps again are none.
  const restored = await call('responseCard/restoreVersion', { ids: [card.id], input: { number: 1 } })
  expect(restored.data).toMatchObject({ results: [{ ok: true }] })
  expect((await runOf(await raise())).run).toMatchObject({ versionNumber: 3, steps: [{ key: 'ask' }] })
  const unknown = await call('responseCard/restoreVersion', { ids: [card.id], input: { number: 9 } })
  expect(unknown.data).toMatchObject({ results: [{ ok: false, error: { id: 'field.reference' } }] })
  // Without its own the tenant has the shipped one.
  expect((await call('responseCard/remove', { ids: [card.id] })).code).toBe(0)
  expect((await runOf(await raise())).run).toMatchObject({ versionNumber: null })
})

test('a card of one community holds for what is in it, by its room or by its name', async () => {
  const { here } = server
  const community = (name: string, department_id: number | null) =>
    server.sql(sql =>
      insert(sql, 'community', {
        ...{ tenant_id: here.tenantId, name, department_id },
        ...{ building_pattern: '{n}', unit_pattern: '{n}', room_pattern: '{floor}{n2}' },
      }),
    )
  const lake = await community('Lakeside', here.departmentId)
  const other = await community('Hillside', here.departmentId)
  const save = (more: object, token = server.tokens.admin) =>
    call('responseCard/save', { type: SOS, steps: [step('ask', 'Ask')], ...more }, token)
  const made = [
    await save({ steps: [step('all', 'Everywhere')] }),
    await save({ departmentId: here.departmentId, steps: [step('dept', 'Department')] }),
  ]
  const lakes = await save({ communityId: lake, steps: [step('lake', 'Lakeside')] })
  for (const answer of [...made, lakes]) expect(answer).toMatchObject({ code: 0 })
  const place = (facts: { community?: string | null; room_id?: number | null }) =>
    server.sql(sql =>
      sql.query('update device set community = $2, room_id = $3 where id = $1', [
        here.deviceId,
        facts.community ?? null,
        facts.room_id ?? null,
      ]),
    )
  const first = async (facts: Record<string, unknown> = {}) =>
    (await runOf(await raise(facts))).run?.steps[0]?.key
  expect(await first()).toBe('dept')
  await place({ community: ' lakeside ' })
  expect(await first()).toBe('lake')
  await place({ community: 'Hillside' })
  expect(await first()).toBe('dept')
  expect(await first({ department_id: here.otherDepartmentId })).toBe('all')
  await place({ community: 'Lakeside' })
  expect(await first({ department_id: here.otherDepartmentId })).toBe('lake')
  const begun = await raise()
  expect(await say(begun, { event: 'event-lake', step: 'lake', does: 'done' })).toBe('ok')

  // A second card for the same place, or for two places at once, is refused in words.
  expect(await save({ communityId: lake })).toMatchObject({ id: 'response.cardStands', field: 'communityId' })
  expect(await save({ departmentId: here.departmentId })).toMatchObject({
    id: 'response.cardStands',
    field: 'departmentId',
  })
  expect(await save({ communityId: other, departmentId: here.departmentId })).toMatchObject({
    id: 'response.onePlace',
  })
  expect(await save({ communityId: lake }, server.tokens.stranger)).toMatchObject({ id: 'field.reference' })
  expect(await save({ communityId: other }, server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
  const { id, version } = lakes.data as { id: number; version: number }
  expect(await save({ id, version, communityId: other })).toMatchObject({
    id: 'state.transition',
    field: 'communityId',
  })
  const listed = await server.call('/api/message/responseCard/page', {
    token: server.tokens.admin,
    query: { page: '1', size: '20', communityId: String(lake) },
  })
  expect(listed.data).toMatchObject({ total: 1, list: [{ id, communityName: 'Lakeside' }] })

  // Once it is deleted, later alarms go by the next wider one; what has begun stays.
  expect((await call('responseCard/remove', { ids: [id] })).code).toBe(0)
  expect(await first()).toBe('dept')
  expect((await runOf(begun)).run?.steps[0]?.key).toBe('lake')
  await place({})
  const rest = made.map(answer => (answer.data as { id: number }).id)
  expect((await call('responseCard/remove', { ids: rest })).code).toBe(0)
})

test('nobody takes a step that is not on the card, of another tenant or without the right', async () => {
  const id = await raise()
  const tick = { event: 'event-0009', step: 'callPerson', does: 'done' }
  expect(await say(id, { ...tick, step: 'elsewhere' })).toBe('field.reference')
  expect(await say(id, { ...tick, event: 'x' })).toBe('field.format')
  expect(await say(id, { ...tick, does: 'eaten' })).toBe('field.choice')
  expect(await say(id, tick, server.tokens.stranger)).toBe('row.unknown')
  expect(await say(id, tick, server.tokens.visitor)).toBe('forbidden')
  expect((await runOf(id, server.tokens.stranger)).run).not.toMatchObject({ steps: [] })
  expect((await runOf(id, server.tokens.stranger)).code).not.toBe(0)
  const quiet = await raise({ type: 'online', severity: 'info' })
  expect((await runOf(quiet)).run).toBeNull()
  expect(await say(quiet, tick)).toBe('field.reference')
  expect(await say(id, tick)).toBe('ok')
  expect((await runOf(id)).run?.events).toHaveLength(1)
})

test('a card is refused with what is wrong with it', async () => {
  const save = async (body: object, token = server.tokens.admin) =>
    (await call('responseCard/save', body, token)).id
  const good = { type: SOS, steps: [step('a', 'Do it')] }
  expect(await save({ ...good, steps: [] })).toBe('nothingSelected')
  expect(await save({ ...good, steps: [step('a', 'Do it'), step('a', 'Twice')] })).toBe('field.chosenTwice')
  expect(await save({ ...good, steps: [step('a', ' ')] })).toBe('field.required')
  expect(await save({ ...good, steps: [{ ...step('a', 'Do it'), within: 1 }] })).toBe('field.tooSmall')
  expect(await save({ ...good, departmentId: server.there.departmentId })).toBe('field.reference')
  expect(await save(good, server.tokens.patrol)).toBe('forbidden')
  const made = await call('responseCard/save', good)
  expect(made).toMatchObject({ code: 0 })
  expect(await save(good)).toBe('response.cardStands')
  const { id, version } = made.data as { id: number; version: number }
  expect(await save({ ...good, id, version, type: 13 })).toBe('state.transition')
  expect(await save({ ...good, id, version }, server.tokens.stranger)).toBe('row.unknown')
  await call('responseCard/remove', { ids: [id] })
})

test('times are those of what was done, the tenant’s own, and by the department of who asks', async () => {
  const asked = async (token: string) => {
    const { data } = await server.call('/api/message/responseCard/times', { token })
    return (data as { type: number; step: string; count: number; median: number; ninety: number }[]).filter(
      ({ type }) => type === 8,
    )
  }
  for (const minutes of [1, 2, 10]) {
    const at = Date.now() - 20 * 60_000 - minutes
    const id = await raise({ type: 'smoke', raised_at: at })
    const then = at + minutes * 60_000
    await say(
      id,
      { event: `event-time-${minutes}`, step: 'callSite', does: 'done' },
      server.tokens.admin,
      then,
    )
    await say(id, { event: `event-skip-${minutes}`, step: 'lookAtCamera', does: 'skipped', reason: 'none' })
  }
  expect(await asked(server.tokens.admin)).toEqual([
    { type: 8, step: 'callSite', count: 3, median: 120_000, ninety: 600_000 },
  ])
  expect(await asked(server.tokens.stranger)).toEqual([])
  expect((await server.call('/api/message/responseCard/times', { token: server.tokens.visitor })).id).toBe(
    'forbidden',
  )
})
