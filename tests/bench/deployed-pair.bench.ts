// Two processes behind HAProxy and a database that Patroni keeps: its primary is killed under load, then lost with
// its machine, then one of the processes is killed.
import { get } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import pg from 'pg'
import { topics } from '../../src/contract/topics.ts'
import { deviceKinds } from '../../src/domain/device/device.ts'
import { addFleet, imeiOf, SECRET } from './database.ts'
import { DEVICES_PORT, type Deployed, missingHere, PEOPLE_PORT, PROXY, startDeployed } from './deployed.ts'
import type { Bench } from './figures.ts'

/** Odd, so that turns do not hide anything. */
const DEVICES = 17
const BEFORE = 10_000
const AFTER = 1_000
const PATIENCE_MS = 180_000
const ASK_MS = 250
/** What was answered before a death may still arrive. */
const ON_ITS_WAY_MS = 200

interface Acknowledged {
  imei: string
  n: number
  at: number
}

const bench: Bench = {
  name: 'HAProxy, two processes, Patroni: the primary and then a process are lost under load',
  run: async () => {
    const missing = missingHere()
    if (missing !== undefined) throw new Error(`This drill needs what is not here: ${missing}`)
    const deployed = await startDeployed()
    const stops: (() => unknown)[] = [() => deployed.stop()]
    try {
      const imeis = await addDevices(deployed)
      const fleet = await speakAll(deployed, imeis)
      stops.push(() => fleet.stop())
      const people = askPeriodically(`https://${PROXY}:${PEOPLE_PORT}/api/ready`, deployed.certificate)
      stops.push(() => people.stop())
      const { acknowledged } = fleet
      await until('ten thousand messages', () => acknowledged.length >= BEFORE)

      const gapOf = async (lose: () => Promise<void>) => {
        await lose()
        const lostAt = performance.now()
        await wait(ON_ITS_WAY_MS)
        const before = acknowledged.length
        await until('messages after the primary', () => acknowledged.length >= before + AFTER)
        return ((acknowledged[before]?.at ?? Number.POSITIVE_INFINITY) - lostAt) / 1000
      }
      const killedGap = await gapOf(deployed.killPrimary)
      const lostGap = await gapOf(deployed.losePrimary)

      await wait(2_000)
      // Whichever was ready first after the outage may have got them all.
      const [ofOne, ofTwo] = [await deployed.connectionsOf('one'), await deployed.connectionsOf('two')]
      const held = Math.max(ofOne, ofTwo)
      deployed.loseServer(ofOne >= ofTwo ? 'one' : 'two')
      const serverLostAt = performance.now()
      const heardSince = () =>
        new Set(acknowledged.filter(({ at }) => at > serverLostAt + ON_ITS_WAY_MS).map(({ imei }) => imei))
      await until('every device heard again', () => heardSince().size === DEVICES)
      const backMs = performance.now() - serverLostAt
      await wait(2_000)
      await fleet.stop()
      people.stop()

      const stored = await readStored(deployed, imeis)
      const lost = acknowledged.filter(({ imei, n }) => !stored.readings.has(`${imei} ${n}`))
      const refusedElse = new Map([...stored.refused].filter(([reason]) => reason !== 'repeated'))
      return {
        figures: [
          {
            label: 'acknowledged',
            value: acknowledged.length,
            unit: 'messages',
            target: { atLeast: BEFORE + AFTER },
          },
          { label: 'of them lost', value: lost.length, unit: 'messages', target: { atMost: 0 } },
          // Whose acknowledgement went with the line is sent again, and is there already.
          { label: 'said again and known', value: stored.refused.get('repeated') ?? 0, unit: 'messages' },
          {
            label: `refused for it${[...refusedElse.keys()].map(reason => `, ${reason}`).join('')}`,
            value: [...refusedElse.values()].reduce((sum, count) => sum + count, 0),
            unit: 'messages',
            target: { atMost: 0 },
          },
          {
            label: 'nothing stored, its process killed',
            value: killedGap,
            unit: 's',
            target: { atMost: 20 },
          },
          // Its key in etcd holds for up to 20 s, and nobody else may begin before.
          { label: 'nothing stored, its machine lost', value: lostGap, unit: 's', target: { atMost: 25 } },
          { label: 'devices of the lost process', value: held, unit: 'devices', target: { atLeast: 1 } },
          {
            label: 'all heard again after the process',
            value: backMs / 1000,
            unit: 's',
            target: { atMost: 5 },
          },
          { label: 'people waited longest', value: people.longestMs() / 1000, unit: 's' },
        ],
      }
    } finally {
      for (const stop of stops.reverse()) await stop()
    }
  },
}

async function addDevices({ databaseUrl }: Deployed): Promise<string[]> {
  return withDatabase(databaseUrl, async client => {
    const { rows } = await client.query<{ id: string }>(
      `insert into tenant (created_at, updated_at, name, scenario) values (0, 0, 'Drill', 'community') returning id`,
    )
    const tenantId = Number(rows[0]?.id)
    await client.query(
      `insert into device_category (tenant_id, created_at, updated_at, name, kind)
       select $1::bigint, 0, 0, kind, kind from unnest($2::text[]) kind`,
      [tenantId, deviceKinds],
    )
    await addFleet(client, tenantId, DEVICES)
    return Array.from({ length: DEVICES }, (_, n) => imeiOf(n + 1))
  })
}

/** Each says its next message when the one before was acknowledged, and comes back when its line breaks. */
async function speakAll({ certificate }: Deployed, imeis: readonly string[]) {
  const acknowledged: Acknowledged[] = []
  // An hour that is over is packed while this runs, and read elsewhere then.
  const base = Date.now() - 60_000
  let running = true
  const clients = await Promise.all(
    imeis.map(imei =>
      mqtt.connectAsync(`mqtts://${PROXY}:${DEVICES_PORT}`, {
        ...{ clientId: imei, username: imei, password: SECRET, ca: certificate },
        ...{ clean: false, reconnectPeriod: 300, connectTimeout: 5_000, keepalive: 15 },
        // While the database is away nobody can be let in.
        reconnectOnConnackError: true,
      }),
    ),
  )
  const loops = clients.map(async (client, at) => {
    const imei = imeis[at] ?? ''
    client.on('error', () => {})
    for (let n = 0; running; n++) {
      const message = JSON.stringify({ code: '2001', seq: n, time: base + n, values: { steps: n } })
      // What was not acknowledged the client sends again by itself.
      const sent = await client
        .publishAsync(topics.fromDevice(imei), message, { qos: 1 })
        .catch(() => undefined)
      if (sent) acknowledged.push({ imei, n, at: performance.now() })
    }
  })
  return {
    acknowledged,
    stop: async () => {
      if (!running) return
      running = false
      await Promise.race([Promise.all(loops), wait(5_000)])
      for (const client of clients) client.end(true)
    },
  }
}

/** The longest time between two answers of a page that is asked for without a pause. */
function askPeriodically(url: string, ca: string) {
  let [running, longest, last] = [true, 0, performance.now()]
  const isReady = () =>
    new Promise<boolean>(resolve => {
      const request = get(url, { ca, timeout: 3_000, agent: false }, answer => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      request.on('timeout', () => request.destroy()).on('error', () => resolve(false))
    })
  const go = async () => {
    for (; running; await wait(ASK_MS)) {
      const ready = await isReady()
      longest = Math.max(longest, performance.now() - last)
      if (ready) last = performance.now()
    }
  }
  void go()
  return {
    longestMs: () => longest,
    stop: () => {
      running = false
    },
  }
}

async function readStored({ databaseUrl }: Deployed, imeis: readonly string[]) {
  return withDatabase(databaseUrl, async client => {
    const readings = await client.query<{ said: string }>(
      `select d.imei || ' ' || r.value as said from reading r join device d on d.id = r.device_id where d.imei = any($1)`,
      [imeis],
    )
    const refused = await client.query<{ reason: string; count: number }>(
      'select reason, count(*)::int as count from refused_message group by reason',
    )
    return {
      readings: new Set(readings.rows.map(({ said }) => said)),
      refused: new Map(refused.rows.map(({ reason, count }) => [reason, count])),
    }
  })
}

async function withDatabase<Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // The wall between tenants holds for the owner, too.
    await client.query(`select set_config('app.tenant', '*', false)`)
    return await work(client)
  } finally {
    await client.end()
  }
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !holds(); await wait(50))
    if (Date.now() > end) throw new Error(`Not within ${PATIENCE_MS / 1000} s: ${what}`)
}

export default bench
