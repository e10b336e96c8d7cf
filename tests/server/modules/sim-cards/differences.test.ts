// What devices tell of their cards: shown as a difference to what is bound, and followed with one call.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindSimCard } from '../../../../server/modules/sim-cards/bind.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
}, 60_000)
afterAll(() => server.stop())

const A = '89860088000000000001'
const B = '89860088000000000002'
const newCard = (iccid: string, tenant_id = server.here.tenantId) =>
  server.sql(sql =>
    insert(sql, 'sim_card', {
      tenant_id,
      iccid,
      carrier: 'mobile',
      state: 'liveActive',
      asked_at: Date.now() + 86_400_000,
    }),
  )
const tells = (deviceId: number, iccid: string | null) =>
  server.sql(sql => sql.query('update device set told_iccid = $2 where id = $1', [deviceId, iccid]))
const differences = async (token = server.tokens.admin) =>
  (await server.call('/api/iotCard/simBinding/differences', { token })).data as {
    total: number
    list: { deviceId: number; kind: string; told: string; bound: string | null; takenBy: string | null }[]
  }
const follow = (deviceIds: number[], token = server.tokens.admin) =>
  server.call('/api/iotCard/simBinding/follow', { token, body: { deviceIds } })

test('a device that tells a free card, a taken one, or one that nobody knows', async () => {
  const { otherDeviceId, otherImei, imei, simIccid, tenantId } = server.here
  expect(await differences()).toEqual({ total: 0, list: [] })
  await newCard(A)
  await tells(otherDeviceId, A.toLowerCase())
  expect((await differences()).list).toMatchObject([
    { deviceId: otherDeviceId, imei: otherImei, told: A, bound: null, kind: 'free' },
  ])
  expect(await follow([otherDeviceId])).toMatchObject({ data: { results: [{ ok: true }] } })
  expect(await differences()).toEqual({ total: 0, list: [] })

  await tells(otherDeviceId, simIccid)
  expect((await differences()).list).toMatchObject([
    { told: simIccid, bound: A, kind: 'taken', takenBy: `here ${imei}` },
  ])
  const bound = await server.call('/api/iotCard/simBinding/page', {
    token: server.tokens.admin,
    query: { imei: otherImei, state: 'bound' },
  })
  expect(bound.data).toMatchObject({ list: [{ iccid: A, toldIccid: simIccid }] })
  expect(await follow([otherDeviceId])).toMatchObject({ data: { results: [{ ok: true }] } })
  const history = await server.call('/api/iotCard/simBinding/page', {
    token: server.tokens.admin,
    query: { iccid: simIccid },
  })
  expect(
    (history.data as { list: { state: string; imei: string }[] }).list.map(row => [row.imei, row.state]),
  ).toEqual([
    [otherImei, 'bound'],
    [imei, 'unbound'],
  ])

  await tells(otherDeviceId, B)
  expect((await differences()).list).toMatchObject([{ told: B, kind: 'unknown' }])
  expect(await follow([otherDeviceId])).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'sim.noCard' } }] },
  })
  await tells(otherDeviceId, null)
  await server.sql(sql => bindSimCard(sql, { tenantId, iccid: A, imei, userName: null }))
})

test('cards and devices of other tenants are unknown', async () => {
  const { there, here } = server
  const foreign = '89860088000000000009'
  await newCard(foreign, there.tenantId)
  await tells(here.otherDeviceId, foreign)
  expect((await differences()).list).toMatchObject([{ told: foreign, kind: 'unknown', takenBy: null }])
  expect(await follow([here.otherDeviceId])).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'sim.noCard' } }] },
  })
  expect(await follow([there.otherDeviceId])).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'row.unknown' } }] },
  })
  for (const token of [server.tokens.patrol, server.tokens.visitor])
    expect(await follow([here.otherDeviceId], token)).toMatchObject({ id: 'forbidden' })
})
