// The embedded carrier: late, over the states between, now and then refusing, and counting the devices' own traffic.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CarrierRequest } from '../../../../server/modules/sim-cards/carrier.ts'
import { createSandboxCarrier, usageOf } from '../../../../server/modules/sim-cards/sandbox-carrier.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
let now = 1_800_000_000_000
beforeAll(async () => {
  server = await startServer()
}, 60_000)
afterAll(() => server.stop())

const sandbox = () => createSandboxCarrier({ data: server.app.parts.data, now: () => now })
let serial = 0
async function newCard(state = 'liveActive') {
  const iccid = `89860066${String(++serial).padStart(12, '0')}`
  await server.sql(sql =>
    insert(sql, 'sim_card', {
      tenant_id: server.here.tenantId,
      iccid,
      carrier: 'mobile',
      state,
      asked_at: 9_000_000_000_000,
    }),
  )
  return iccid
}
const suspend = (subject: string): CarrierRequest => ({
  number: `N-${subject}`,
  kind: 'suspend',
  subject,
  amount: null,
})

test('many suspensions: all are between at first, later most are stopped and a few refused with a reason', async () => {
  const iccids = await Promise.all(Array.from({ length: 100 }, () => newCard()))
  const carrier = sandbox()
  const taken = await carrier.order(iccids.map(suspend))
  expect([...taken.values()].every(taking => taking.taken)).toBe(true)
  // The same again is the same order.
  expect((await carrier.order(iccids.slice(0, 1).map(suspend))).get(`N-${iccids[0]}`)).toEqual({
    taken: true,
  })
  const between = await carrier.states(iccids)
  expect(new Set([...between.values()].map(({ state }) => state))).toEqual(new Set(['shutdownInProgress']))
  const numbers = iccids.map(iccid => `N-${iccid}`)
  expect([...(await carrier.outcomes(numbers)).values()].every(({ state }) => state === 'working')).toBe(true)
  now += 10_000
  const outcomes = [...(await sandbox().outcomes(numbers)).values()]
  const refused = outcomes.filter(({ state }) => state === 'refused')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(15)
  expect(refused[0]).toEqual({ state: 'refused', reason: 'realNameMissing' })
  const after = [...(await carrier.states(iccids)).values()].map(({ state }) => state)
  expect(after.filter(state => state === 'stopped')).toHaveLength(100 - refused.length)
  expect(after.filter(state => state === 'liveActive')).toHaveLength(refused.length)
})

test('what does not fit the state of the card is turned away; what it never got it does not know', async () => {
  const iccid = await newCard('disassembled')
  const carrier = sandbox()
  expect((await carrier.order([suspend(iccid)])).get(`N-${iccid}`)).toEqual({
    taken: false,
    reason: 'state.transition',
  })
  expect((await carrier.outcomes(['never'])).get('never')).toEqual({ state: 'unknown' })
  expect((await carrier.states(['89860099999999999999'])).size).toBe(0)
})

test('the first traffic activates a card', async () => {
  const iccid = await newCard('activatable')
  const carrier = sandbox()
  expect((await carrier.states([iccid])).get(iccid)?.state).toBe('activatable')
  await server.sql(sql =>
    sql.query('update sim_card set device_id = $2 where iccid = $1', [iccid, server.here.otherDeviceId]),
  )
  expect((await carrier.states([iccid])).get(iccid)?.state).toBe('liveActive')
})

test('usage grows with what the device says, only while the line is open', () => {
  const card = {
    iccid: '1',
    state: 'liveActive' as const,
    megabytes: 10,
    lastUsedAt: 1_000,
    countedAt: 1_000,
  }
  const hour = 3_600_000
  const talking = { kind: 'camera', at: 1_000 + 2 * hour }
  expect(usageOf(card, talking, 1_000 + 3 * hour)).toEqual({ megabytes: 28, lastUsedAt: 1_000 + 2 * hour })
  expect(usageOf(card, { ...talking, at: null }, 5 * hour)).toEqual({ megabytes: 10, lastUsedAt: 1_000 })
  expect(usageOf({ ...card, state: 'stopped' }, talking, 5 * hour)).toEqual({
    megabytes: 10,
    lastUsedAt: 1_000,
  })
  expect(usageOf(card, undefined, 5 * hour)).toEqual({ megabytes: 10, lastUsedAt: 1_000 })
})
