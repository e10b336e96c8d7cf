// Applications to join and to leave, and who is here: against the real server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
/** Another administrator, who did not ask. */
let second: string
beforeAll(async () => {
  server = await startServer()
  second = await server.logIn('second')
})
afterAll(() => server.stop())

interface Saved {
  id: number
  version: number
}

const post = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, body })
const get = (path: string, query: Record<string, string> = {}, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, query })
const saved = (answer: { data?: unknown }) => answer.data as Saved

async function decide(id: number, verdict: 'approve' | 'reject' | 'return', token = second) {
  const row = await server.sql(sql =>
    sql.first(
      `select id, version from approval_case where subject_id = $1 and kind = 'application' and state = 'pending'`,
      [id],
    ),
  )
  const input = verdict === 'approve' ? {} : { reason: 'Papers are missing' }
  const { data } = await server.call(`/api/user/approvalCase/${verdict}`, {
    token,
    body: { ids: [row?.id], seen: [{ id: row?.id, version: row?.version }], input },
  })
  return (data as { results: { ok: boolean; error?: { id: string } }[] }).results[0]
}

const rowOf = async (entity: string, id: number) => (await get(`${entity}/get`, { id: String(id) })).data

const join = {
  kind: 'join',
  name: 'Newcomer',
  phone: '13700000001',
  trade: 'Welder',
  day: '2026-03-02',
  reason: 'New',
}

test('who passes is listed among the staff, once', async () => {
  const { id } = saved(await post('application/save', join))
  expect(await rowOf('application', id)).toMatchObject({ state: 1, workerId: null })
  expect(await decide(id, 'approve', server.tokens.admin)).toMatchObject({ error: { id: 'approval.own' } })
  expect(await decide(id, 'approve')).toMatchObject({ ok: true })
  const passed = (await rowOf('application', id)) as { state: number; workerId: number }
  expect(passed).toMatchObject({ state: 2, decidedBy: 'Name of second' })
  expect(await rowOf('worker', passed.workerId)).toMatchObject({
    name: 'Newcomer',
    trade: 'Welder',
    joinedOn: '2026-03-02',
  })
})

test('what is still out is listed before somebody leaves, and free for others afterwards', async () => {
  const { here } = server
  const worker = saved(
    await post('worker/save', { name: 'Leaver', deviceIds: [here.deviceId], cardIds: [here.doorCardId] }),
  )
  await server.sql(sql =>
    insert(sql, 'work_item', {
      tenant_id: here.tenantId,
      title: 'Open',
      assignee_id: worker.id,
      due_on: '2026-03-01',
    }),
  )
  const exit = { kind: 'exit', workerId: worker.id, day: '2026-06-30', reason: 'Moves away' }
  const { id } = saved(await post('application/save', exit))
  const asked = (await rowOf('application', id)) as { devicesOut: string[]; cardsOut: string[] }
  expect(asked).toMatchObject({ name: 'Leaver', openWork: 1 })
  expect(asked.devicesOut).toHaveLength(1)
  expect(asked.cardsOut).toHaveLength(1)
  expect(await post('application/save', exit)).toMatchObject({ id: 'field.duplicate', field: 'workerId' })
  await decide(id, 'approve')
  expect(await rowOf('worker', worker.id)).toMatchObject({ leftOn: '2026-06-30' })
  expect((await post('worker/save', { name: 'Heir', deviceIds: [here.deviceId] })).code).toBe(0)
  expect(await post('application/save', exit)).toMatchObject({ id: 'application.hasLeft', field: 'workerId' })
})

test.each([
  [{ ...join, name: '' }, 'field.required', 'name'],
  [{ ...join, name: undefined, kind: 'exit' }, 'field.required', 'workerId'],
  [{ ...join, reason: '' }, 'field.required', 'reason'],
  [{ ...join, day: '2026-02-31' }, 'field.format', 'day'],
  [{ ...join, departmentId: 999_999 }, 'field.reference', 'departmentId'],
])('%j is refused with %s of %s', async (body, id, field) => {
  expect(await post('application/save', body)).toMatchObject({ id, field })
})

test('what is returned is changed and asked anew; what is withdrawn makes nobody', async () => {
  const first = saved(await post('application/save', { ...join, name: 'Returned' }))
  await decide(first.id, 'return')
  const { version } = (await rowOf('application', first.id)) as Saved
  await post('application/save', { ...join, id: first.id, version, name: 'Mended' })
  const { version: now } = (await rowOf('application', first.id)) as Saved
  await post('application/withdraw', { ids: [first.id], seen: [{ id: first.id, version: now }] })
  expect(await rowOf('application', first.id)).toMatchObject({ state: 3, workerId: null })
  const { data } = await get('worker/page', { name: 'Mended' })
  expect(data).toMatchObject({ total: 0 })
})

test('who is here is told by signs, of the own tenant and departments only', async () => {
  const { here, tokens } = server
  const worker = saved(
    await post('worker/save', {
      name: 'Inside',
      deviceIds: [here.otherDeviceId],
      departmentId: here.otherDepartmentId,
    }),
  )
  const find = async (token: string) => {
    const { data } = await get('worker/presence', {}, token)
    const { people } = data as { people: { id: number; name: string }[] }
    return { people, own: people.find(({ id }) => id === worker.id) }
  }
  expect((await find(tokens.admin)).own).toMatchObject({ state: 'unknown', wears: true })
  expect((await find(tokens.patrol)).own).toBeUndefined()
  const { people } = await find(tokens.admin)
  expect(people.every(({ name }) => !name.startsWith('there'))).toBe(true)
  const fence = await server.sql(sql =>
    sql.first('select id from fence where tenant_id = $1 and removed_at is null limit 1', [here.tenantId]),
  )
  const now = Date.now()
  await server.sql(async sql => {
    await sql.query('update device_state set last_message_at = $2 where device_id = $1', [
      here.otherDeviceId,
      now,
    ])
    await sql.query(
      `insert into fence_side (tenant_id, fence_id, device_id, inside, since) values ($1, $2, $3, true, $4)
       on conflict (fence_id, device_id) do update set inside = true, since = $4`,
      [here.tenantId, fence?.id, here.otherDeviceId, now - 1_000],
    )
    await sql.query(`update fence set status = 'enabled' where id = $1`, [fence?.id])
  })
  expect((await find(tokens.admin)).own).toMatchObject({ state: 'here', by: 'fence', heard: true })
})

test('people with a login stand with what is theirs to do', async () => {
  const { here } = server
  await post('worker/save', { name: 'Chief', accountId: here.userId })
  const { data } = await get('worker/inCharge')
  expect(data).toContainEqual(
    expect.objectContaining({ name: 'Chief', accountId: here.userId, openWork: 0, leave: null }),
  )
})
