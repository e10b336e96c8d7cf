// What was acknowledged is stored, also when the process is killed in the middle of a batch. KILLS sets how often.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeAway } from '../database-away.ts'
import { type Stage, setStage, until } from './stage.ts'

const KILLS = Number(process.env.KILLS ?? 3)
let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

async function startProcess(): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'programs/broker-process.ts'), stage.ownerUrl, stage.appUrl],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { child, port: Number(line.toString().split(' ')[0]) }
}

test(`of ${KILLS} killed processes every acknowledged message is stored, in order`, {
  timeout: 30_000 + KILLS * 5000,
}, async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const base = Date.now() - 3_600_000
  const acknowledged: number[] = []
  const some = () => 20 + Math.random() * 300
  let n = 0
  for (let round = 0; round < KILLS; round++) {
    const { child, port } = await startProcess()
    const client = await stage.device(imei, secret, { port })
    const gone = new Promise<void>(resolve => client.once('close', () => resolve()))
    const timer = setInterval(() => {
      for (let burst = 0; burst < 20; burst++) {
        const value = n++
        client.publish(
          `sfwatch/${imei}/server`,
          JSON.stringify({ code: '2001', seq: value, time: base + value, values: { steps: value } }),
          { qos: 1 },
          error => {
            if (!error) acknowledged.push(value)
          },
        )
      }
    }, 2)
    const enough = acknowledged.length + some()
    await until(() => acknowledged.length >= enough)
    // Not always the moment at which one batch is done.
    await new Promise(resolve => setTimeout(resolve, Math.random() * 50))
    child.kill('SIGKILL')
    await gone
    clearInterval(timer)
    await client.endAsync(true)
  }
  const rows = await stage.query<{ value: number }>('select value from reading where device_id = $1', [id])
  const stored = new Set(rows.map(row => row.value))
  expect(acknowledged.filter(value => !stored.has(value))).toEqual([])
})

test('while more messages wait than there is room for, health says so, and who says less still gets in', {
  timeout: 120_000,
}, async () => {
  const { id, imei } = await stage.addDevice({})
  const [other, blocker] = [await stage.addDevice({}), new pg.Client({ connectionString: stage.ownerUrl })]
  const { ingest } = stage.broker
  const say = (to: { imei: string }, body: string) =>
    ingest.take(to.imei, Buffer.from(body), `sfwatch/${to.imei}/server`)
  await say({ imei }, '{"code":"1002"}')
  await blocker.connect()
  await blocker.query('begin; lock table device_state')
  const kept = Promise.all(
    Array.from({ length: 52_000 }, () => say({ imei }, '{"code":"1002"}').catch(() => 'kept')),
  )
  await until(() => ingest.trouble())
  // It takes the place of the newest of whoever says most.
  const heard = say(other, '{"code":"3001","type":15}')
  expect(ingest.trouble()).toMatchObject({ reason: 'full', devices: 1, nothingGoes: true })
  await blocker.query('rollback')
  await blocker.end()
  const fates = await kept
  expect(fates.filter(fate => fate === 'kept').length).toBeGreaterThan(0)
  expect(fates.filter(fate => fate === undefined).length).toBeGreaterThanOrEqual(49_999)
  await heard
  await say({ imei }, '{"code":"1002"}')
  expect(ingest.trouble()).toBeUndefined()
  expect(await stage.query('select 1 from alarm where device_id = $1', [other.id])).toHaveLength(1)
  expect(await stage.query('select state from device_state where device_id = $1', [id])).toEqual([
    { state: 'online' },
  ])
})

test('while the database refuses, nothing is acknowledged and the device keeps its message', async () => {
  const { id, imei, secret } = await stage.addDevice({})
  const client = await stage.device(imei, secret)
  await client.publishAsync(`sfwatch/${imei}/server`, '{"code":"1002"}', { qos: 1 })
  // Every transaction begins by taking a connection.
  const back = takeAway([stage.pool])
  let acknowledged = false
  const gone = new Promise<void>(resolve => client.once('close', () => resolve()))
  client.publish(`sfwatch/${imei}/server`, '{"code":"2001","values":{"steps":1}}', { qos: 1 }, error => {
    acknowledged = !error
  })
  await gone
  back()
  expect(acknowledged).toBe(false)
  await client.endAsync(true)
  const again = await stage.device(imei, secret)
  await again.publishAsync(`sfwatch/${imei}/server`, '{"code":"2001","values":{"steps":1}}', { qos: 1 })
  expect(await stage.query('select value from reading where device_id = $1', [id])).toEqual([{ value: 1 }])
  await again.endAsync()
})
