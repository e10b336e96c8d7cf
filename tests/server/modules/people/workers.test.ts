// People at work and their posts against the real server: what they are known by, and what is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  workerOfAccount,
  workerOfCard,
  workerOfDevice,
  workerOfFaceSample,
} from '../../../../server/modules/people/public.ts'
import { startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const call = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, body })
const save = (worker: object) => call('worker/save', worker)

interface Saved {
  id: number
  version: number
  labelCode: string
}
const idOf = (answer: { data?: unknown }) => answer.data as Saved

test('somebody is known by a helmet, a card and a login, and has a label', async () => {
  const { here } = server
  const { id, labelCode } = idOf(
    await save({
      name: 'Wang Wu',
      deviceIds: [here.deviceId],
      cardIds: [here.doorCardId],
      accountId: here.userId,
      joinedOn: '2026-03-02',
    }),
  )
  expect(labelCode).toMatch(/^GH-[2-9A-Z]{8}$/)
  await server.sql(async sql => {
    for (const found of [
      await workerOfDevice(sql, here.deviceId),
      await workerOfCard(sql, here.doorCardId),
      await workerOfAccount(sql, here.userId),
    ])
      expect(found).toMatchObject({ id, tenantId: here.tenantId, name: 'Wang Wu' })
    expect(await workerOfDevice(sql, here.otherDeviceId)).toBeUndefined()
    expect(await workerOfFaceSample(sql, id)).toBeUndefined()
  })
})

test('a helmet is worn by one person, until that one has left', async () => {
  const first = idOf(await save({ name: 'First', deviceIds: [server.here.otherDeviceId] }))
  const second = { name: 'Second', deviceIds: [server.here.otherDeviceId] }
  const refused = await save(second)
  expect(refused).toMatchObject({ id: 'worker.shared', field: 'deviceIds', params: { name: 'First' } })
  await save({ id: first.id, version: first.version, name: 'First', leftOn: '2026-06-30' })
  expect((await save(second)).code).toBe(0)
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'A', joinedOn: '2026-02-30' }, 'joinedOn'],
  [{ name: 'A', joinedOn: '2026-03-02', leftOn: '2026-03-01' }, 'leftOn'],
  [{ name: 'A', postId: 999_999 }, 'postId'],
  [{ name: 'A', phone: '123' }, 'phone'],
])('%j is refused with the field %s', async (worker, field) => {
  expect(await save(worker)).toMatchObject({ field })
})

test('people are found by the days on which they began', async () => {
  await save({ name: 'Early', joinedOn: '2020-01-31' })
  await save({ name: 'Later', joinedOn: '2020-02-01' })
  const { data } = await server.call('/api/user/worker/page', {
    token: server.tokens.admin,
    query: { joinedOnFrom: '2020-01-01', joinedOnTo: '2020-01-31' },
  })
  expect(data).toMatchObject({ total: 1, list: [{ name: 'Early', joinedOn: '2020-01-31' }] })
})

test('a post says how many hold it, and stays while somebody does', async () => {
  const post = idOf(await call('post/save', { name: 'East gate', minHeads: 1, onRoster: true }))
  const holder = idOf(await save({ name: 'Holder', postId: post.id }))
  const rows = await server.call('/api/user/post/page', {
    token: server.tokens.admin,
    query: { name: 'East' },
  })
  expect(rows.data).toMatchObject({ list: [{ holderCount: 1 }] })
  const refused = await call('post/remove', { ids: [post.id] })
  expect(refused.data).toMatchObject({ results: [{ ok: false, error: { id: 'row.inUse' } }] })
  await call('worker/remove', { ids: [holder.id] })
  expect((await call('post/remove', { ids: [post.id] })).data).toMatchObject({ results: [{ ok: true }] })
})
