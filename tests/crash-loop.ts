// Kills the whole server in the middle of its work, again and again, its database every third time, while devices
// publish at QoS 1, call for help, and people save and export; then counts what was acknowledged and is not there.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import * as z from 'zod/mini'
import { DEMO_PASSWORD } from '../server/demo/accounts.ts'
import { bytesOf } from '../server/simulator/wire.ts'
import { seriesWire } from '../src/contract/series-wire.ts'
import { type ConsoleProcess, startConsole } from './console-process.ts'

const DEVICES = 6
/** Each device reports so often and calls for help so often: less than what counts as a flood. */
const EVERY_MS = 120
const SOS_EVERY_MS = 1_500
/** Enough of one round for a server that forgets to be found out; how long it takes is the machine's affair. */
const ENOUGH = 60
const ENOUGH_SOS = 12
const EXPORTS_A_ROUND = 3
const DATABASE_EVERY = 3
/** A round that comes to nothing ends the loop. */
const ROUND_MS = 180_000

interface Count {
  acknowledged: number
  lost: number
}

export interface CrashFigures {
  kills: number
  databaseKills: number
  readings: Count
  sos: Count
  saved: Count
  exports: { asked: number; done: number; half: number; neverEnded: number }
}

interface Answer {
  code: number
  data: Record<string, unknown> & { list?: Record<string, unknown>[]; total?: number }
}

interface Device {
  imei: string
  secret: string
}

/** Times and names that were acknowledged. */
const nothingYet = () => ({
  readings: new Map<string, number[]>(),
  sos: new Map<string, number[]>(),
  saved: [] as string[],
})

/** A person who calls the API of whichever process is running. */
function person(username: string, server: () => ConsoleProcess) {
  let token = ''
  const call = async (path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${server().url}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    token = response.headers.get('authorization') ?? token
    return (await response.json()) as Answer
  }
  return {
    call,
    enter: () => call('auth/auth/login', { username, password: DEMO_PASSWORD }),
    file: (id: number) =>
      fetch(`${server().url}/api/message/task/file?id=${id}`, { headers: { authorization: token } }),
    listOf: async (path: string) => {
      const rows: Record<string, unknown>[] = []
      for (let page = 1; ; page++) {
        const { list = [], total = 0 } = (await call(`${path}&size=100&page=${page}`)).data
        rows.push(...list)
        if (rows.length >= total || list.length === 0) return rows
      }
    },
  }
}
type Person = ReturnType<typeof person>

export async function crashLoop(
  kills: number,
  tell: (kill: number) => void = () => {},
): Promise<CrashFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-kill-'))
  let running: ConsoleProcess | undefined
  const server = () => {
    if (!running) throw new Error('No server is running')
    return running
  }
  const postmaster = () =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  const [admin, colleague] = [person('admin', server), person('property', server)]
  const kept = nothingYet()
  const tasks: number[] = []
  const base = Date.now() - 3_600_000
  let [n, databaseKills] = [0, 0]
  try {
    running = await startConsole({ DATA_DIR: dataDir })
    for (const each of [admin, colleague]) await each.enter()
    const devices = await devicesOf(admin)
    for (let round = 0; round < kills; round++) {
      running ??= await startConsole({ DATA_DIR: dataDir })
      const speaking = await Promise.all(
        devices.map(device => speak(device, server().mqttUrl, kept, base, () => n++)),
      )
      const writing = [admin, colleague].map((each, who) => save(each, `kept ${round}-${who}`, kept.saved))
      const sum = (times: ReadonlyMap<string, readonly number[]>) =>
        [...times.values()].reduce((all, one) => all + one.length, 0)
      const saved = kept.saved.length
      const enough = { readings: sum(kept.readings) + ENOUGH, sos: sum(kept.sos) + ENOUGH_SOS }
      const late = Date.now() + ROUND_MS
      while (
        sum(kept.readings) < enough.readings ||
        sum(kept.sos) < enough.sos ||
        kept.saved.length < saved + 2
      ) {
        if (Date.now() > late) throw new Error(`Round ${round} came to nothing`)
        await wait(20)
      }
      for (let at = 0; at < EXPORTS_A_ROUND; at++) tasks.push(await startExport(admin, at))
      // Anywhere in what goes on.
      await wait(Math.random() * 300)
      const database = postmaster()
      process.kill(server().pid, 'SIGKILL')
      if (round % DATABASE_EVERY === 1) {
        process.kill(database, 'SIGKILL')
        databaseKills++
      }
      for (const stop of speaking) await stop()
      for (const { stop } of writing) stop()
      await Promise.all(writing.map(({ over }) => over))
      await running.stop()
      running = undefined
      tell(round + 1)
    }
    running = await startConsole({ DATA_DIR: dataDir })
    return {
      kills,
      databaseKills,
      readings: await lostReadings(admin, kept.readings, base, base + n),
      sos: await lostSos(admin, kept.sos, base),
      saved: await lostNames(admin, kept.saved),
      exports: await exportsOf(admin, tasks),
    }
  } finally {
    // After a failed round somebody must still stop the database: a server that starts adopts it.
    running ??= await startConsole({ DATA_DIR: dataDir })
    await running.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function devicesOf(admin: Person): Promise<Device[]> {
  const { list = [] } = (await admin.call(`device/device/page?state=1&size=${DEVICES}`)).data
  const devices: Device[] = []
  for (const row of list) {
    const imei = String(row.imei)
    const { data } = await admin.call('device/device/newSecret', { imei })
    devices.push({ imei, secret: String(data.secret) })
  }
  return devices
}

/** A device that reports and calls for help; answers how it is silenced. */
async function speak(
  { imei, secret }: Device,
  url: string,
  kept: ReturnType<typeof nothingYet>,
  base: number,
  next: () => number,
): Promise<() => Promise<void>> {
  const client: MqttClient = mqtt.connect(url, {
    clientId: imei,
    username: imei,
    password: secret,
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  await new Promise((resolve, reject) => {
    client.once('connect', resolve)
    client.once('close', () => reject(new Error(`${imei} was not let in`)))
  })
  const [readings, sos] = [kept.readings, kept.sos].map(each => {
    const times = each.get(imei) ?? []
    each.set(imei, times)
    return times
  })
  // Each has a moment and a number of its own, so that each makes a row.
  const say = (what: { code: '3001'; type: 'sos' } | { code: '2001'; values: object }, times?: number[]) => {
    const seq = next()
    const time = base + seq
    client.publish(`sfwatch/${imei}/server`, bytesOf({ ...what, seq, time }, false), { qos: 1 }, error => {
      if (!error) times?.push(time)
    })
  }
  const callForHelp = () => say({ code: '3001', type: 'sos' }, sos)
  callForHelp()
  const timers = [
    setInterval(() => say({ code: '2001', values: { steps: 1 } }, readings), EVERY_MS),
    setInterval(callForHelp, SOS_EVERY_MS),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await client.endAsync(true)
  }
}

/** Somebody who saves one row after the other. */
function save(who: Person, name: string, saved: string[]): { stop(): void; over: Promise<void> } {
  let on = true
  const go = async () => {
    for (let at = 0; on; at++) {
      const answer = await who
        .call('device/product/save', { name: `${name}-${at}`, sort: 1, status: 1 })
        .catch(() => undefined)
      if (answer?.code === 0) saved.push(`${name}-${at}`)
      else await wait(50)
    }
  }
  const stop = () => {
    on = false
  }
  return { stop, over: go() }
}

async function startExport(admin: Person, at: number): Promise<number> {
  const { data } = await admin.call('message/alarm/export', {
    format: at % 2 === 0 ? 'csv' : 'xlsx',
    columns: [{ of: 'title', label: 'Title' }],
    zone: 'UTC',
  })
  return Number(data.taskId)
}

const count = (acknowledged: readonly unknown[], there: ReadonlySet<unknown>): Count => ({
  acknowledged: acknowledged.length,
  lost: acknowledged.filter(each => !there.has(each)).length,
})

const total = (counts: readonly Count[]): Count => ({
  acknowledged: counts.reduce((sum, one) => sum + one.acknowledged, 0),
  lost: counts.reduce((sum, one) => sum + one.lost, 0),
})

async function lostReadings(
  admin: Person,
  acknowledged: ReadonlyMap<string, readonly number[]>,
  from: number,
  to: number,
): Promise<Count> {
  const counts: Count[] = []
  for (const [imei, times] of acknowledged) {
    const { data } = await admin.call(
      `device/reading/series?imei=${imei}&kind=steps&from=${from}&to=${to}&points=100000`,
    )
    counts.push(count(times, new Set(z.decode(seriesWire, data as z.input<typeof seriesWire>).times)))
  }
  return total(counts)
}

async function lostSos(
  admin: Person,
  acknowledged: ReadonlyMap<string, readonly number[]>,
  from: number,
): Promise<Count> {
  const counts: Count[] = []
  for (const [imei, times] of acknowledged) {
    const rows = await admin.listOf(`message/alarm/page?imei=${imei}&raisedAtFrom=${from}`)
    counts.push(count(times, new Set(rows.map(row => row.raisedAt))))
  }
  return total(counts)
}

async function lostNames(admin: Person, acknowledged: readonly string[]): Promise<Count> {
  return count(
    acknowledged,
    new Set((await admin.listOf('device/product/page?name=kept')).map(row => row.name)),
  )
}

/** An export ends honestly: done and whole, or given up. */
async function exportsOf(admin: Person, tasks: readonly number[]): Promise<CrashFigures['exports']> {
  const figures = { asked: tasks.length, done: 0, half: 0, neverEnded: 0 }
  for (const id of tasks) {
    const task = await endOf(admin, id)
    if (task === undefined) figures.neverEnded++
    if (task?.state !== 'done') continue
    figures.done++
    const bytes = Buffer.from(await (await admin.file(id)).arrayBuffer())
    // Where a zip ends, and the last line of a list.
    const whole =
      task.format === 'xlsx'
        ? bytes.includes(Buffer.from('PK\u0005\u0006'))
        : bytes.toString().split('\r\n').length === Number(task.rows) + 2
    if (bytes.length !== task.bytes || !whole) figures.half++
  }
  return figures
}

async function endOf(admin: Person, id: number): Promise<Record<string, unknown> | undefined> {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(200)) {
    const { data } = await admin.call(`message/task/get?id=${id}`)
    if (['done', 'timeout'].includes(String(data.state))) return data
    if (data.state === 'failed') return undefined
  }
  return undefined
}
