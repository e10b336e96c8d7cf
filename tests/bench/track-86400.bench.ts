// A track of one position a second over a day: from the click until its line is on the map, and the ticks while it plays.
import type { Page } from 'playwright'
import { createPool } from '../../server/db/pool.ts'
import { createData } from '../../server/db/scoped.ts'
import { createLog } from '../../server/log.ts'
import { packClosedTracks } from '../../server/modules/tracks/hours.ts'
import { startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, SCREEN } from './browser.ts'
import { databaseUrl, openDatabase, tenantOf } from './database.ts'
import { type Bench, type Figure, median } from './figures.ts'

const POINTS = 86_400
const ROUNDS = 5
const DRAWN_MS = 1_500
const LANDED_MS = 2_500
const TICK_MS = 20
const PLAY_MS = 5_000
const DAY_MS = 86_400_000
/** The first device's colour in both skins. */
const LINE_COLOURS = [
  [78, 168, 255],
  [20, 99, 216],
]

interface Filled {
  imei: string
  /** A device that is looked at before. */
  other: string
  from: number
}

/** A whole past day of a watch that goes in loops of some hundred metres; packed as the server does after each hour. */
async function fill(server: Awaited<ReturnType<typeof startConsole>>): Promise<Filled> {
  const client = await openDatabase(server)
  const tenantId = await tenantOf(client, 'admin')
  const { rows } = await client.query<{ id: string; imei: string }>(
    `select id, imei from device where tenant_id = $1 and kind = 'watch' and removed_at is null order by id limit 2`,
    [tenantId],
  )
  const [device, other] = rows
  if (!device || !other) throw new Error('The demo has no watches')
  const from = new Date(new Date().setHours(0, 0, 0, 0) - DAY_MS).setHours(0, 0, 0, 0)
  for (const table of ['position', 'track_hour'])
    await client.query(`delete from ${table} where device_id = $1`, [device.id])
  await client.query(
    `insert into position (tenant_id, device_id, at, latitude, longitude, accuracy, source)
     select $1, $2, $3::bigint + second * 1000,
       30.2876 + 0.004 * sin(second / 700.0) + 0.002 * sin(second / 91.0) + 0.00001 * random(),
       120.132 + 0.005 * cos(second / 930.0) + 0.002 * cos(second / 77.0) + 0.00001 * random(), 4 + second % 7, 'gps'
     from generate_series(0, $4 - 1) second`,
    [tenantId, device.id, from, POINTS],
  )
  // Rows that no message brought are found by the look at all of them.
  await client.query('delete from packing_mark')
  await client.end()
  const pool = createPool({ url: databaseUrl(server), log: createLog({ logLevel: 'silent' }) })
  await packClosedTracks(createData(pool), Date.now())
  await pool.end()
  return { imei: device.imei, other: other.imei, from }
}

/** Milliseconds from now until the line is seen in the middle of the map, by the page itself. */
function openTrack(page: Page, path: string): Promise<number> {
  return page.evaluate(
    ([hash, colours]) =>
      new Promise<number>((resolve, reject) => {
        const copy = document.createElement('canvas')
        const context = copy.getContext('2d', { willReadFrequently: true })
        const from = performance.now()
        const until = from + 30_000
        // The line of the track before is none of this one's: the page says in between that it loads.
        let loaded = false
        const loading = () => document.querySelector('main [role="status"][aria-busy="true"]') !== null
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>('canvas.maplibregl-canvas')
          if (context && canvas && canvas.width > 100) {
            const high = 60
            ;[copy.width, copy.height] = [canvas.width, high]
            context.drawImage(canvas, 0, -Math.round(canvas.height / 2))
            const { data } = context.getImageData(0, 0, copy.width, high)
            let lined = false
            for (let at = 0; at < data.length && !lined; at += 4)
              lined = colours.some(colour =>
                colour.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) < 8),
              )
            if (loading()) loaded = true
            if (loaded && !loading() && lined) return resolve(performance.now() - from)
          }
          if (performance.now() > until) reject(new Error('The line was not drawn'))
          else requestAnimationFrame(look)
        }
        location.hash = hash
        look()
      }),
    [path, LINE_COLOURS] as const,
  )
}

/**
 * Counts the ticks of the playing, which nothing else on the page is as quick as, from before the page runs. Each sets the
 * next one; one that comes late sets it at once, one that comes a part of a millisecond early that much later.
 */
const countTicks = (tick: number) => {
  const counted = { ticks: 0 }
  Object.assign(window, { counted })
  const { setTimeout } = window
  let inTick = false
  window.setTimeout = ((work: () => void, ms = 0, ...rest: unknown[]) => {
    const ticks = ms < tick + 1 && (ms > 0 || inTick)
    const run = () => {
      if (ticks) counted.ticks++
      inTick = ticks
      work()
      inTick = false
    }
    return setTimeout(run, ms, ...rest)
  }) as typeof window.setTimeout
}

/** Lets the page look at the map's picture at any time, not only in the frame that makes it. Before the page runs. */
const keepPictures = () => {
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    options?: object,
  ) {
    return getContext.call(this, kind, { ...options, ...(kind !== '2d' && { preserveDrawingBuffer: true }) })
  } as typeof getContext
}

/** Share of the ticks that came while it played so long. */
async function play(page: Page): Promise<number> {
  await page.getByRole('button', { name: /^(Play|播放)$/ }).click()
  return page.evaluate(
    ([ms, tick]) =>
      new Promise<number>(resolve => {
        const { counted } = window as unknown as { counted: { ticks: number } }
        const [from, before] = [performance.now(), counted.ticks]
        setTimeout(() => {
          const expected = (performance.now() - from) / tick
          resolve((counted.ticks - before) / expected)
        }, ms)
      }),
    [PLAY_MS, TICK_MS] as const,
  )
}

const bench: Bench = {
  name: `A track of ${POINTS.toLocaleString('en')} positions of one device (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      const { imei, other, from } = await fill(server)
      const path = `/track?imei=${imei}&from=${from}&to=${from + DAY_MS - 1}`
      const [times, ticks]: [number[], number[]] = [[], []]
      let first = 0
      for (let round = -1; round < ROUNDS; round++) {
        const page = await browser.newPage({ viewport: SCREEN, serviceWorkers: 'block' })
        await page.addInitScript(() => localStorage.setItem('lang', 'en'))
        await page.addInitScript(countTicks, TICK_MS)
        await page.addInitScript(keepPictures)
        await logIn(page, server.url, 'admin')
        await page.waitForSelector('nav')
        // Somebody who looks at another track and goes on to this one.
        await follow(page, `/track?imei=${other}`)
        await page.waitForSelector('canvas.maplibregl-canvas')
        await page.waitForTimeout(LANDED_MS)
        const time = await openTrack(page, path)
        if (round < 0) first = time
        else times.push(time)
        if (round >= 0) {
          await page.waitForTimeout(LANDED_MS)
          ticks.push(await play(page))
        }
        await page.context().close()
      }
      const figures: Figure[] = [
        {
          label: 'from the click to the line on the map',
          value: median(times),
          unit: 'ms',
          target: { atMost: DRAWN_MS },
        },
        { label: 'the first one of all', value: first, unit: 'ms' },
        {
          label: 'ticks of the playing that came, of those expected',
          value: median(ticks),
          unit: '',
          target: { atLeast: 0.98 },
        },
      ]
      return { figures }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
