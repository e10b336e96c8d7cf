// Handing a camera's pictures to a consumer of the program: fetched for as long, finished when it ends, and told when it ends by itself.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RECORD, type RecordWord, recordWord } from '../../../../server/modules/cameras/engine/record.ts'
import {
  type SimulatedCameras,
  startSimulatedCameras,
} from '../../../../server/simulator/cameras/rtsp-server.ts'
import type { CameraHealth } from '../../../../src/domain/camera/camera.ts'
import { startServer, type TestServer } from '../../start.ts'
import { eventually } from '../conference/conference-stage.ts'

let server: TestServer
let simulated: SimulatedCameras
const folder = mkdtempSync(join(tmpdir(), 'consuming-'))
beforeAll(async () => {
  simulated = await startSimulatedCameras()
  server = await startServer({ CONFERENCE_ADDRESS: '127.0.0.1', CAMERA_LOOPBACK: 'on' })
  await server.sql(sql => sql.query(`update tenant set camera_networks = '127.0.0.0/8'`))
})
afterAll(async () => {
  await server?.stop()
  await simulated?.stop()
  rmSync(folder, { recursive: true, force: true })
})

let made = 0
async function keep(path = 'gate'): Promise<number> {
  const { code, id, data } = await server.call('/api/device/camera/save', {
    token: server.tokens.admin,
    body: {
      name: `Consumed ${++made}`,
      source: 'rtsp',
      mainAddress: `rtsp://127.0.0.1:${simulated.port}/${path}`,
      talks: false,
      enabled: true,
    },
  })
  if (code !== 0) throw new Error(id)
  return (data as { id: number }).id
}
const healthOf = async (cameraId: number, token = server.tokens.admin) => {
  const { data } = await server.call('/api/device/camera/health', { token })
  return (data as CameraHealth[]).find(one => one.cameraId === cameraId)
}

/** Has the pictures of a camera written down, as a recorder would. */
async function consume(
  cameraId: number,
  { consumer = RECORD, options }: { consumer?: string; options?: object } = {},
) {
  const { media, planOf } = server.app.cameras
  const plan = await planOf(cameraId)
  if (!plan) throw new Error('it is off')
  const words: RecordWord[] = []
  const told = { over: 0 }
  const end = media.consume({
    plan,
    stream: 'main',
    consumer,
    options: options ?? { cameraId, folder, why: 'always', segmentMs: 60_000 },
    onMessage: message => words.push(recordWord.parse(message)),
    onOver: () => void told.over++,
  })
  return { words, told, end }
}
const begun = ({ words }: { words: RecordWord[] }) =>
  eventually('pictures', () => words.find(({ is }) => is === 'begun'))

test('a camera is fetched while it is consumed, though nobody looks, and no longer', {
  timeout: 40_000,
}, async () => {
  const cameraId = await keep()
  const consumed = await consume(cameraId)
  await begun(consumed)
  const live = await eventually('live', async () => {
    const health = await healthOf(cameraId)
    return health?.state === 'live' ? health : undefined
  })
  expect(live).toMatchObject({ streams: [{ stream: 'main', viewers: 1 }] })
  // Nothing of it is another tenant's to know.
  expect(await healthOf(cameraId, server.tokens.stranger)).toBeUndefined()
  await consumed.end()
  // What it had is finished by then, and there.
  expect(consumed.words.map(({ is }) => is)).toEqual(['begun', 'ended'])
  expect(readdirSync(folder).filter(name => name.startsWith(`${cameraId}-`))).toHaveLength(1)
  await eventually('idle', async () => (await healthOf(cameraId)) === undefined, 20_000)
  // Ended as it was wanted, it has not ended by itself; and ending once more is nothing.
  await consumed.end()
  expect(consumed.told.over).toBe(0)
  expect(consumed.words).toHaveLength(2)
})

test('two consumers of one camera end apart, and it is fetched once', async () => {
  const cameraId = await keep()
  const first = await consume(cameraId)
  await begun(first)
  const second = await consume(cameraId, {
    options: { cameraId, folder: join(folder, 'second'), why: 'alarm', segmentMs: 60_000 },
  })
  await begun(second)
  await eventually('both', async () => (await healthOf(cameraId))?.streams[0]?.viewers === 2)
  await first.end()
  expect(second.words.map(({ is }) => is)).toEqual(['begun'])
  await eventually('one', async () => (await healthOf(cameraId))?.streams[0]?.viewers === 1)
  await second.end()
  expect(second.words.map(({ is }) => is)).toEqual(['begun', 'ended'])
})

test('a consumer that there is not, and one that is asked for wrongly, are over at once', async () => {
  const cameraId = await keep()
  for (const wrong of [{ consumer: 'nobody' }, { options: { cameraId } }]) {
    const consumed = await consume(cameraId, wrong)
    await eventually('over', () => consumed.told.over === 1)
    await consumed.end()
    expect(consumed).toMatchObject({ words: [], told: { over: 1 } })
  }
})

test('of a camera that is changed, consuming is over once it has finished what it had', async () => {
  const cameraId = await keep()
  const consumed = await consume(cameraId)
  await begun(consumed)
  await server.sql(sql => sql.change('update camera set talks = true where id = $1', [cameraId]))
  server.app.parts.bus.emit('camera.changed', { id: cameraId })
  await eventually('over', () => consumed.told.over === 1)
  expect(consumed.words.map(({ is }) => is)).toEqual(['begun', 'ended'])
  await consumed.end()
  expect(consumed.told.over).toBe(1)
})

test('a camera that is given another name, or told anew as it is, goes on', async () => {
  const cameraId = await keep()
  const consumed = await consume(cameraId)
  await begun(consumed)
  await server.sql(sql => sql.change(`update camera set name = 'Renamed' where id = $1`, [cameraId]))
  for (let index = 0; index < 3; index++) server.app.parts.bus.emit('camera.changed', { id: cameraId })
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(consumed).toMatchObject({ told: { over: 0 }, words: [{ is: 'begun' }] })
  await consumed.end()
})

test('a camera that is not there is tried for as long as it is consumed, and says why', async () => {
  const cameraId = await keep('nothing')
  const consumed = await consume(cameraId)
  await eventually('the gap', () =>
    consumed.words.some(word => word.is === 'gap' && word.fault === 'noStream'),
  )
  expect(await healthOf(cameraId)).toMatchObject({ state: 'waiting', fault: 'noStream' })
  expect(consumed.told.over).toBe(0)
  await consumed.end()
})

test('when the program falls, whoever consumed is told, and may begin anew', {
  timeout: 40_000,
}, async () => {
  const cameraId = await keep()
  const consumed = await consume(cameraId)
  await begun(consumed)
  process.kill(server.app.cameras.media.pid() ?? 0, 'SIGKILL')
  await eventually('over', () => consumed.told.over === 1)
  await consumed.end()
  const again = await consume(cameraId)
  await begun(again)
  await again.end()
  expect(again.told.over).toBe(0)
  expect(consumed.told.over).toBe(1)
})
