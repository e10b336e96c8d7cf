// Hours of work in one run: a fleet that talks, consoles that listen, SOS and exports between; memory and delays as series.
// SOAK_MINUTES (60 is the whole), SOAK_DEVICES and SOAK_CONSOLES shorten it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { topics } from '../../src/contract/topics.ts'
import { startConsole } from '../console-process.ts'
import { addFleet, imeiOf, openDatabase, SECRET, tenantOf } from './database.ts'
import { type Bench, type Figure, quantile } from './figures.ts'
import { callAt, type ListeningConsole, listenAs } from './listening-console.ts'
import { tokenOf } from './people-at-work.ts'
import { residentOf } from './resident.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60)
const DEVICES = Number(process.env.SOAK_DEVICES ?? 10_000)
const CONSOLES = Number(process.env.SOAK_CONSOLES ?? 50)
const ACCOUNT = 'admin'
/** What a start leaves behind, and what is compiled while it warms up, is no growth. */
const WARM_UP_SHARE = 0.25
const SAMPLE_MS = 5_000
const SOS_EVERY_MS = 4_000
const EXPORT_EVERY_MS = 60_000

interface Sample {
  /** Milliseconds from the start. */
  at: number
  residentMb: number
  /** From an SOS's way to the server to its acknowledgement, stored. */
  storedMs: number
}

const bench: Bench = {
  name: `Soak: ${DEVICES.toLocaleString('en')} devices, ${CONSOLES} consoles, ${MINUTES} minutes`,
  async run() {
    const server = await startConsole({ SIMULATE: 'off' })
    const client = await openDatabase(server)
    const stops: (() => unknown)[] = [() => client.end()]
    try {
      await addFleet(client, await tenantOf(client, ACCOUNT), DEVICES + 1)
      const fleet = fork(join(import.meta.dirname, 'talking-fleet.ts'), [server.mqttUrl, '1', `${DEVICES}`])
      stops.push(() => fleet.kill())
      await once(fleet, 'message')
      callAt(server.url)
      const consoles: ListeningConsole[] = []
      for (let n = 0; n < CONSOLES; n++) consoles.push(await listenAs(ACCOUNT))
      stops.push(() => {
        for (const each of consoles) each.stop()
      })
      const imei = imeiOf(DEVICES + 1)
      const cry = await mqtt.connectAsync(server.mqttUrl, {
        clientId: imei,
        username: imei,
        password: SECRET,
      })
      stops.push(() => cry.endAsync(true))
      const token = await tokenOf(server.url, ACCOUNT)
      const samples: Sample[] = []
      const started = Date.now()
      const until = started + MINUTES * 60_000
      let [asked, exported, cried] = [0, 0, 0]
      let [lastExport, lastCry] = [started, 0]
      let storedMs = 0
      while (Date.now() < until) {
        if (Date.now() - lastCry > SOS_EVERY_MS) {
          lastCry = Date.now()
          await cry.publishAsync(
            topics.fromDevice(imei),
            JSON.stringify({ code: '3001', type: 15, time: lastCry, seq: cried++ }),
            { qos: 1 },
          )
          storedMs = Date.now() - lastCry
        }
        if (Date.now() - lastExport > EXPORT_EVERY_MS) {
          lastExport = Date.now()
          asked++
          if (await exportDevices(server.url, token)) exported++
        }
        samples.push({ at: Date.now() - started, residentMb: residentOf(server.pid), storedMs })
        await wait(SAMPLE_MS)
      }
      const { rows } = await client.query<{ raised: string }>(
        `select count(*) as raised from alarm where imei = $1 and type = 'sos'`,
        [imei],
      )
      await quiet(fleet)
      const warm = samples.filter(({ at }) => at >= MINUTES * 60_000 * WARM_UP_SHARE)
      return {
        figures: figuresOf(samples, warm, { cried, raised: Number(rows[0]?.raised), asked, exported }),
      }
    } finally {
      for (const stop of stops.reverse()) await stop()
      await server.stop()
    }
  },
}

interface Counts {
  cried: number
  raised: number
  asked: number
  exported: number
}

function figuresOf(samples: readonly Sample[], warm: readonly Sample[], counts: Counts): Figure[] {
  const tenths = Array.from({ length: 10 }, (_, n) =>
    samples.slice(Math.floor((n * samples.length) / 10), Math.floor(((n + 1) * samples.length) / 10)),
  )
  const delays = warm.map(sample => sample.storedMs)
  return [
    ...tenths.flatMap(([first], n): Figure[] =>
      first ? [{ label: `memory after ${n} tenths`, value: first.residentMb, unit: 'MB' }] : [],
    ),
    ...tenths.flatMap((part, n): Figure[] =>
      part.length > 0
        ? [
            {
              label: `an SOS stored in tenth ${n + 1}, 95 of 100`,
              value: quantile(
                part.map(({ storedMs }) => storedMs),
                0.95,
              ),
              unit: 'ms',
            },
          ]
        : [],
    ),
    {
      label: 'growth of memory',
      value: slopeOf(warm),
      unit: 'MB/h',
      // In minutes a single step of the heap looks like growth without an end.
      ...(MINUTES >= 30 && { target: { atMost: 20 } }),
    },
    { label: 'an SOS stored, half', value: quantile(delays, 0.5), unit: 'ms' },
    {
      label: 'an SOS stored, 95 of 100',
      value: quantile(delays, 0.95),
      unit: 'ms',
      target: { atMost: 1_000 },
    },
    { label: 'SOS said', value: counts.cried, unit: 'messages' },
    { label: 'alarms of them', value: counts.raised, unit: 'alarms', target: { atLeast: 1 } },
    {
      label: 'exports written',
      value: counts.exported,
      unit: 'files',
      target: { atLeast: counts.asked },
    },
  ]
}

/** Megabytes an hour, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const meanAt = samples.reduce((sum, { at }) => sum + at, 0) / samples.length
  const meanMb = samples.reduce((sum, { residentMb }) => sum + residentMb, 0) / samples.length
  const above = samples.reduce((sum, { at, residentMb }) => sum + (at - meanAt) * (residentMb - meanMb), 0)
  const below = samples.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0)
  return (above / below) * 3_600_000
}

async function exportDevices(url: string, token: string): Promise<boolean> {
  const columns = ['imei', 'name', 'kind', 'state'].map(of => ({ of, label: of }))
  const answer = await fetch(`${url}/api/device/device/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({ format: 'csv', columns, query: {}, zone: 'Asia/Shanghai' }),
  }).catch(() => undefined)
  return answer?.ok ?? false
}

async function quiet(fleet: ChildProcess): Promise<void> {
  fleet.send('stop')
  await once(fleet, 'disconnect')
}

export default bench
