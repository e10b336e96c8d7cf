// A machine whose clock is ten minutes off: its devices are not silent, it does not seem dead, and it says what is wrong.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Board } from '../../../../src/contract/endpoints/operations.ts'
import { judgeBoard } from '../../../../src/features/operations/judge-board.ts'
import { startServer, type TestServer } from '../../start.ts'
import { connectedDevice, type SpeakingDevice } from './speaking-device.ts'

const TEN_MINUTES = 600_000
const real = Date.now.bind(Date)
/** Longer than from one look for silent devices to the next. */
const NEXT_LOOK_MS = 6_000

let server: TestServer
let device: SpeakingDevice
beforeAll(async () => {
  server = await startServer()
  device = await connectedDevice(server)
  await device.say({ code: '3001', type: 15 })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await device.end()
  await server.stop()
})

const state = async () =>
  server.sql(sql =>
    sql.first<{ state: string; heard: number }>(
      `select s.state, s.last_message_at as heard from device_state s join device d on d.id = s.device_id where d.imei = $1`,
      [server.here.imei],
    ),
  )

test.each([
  ['ahead', TEN_MINUTES],
  ['behind', -TEN_MINUTES],
])('ten minutes %s', { timeout: 60_000 }, async (_, off) => {
  const before = await state()
  expect(before).toMatchObject({ state: 'online', heard: expect.any(Number) })
  vi.spyOn(Date, 'now').mockImplementation(() => real() + off)
  await server.app.pulse()?.beat()
  await wait(NEXT_LOOK_MS)
  expect(await state()).toEqual(before)
  await device.say({ code: '3001', type: 15 })
  const said = await state()
  expect(Math.abs((said?.heard ?? 0) - real())).toBeLessThan(60_000)

  const health = await (await fetch(`${server.url}/api/health`)).json()
  expect(health).toMatchObject({ status: 'failing', clock: { status: 'off' } })
  expect(Math.abs(health.clock.aheadMs - off)).toBeLessThan(5_000)

  const { data } = await server.call('/api/user/operations/board', { token: server.tokens.root })
  const judged = judgeBoard(data as Board).filter(({ about }) => about.includes(`${process.pid}`))
  expect(judged.find(({ figure }) => figure === 'silence')).toMatchObject({ verdict: 'good' })
  expect(judged.find(({ figure }) => figure === 'clock')).toMatchObject({ verdict: 'act' })
  vi.restoreAllMocks()
  await server.app.pulse()?.beat()
})
