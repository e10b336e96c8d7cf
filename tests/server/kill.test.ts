// The whole server killed in the middle of its work, with its database every second time: what was acknowledged is
// there afterwards, exports end honestly, sessions live on. KILLS sets how often.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DEMO_PASSWORD } from '../../server/db/demo/accounts.ts'
import { bytesOf } from '../../server/simulator/wire.ts'
import { seriesWire } from '../../src/contract/series-wire.ts'
import { type ConsoleProcess, startConsole } from '../console-process.ts'

const KILLS = Number(process.env.KILLS ?? 3)
const EXPORTS_A_ROUND = 3
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-kill-'))
let server: ConsoleProcess | undefined
const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

afterAll(async () => {
  // After a failed round somebody must still stop the database: a server that starts adopts it.
  server ??= await startConsole({ DATA_DIR: dataDir })
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

interface Answer {
  code: number
  data: Record<string, unknown> & { list?: Record<string, unknown>[]; total?: number }
}
let token = ''
async function call(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${server?.url}/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  token = response.headers.get('authorization') ?? token
  return (await response.json()) as Answer
}

async function listOf(path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const { list = [], total = 0 } = (await call(`${path}&size=100&page=${page}`)).data
    rows.push(...list)
    if (rows.length >= total || list.length === 0) return rows
  }
}

test(`in ${KILLS} kills nothing acknowledged is lost and no export is half`, {
  timeout: 90_000 + KILLS * 30_000,
}, async () => {
  server = await startConsole({ DATA_DIR: dataDir })
  await call('auth/auth/login', { username: 'admin', password: DEMO_PASSWORD })
  const { list = [] } = (await call('device/device/page?state=1&size=1')).data
  const imei = String(list[0]?.imei)
  const { secret } = (await call('device/device/newSecret', { imei })).data as { secret?: string }
  const base = Date.now() - 3_600_000
  const acknowledged = { readings: [] as number[], alarms: [] as number[], products: [] as string[] }
  const tasks: number[] = []
  let n = 0

  for (let round = 0; round < KILLS; round++) {
    server ??= await startConsole({ DATA_DIR: dataDir })
    const running = server
    const client = mqtt.connect(running.mqttUrl, {
      clientId: imei,
      username: imei,
      password: secret ?? '',
      reconnectPeriod: 0,
    })
    client.on('error', () => {})
    await new Promise(resolve => client.once('connect', resolve))
    const say = (message: Parameters<typeof bytesOf>[0], done: () => void) =>
      client.publish(`sfwatch/${imei}/server`, bytesOf(message, false), { qos: 1 }, error => {
        if (!error) done()
      })
    const speaking = setInterval(() => {
      for (let burst = 0; burst < 10; burst++) {
        const value = n++
        const time = base + value
        say({ code: '2001', seq: value, time, values: { steps: value } }, () =>
          acknowledged.readings.push(time),
        )
        if (value % 5 === 0)
          say({ code: '3001', seq: 1_000_000 + value, time, type: 'button' }, () =>
            acknowledged.alarms.push(time),
          )
      }
    }, 5)
    let saving = true
    const saved = (async () => {
      for (let at = 0; saving; at++) {
        const name = `kept ${round}-${at}`
        const answer = await call('device/product/save', { name, sort: 1, status: 1 }).catch(() => undefined)
        if (answer?.code === 0) acknowledged.products.push(name)
        else await wait(50)
      }
    })()
    await wait(400)
    // Enough for a server that forgets to be found out; how long that takes is the machine's affair.
    const enough = (round + 1) * 60
    while (acknowledged.readings.length < enough || acknowledged.alarms.length < enough / 5) await wait(20)
    while (acknowledged.products.length <= round + 1) await wait(20)
    for (let at = 0; at < EXPORTS_A_ROUND; at++) {
      const { data } = await call('message/alarm/export', {
        format: at % 2 === 0 ? 'csv' : 'xlsx',
        columns: [{ of: 'title', label: 'Title' }],
        offsetMinutes: 0,
      })
      tasks.push(Number(data.taskId))
    }
    await wait(Math.random() * 300)
    const database = postmaster()
    process.kill(running.pid, 'SIGKILL')
    if (round % 2 === 1) process.kill(database, 'SIGKILL')
    clearInterval(speaking)
    saving = false
    await saved
    await client.endAsync(true)
    await running.stop()
    server = undefined
  }

  server = await startConsole({ DATA_DIR: dataDir })
  const told = await call(
    `device/reading/series?imei=${imei}&kind=steps&from=${base}&to=${base + n}&points=100000`,
  )
  const { times } = z.decode(seriesWire, told.data as z.input<typeof seriesWire>)
  const readings = new Set(times)
  expect(acknowledged.readings.length).toBeGreaterThan(KILLS * 50)
  expect(acknowledged.readings.filter(time => !readings.has(time))).toEqual([])

  const alarms = new Set(
    (await listOf(`message/alarm/page?imei=${imei}&raisedAtFrom=${base}`)).map(row => row.raisedAt),
  )
  expect(acknowledged.alarms.length).toBeGreaterThan(KILLS * 10)
  expect(acknowledged.alarms.filter(time => !alarms.has(time))).toEqual([])

  const products = new Set((await listOf('device/product/page?name=kept')).map(row => row.name))
  expect(acknowledged.products.length).toBeGreaterThan(KILLS)
  expect(acknowledged.products.filter(name => !products.has(name))).toEqual([])

  for (const id of tasks) {
    const task = await ended(id)
    if (task.state !== 'done') continue
    const file = await fetch(`${server.url}/api/message/task/file?id=${id}`, {
      headers: { authorization: token },
    })
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(bytes.length).toBe(task.bytes)
    // Where a zip ends, and the last line of a list.
    if (task.format === 'xlsx') expect(bytes.includes(Buffer.from('PK\u0005\u0006'))).toBe(true)
    else expect(bytes.toString().split('\r\n').length).toBe(Number(task.rows) + 2)
  }
})

async function ended(id: number): Promise<Record<string, unknown>> {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(200)) {
    const { data } = await call(`message/task/get?id=${id}`)
    if (['done', 'failed', 'timeout'].includes(String(data.state))) {
      expect(['done', 'timeout']).toContain(data.state)
      return data
    }
  }
  throw new Error(`task ${id} never ended`)
}
