// A wall that hangs for days: what its memory and its drawing surfaces do over hours that pass quickly (WALL_HOURS, 72 is the whole),
// what it costs while nothing happens and while a thousand devices speak every second, and how soon an SOS fills it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { CDPSession, Page } from 'playwright'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { wallPair } from '../../src/contract/endpoints/wall.ts'
import { topics } from '../../src/contract/topics.ts'
import { startConsole } from '../console-process.ts'
import { drawnAfter, openBrowser } from './browser.ts'
import { addFleet, imeiOf, openDatabase, SECRET, tenantOf } from './database.ts'
import { type Bench, type Figure, quantile } from './figures.ts'
import { tokenOf } from './people-at-work.ts'

const HOURS = Number(process.env.WALL_HOURS ?? 72)
const TALKING = 1_000
const SCENES = ['duty', 'fire', 'campus', 'community', 'site', 'supervision']
const SECONDS = 30
const CRIES = 8
/** What is compiled and kept at first is no growth. */
const WARM_UP_SHARE = 0.25
const WATCHED_MS = 30_000

interface Kept {
  hour: number
  heapMb: number
  nodes: number
  listeners: number
  surfaces: number
}

declare global {
  interface Window {
    surfaces?: () => number
  }
}

const bench: Bench = {
  name: `A wall of ${SCENES.length} scenes: ${HOURS} hours that pass quickly, ${TALKING.toLocaleString('en')} devices, SOS`,
  async run() {
    const server = await startConsole({ SIMULATE: 'off' })
    const browser = await openBrowser(['--js-flags=--expose-gc'])
    const stops: (() => unknown)[] = [() => server.stop(), () => browser.close()]
    try {
      const client = await openDatabase(server)
      stops.push(() => client.end())
      const tenantId = await tenantOf(client, 'admin')
      await addFleet(client, tenantId, TALKING + CRIES)
      const token = await tokenOf(server.url, 'admin')
      const call = async (path: string, body: object) => {
        const answer = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const { code, msg, data } = (await answer.json()) as {
          code: number
          msg?: string
          data: { id: number }
        }
        if (code !== 0) throw new Error(`${path}: ${code} ${msg}`)
        return data
      }
      const hang = async (page: Page) => {
        const { id } = await call('/api/user/wall/save', {
          ...{ name: `Wall ${Date.now()}`, scenes: SCENES, seconds: SECONDS, dimFrom: 0, dimUntil: 0 },
        })
        await page.goto(`${server.url}/#/index8`)
        const code = await page.locator('[data-code]').innerText()
        await call(defaultPath(wallPair), { id, code })
        await page.waitForSelector('[data-figure] [data-value]')
      }
      const open = async () => {
        const context = await browser.newContext({
          viewport: { width: 1920, height: 1080 },
          serviceWorkers: 'block',
        })
        return context.newPage()
      }
      // Whoever pressed before the wall was hung is seen to.
      await client.query(`update alarm set status = 'handled' where type = 'sos' and status <> 'handled'`)

      const wall = await open()
      await hang(wall)
      const session = await wall.context().newCDPSession(wall)
      await session.send('Performance.enable')
      // A wall hangs for days: what each scene loads and compiles the first time is not what it costs.
      await wait(SCENES.length * SECONDS * 1_000)
      const idle = await busyShare(session)
      const fleet = fork(join(import.meta.dirname, 'talking-fleet.ts'), [
        server.mqttUrl,
        '1',
        `${TALKING}`,
        '1000',
      ])
      stops.push(() => fleet.kill())
      await once(fleet, 'message')
      await wait(5_000)
      const talking = await busyShare(session)
      fleet.kill()
      const cries: number[] = []
      for (let n = 1; n <= CRIES; n++) {
        const imei = imeiOf(TALKING + n)
        const device = await mqtt.connectAsync(server.mqttUrl, {
          clientId: imei,
          username: imei,
          password: SECRET,
        })
        const drawn = drawnAfter(wall, '[data-sos]', Date.now())
        await device.publishAsync(topics.fromDevice(imei), JSON.stringify({ code: '3001', type: 15 }), {
          qos: 1,
        })
        cries.push(await drawn)
        await device.endAsync()
        await client.query(`update alarm set status = 'handled' where type = 'sos' and status <> 'handled'`)
        await wall.waitForSelector('[data-sos]', { state: 'hidden' })
        await wait(2_000)
      }
      await wall.context().close()

      const kept = await passDays(await open(), hang)
      const warm = kept.filter(({ hour }) => hour >= HOURS * WARM_UP_SHARE)
      const spread = (of: (one: Kept) => number) => Math.max(...warm.map(of)) - Math.min(...warm.map(of))
      const figures: Figure[] = [
        {
          label: 'busy while nothing happens',
          value: idle * 100,
          unit: '% of a core',
          target: { atMost: 3 },
        },
        {
          label: `busy with ${TALKING} messages a second`,
          value: talking * 100,
          unit: '% of a core',
          target: { atMost: 25 },
        },
        {
          label: 'an SOS fills it, half',
          value: quantile(cries, 0.5),
          unit: 'ms',
          target: { atMost: 1_000 },
        },
        {
          label: 'an SOS fills it, the slowest',
          value: Math.max(...cries),
          unit: 'ms',
          target: { atMost: 1_000 },
        },
        { label: 'heap at the end', value: kept.at(-1)?.heapMb ?? 0, unit: 'MB' },
        { label: 'growth of the heap', value: slopeOf(warm), unit: 'MB/h', target: { atMost: 1 } },
        {
          label: 'drawing surfaces, most over least',
          value: spread(one => one.surfaces),
          unit: '',
          target: { atMost: 1 },
        },
        {
          label: 'listeners, last over first',
          value: (warm.at(-1)?.listeners ?? 0) - (warm[0]?.listeners ?? 0),
          unit: '',
          // What one scene has more than another; what grows with each turn comes to thousands.
          target: { atMost: 200 },
        },
        {
          label: 'nodes, last over first',
          value: (warm.at(-1)?.nodes ?? 0) - (warm[0]?.nodes ?? 0),
          unit: '',
        },
      ]
      return { figures }
    } finally {
      for (const stop of stops.reverse()) await stop()
    }
  },
}

/** Of one core, what the page's main thread did in the time it was watched. */
async function busyShare(session: CDPSession): Promise<number> {
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => metrics.find(metric => metric.name === name)?.value ?? 0
    return { busy: of('TaskDuration'), at: of('Timestamp') }
  }
  const before = await read()
  await wait(WATCHED_MS)
  const after = await read()
  return (after.busy - before.busy) / (after.at - before.at)
}

/** Hours pass as fast as the page gets through them: each scene is shown, each timer rings. */
async function passDays(page: Page, hang: (page: Page) => Promise<void>): Promise<Kept[]> {
  await page.addInitScript(() => {
    const made: WeakRef<HTMLCanvasElement>[] = []
    const seen = new WeakSet<HTMLCanvasElement>()
    const before = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = new Proxy(before, {
      apply: (target, canvas: HTMLCanvasElement, words: [string]) => {
        if (!seen.has(canvas) && words[0].startsWith('webgl')) made.push(new WeakRef(canvas))
        seen.add(canvas)
        return Reflect.apply(target, canvas, words)
      },
    })
    window.surfaces = () => made.filter(ref => ref.deref()).length
  })
  await hang(page)
  await page.clock.install()
  const session = await page.context().newCDPSession(page)
  const kept: Kept[] = []
  const turns = (HOURS * 3_600) / SECONDS
  const perSample = Math.max(1, Math.round(turns / 40))
  for (let turn = 0; turn <= turns; turn++) {
    await page.clock.runFor(SECONDS * 1_000)
    if (turn % perSample !== 0) continue
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
    const one: Kept = {
      hour: (turn * SECONDS) / 3_600,
      heapMb: usedSize / 2 ** 20,
      nodes,
      listeners: jsEventListeners,
      surfaces: await page.evaluate(() => window.surfaces?.() ?? 0),
    }
    kept.push(one)
    // The whole takes long: who waits sees how far it is, and what it has found.
    process.stderr.write(
      `  hour ${one.hour.toFixed(1)} of ${HOURS}: ${one.heapMb.toFixed(1)} MB, ${one.nodes} nodes\n`,
    )
  }
  return kept
}

/** Of the line of least squares, in MB an hour. */
function slopeOf(kept: readonly Kept[]): number {
  const mean = (of: (one: Kept) => number) => kept.reduce((sum, one) => sum + of(one), 0) / kept.length
  const [hour, heap] = [mean(one => one.hour), mean(one => one.heapMb)]
  const over = kept.reduce((sum, one) => sum + (one.hour - hour) * (one.heapMb - heap), 0)
  const under = kept.reduce((sum, one) => sum + (one.hour - hour) ** 2, 0)
  return under === 0 ? 0 : over / under
}

export default bench
