// One day of one value a second of one device: from the click until its chart is drawn, and the frames while it is zoomed
// and dragged along. 60 frames a second are asked for; a machine that cannot draw an empty page so fast is asked for the
// same share of what it can.
import type { Page } from 'playwright'
import { createPool } from '../../server/db/pool.ts'
import { createData } from '../../server/db/scoped.ts'
import { createLog } from '../../server/log.ts'
import { packClosedHours } from '../../server/modules/readings/hours.ts'
import { startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, SCREEN } from './browser.ts'
import { databaseUrl, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median } from './figures.ts'

const READINGS = 86_400
const ROUNDS = 7
const DRAWN_MS = 400
const LANDED_MS = 1_500
const CHART = '[role="application"] canvas'
const MOVED_SECONDS = 3
/** What is asked for, and what counts as it: a frame a second may fall to the browser's own work. */
const SMOOTH = 60
const SHARE = 0.97
const TRIES = 3
const DAY_MS = 86_400_000

/** A whole past day of a watch, a value a second; answers its IMEI and the day. */
async function fill(
  server: Awaited<ReturnType<typeof startConsole>>,
): Promise<{ imei: string; from: number }> {
  const client = await openDatabase(server)
  const tenantId = await tenantOf(client, 'admin')
  const { rows } = await client.query<{ id: string; imei: string }>(
    `select id, imei from device where tenant_id = $1 and kind = 'watch' and removed_at is null order by id limit 1`,
    [tenantId],
  )
  const device = rows[0]
  if (!device) throw new Error('The demo has no watch')
  const from = new Date(new Date().setHours(0, 0, 0, 0) - DAY_MS).setHours(0, 0, 0, 0)
  await client.query('delete from reading where device_id = $1 and at >= $2 and at < $2::bigint + 90000000', [
    device.id,
    from,
  ])
  await client.query(
    `insert into reading (tenant_id, device_id, kind, at, value)
     select $1, $2, 'heartRate', $3::bigint + second * 1000, round(80 + 18 * sin(second / 5000.0) + 9 * random()) from generate_series(0, $4 - 1) second`,
    [tenantId, device.id, from, READINGS],
  )
  // Rows that no message brought are found by the look at all of them.
  await client.query('delete from packing_mark')
  await client.end()
  // The day is over: its hours are packed, as the server does some minutes after each.
  const pool = createPool({ url: databaseUrl(server), log: createLog({ logLevel: 'silent' }) })
  await packClosedHours(createData(pool), Date.now())
  await pool.end()
  return { imei: device.imei, from }
}

/** Milliseconds from now until the chart has lines on it, seen by the page itself. */
async function openChart(page: Page, path: string): Promise<number> {
  return page.evaluate(
    ([hash, chart]) =>
      new Promise<number>((resolve, reject) => {
        const from = performance.now()
        const until = from + 30_000
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>(chart)
          const context = canvas?.getContext('2d')
          // The line runs through the middle of the picture somewhere: its column is not empty.
          const column =
            canvas && canvas.width > 100
              ? context?.getImageData(Math.round(canvas.width * 0.6), 30, 1, canvas.height - 70).data
              : undefined
          const drawn = column
            ?.filter((_, at) => at % 4 === 3)
            .some((alpha, at, all) => alpha > 200 && (all[at + 3] ?? 0) > 200)
          if (drawn) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
          else if (performance.now() > until) reject(new Error('The chart was not drawn'))
          else requestAnimationFrame(look)
        }
        location.hash = hash
        look()
      }),
    [path, CHART] as const,
  )
}

type Motion = 'rest' | 'zoom' | 'pan'

/** Frames a second while the chart is moved in each of them. */
async function frames(page: Page, motion: Motion): Promise<number> {
  return page.evaluate(
    ([chart, seconds, how]) =>
      new Promise<number>((resolve, reject) => {
        const canvas = document.querySelector<HTMLCanvasElement>(chart)
        const frame = canvas?.parentElement
        const box = frame?.getBoundingClientRect()
        const wheel = (turned: WheelEventInit) => {
          if (!box) return
          const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }
          frame?.dispatchEvent(new WheelEvent('wheel', { ...at, bubbles: true, cancelable: true, ...turned }))
        }
        // Only a part of the day can be dragged along: two hours, about.
        if (how === 'pan') for (let turns = 0; turns < 13; turns++) wheel({ deltaY: -120 })
        const picture = () => canvas?.toDataURL() ?? ''
        let before = ''
        let [count, first] = [0, 0]
        const step = (at: number) => {
          first ||= at
          count++
          const share = (at - first) / (seconds * 1000)
          if (share >= 1) {
            const result = ((count - 1) * 1000) / (at - first)
            if (how !== 'rest' && picture() === before) return reject(new Error('The chart has not moved'))
            // As it was before.
            if (how === 'pan') for (let turns = 0; turns < 20; turns++) wheel({ deltaY: 120 })
            return resolve(result)
          }
          if (count === 10) before = picture()
          // To one side, and from the half on back again, but not quite.
          if (how === 'pan') wheel({ deltaX: share < 0.5 ? 12 : -9 })
          // In to a few minutes and out again, around a place that wanders.
          if (how === 'zoom' && box)
            wheel({
              deltaY: Math.floor(share * 4) % 2 === 0 ? -60 : 60,
              clientX: box.left + box.width * (0.3 + 0.4 * share),
            })
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    [CHART, MOVED_SECONDS, motion] as const,
  )
}

const smooth = (how: string, framesPerSecond: number, asked: number): Figure[] => [
  { label: `frames while ${how}`, value: framesPerSecond, unit: 'frames/s' },
  {
    label: `share of ${SMOOTH} a second, or of what is possible`,
    value: framesPerSecond / asked,
    unit: '',
    target: { atLeast: SHARE },
  },
]

const bench: Bench = {
  name: `One day of ${READINGS.toLocaleString('en')} readings of one device (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      const { imei, from } = await fill(server)
      const path = `/heart_rate?imei=${imei}&from=${from}&to=${from + DAY_MS - 1}`
      const [times, bare, zooming, panning]: [number[], number[], number[], number[]] = [[], [], [], []]
      let first = 0
      for (let round = -1; round < ROUNDS; round++) {
        const page = await browser.newPage({ viewport: SCREEN, serviceWorkers: 'block' })
        await logIn(page, server.url, 'admin')
        await page.waitForSelector('nav')
        // Somebody who looks at another reading and goes on to this one.
        await follow(page, `/oxygen?imei=${imei}`)
        await page.waitForSelector(CHART)
        await page.waitForTimeout(LANDED_MS)
        const time = await openChart(page, path)
        // The first one of all finds an empty cache of the database.
        if (round < 0) first = time
        else times.push(time)
        if (round === ROUNDS - 1) {
          await page.waitForTimeout(LANDED_MS)
          for (let left = TRIES; left > 0; left--) {
            bare.push(await frames(page, 'rest'))
            zooming.push(await frames(page, 'zoom'))
            panning.push(await frames(page, 'pan'))
          }
        }
        await page.context().close()
      }
      // Where the empty page is drawn slower than that, it is the measure.
      const asked = Math.min(SMOOTH, median(bare))
      const figures: Figure[] = [
        {
          label: 'from the click to the drawn chart',
          value: median(times),
          unit: 'ms',
          target: { atMost: DRAWN_MS },
        },
        { label: 'the first one of all', value: first, unit: 'ms' },
        { label: 'frames while nothing happens', value: median(bare), unit: 'frames/s' },
        ...smooth('zooming', median(zooming), asked),
        ...smooth('panning', median(panning), asked),
      ]
      return { figures }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
