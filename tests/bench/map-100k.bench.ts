// The map with 100,000 live devices: the console's own page, from the click through endpoint and store to the screen,
// dragged, and told by the broker of a device that moves; then the map by itself, how smoothly it is moved compared with the bare one in the same run, and how soon
// movements are seen. Pixels are read back from the canvas.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import mqtt from 'mqtt'
import type { Browser, Page } from 'playwright'
import * as z from 'zod/mini'
import { topics } from '../../src/contract/topics.ts'
import { type ConsoleProcess, startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, ROW, SCREEN } from './browser.ts'
import { addFleet, imeiOf, openDatabase, SECRET, tenantOf } from './database.ts'
import { type Bench, median, quantile } from './figures.ts'
import {
  dragFleet,
  hearPlaces,
  keepPictures,
  movedTo,
  type Opened,
  openFleet,
  watchMap,
} from './fleet-screen.ts'
import { startScene } from './map-scene.ts'

const DEVICES = 100_000
const ROUNDS = 5
const OPENINGS = 3
const MOVES = 9
/** Which of the fleet moves; it is far away until it is chosen. */
const WALKER = 1
const HOME = { longitude: 108, latitude: 31 }
/** Longer than a point glides, and than a batch of the server. */
const GLIDE_MS = 2_500
const SOURCE = 'src/platform/map/maplibre/open-maplibre.ts'

/** The built file that draws the console's own map. */
function builtMap(): string {
  const path = join(import.meta.dirname, '..', '..', 'dist', '.vite', 'manifest.json')
  const files = z
    .record(z.string(), z.object({ file: z.string() }))
    .parse(JSON.parse(readFileSync(path, 'utf8')))
  const file = files[SOURCE]?.file
  if (!file) throw new Error(`${SOURCE} is not in the build`)
  return `/${file}`
}

async function eachRound(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await measure())
  return median(times)
}

/** Frames per second of the bare map and with the devices, by turns, so that a busy machine slows both. */
async function framesOf(page: Page): Promise<{ bare: number; full: number; ratio: number }> {
  const rounds: { bare: number; full: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      bare: await page.evaluate(() => window.mapScene?.framesPerSecond(false) ?? 0),
      full: await page.evaluate(() => window.mapScene?.framesPerSecond(true) ?? 0),
    })
  return {
    bare: median(rounds.map(({ bare }) => bare)),
    full: median(rounds.map(({ full }) => full)),
    ratio: median(rounds.map(({ bare, full }) => full / bare)),
  }
}

/** A chosen device moves: from its own word, and from the moment when the page is told, until it is seen. */
async function liveMoves(server: ConsoleProcess, page: Page) {
  const device = await mqtt.connectAsync(server.mqttUrl, {
    clientId: imeiOf(WALKER),
    username: imeiOf(WALKER),
    password: SECRET,
  })
  const says = (lon: number) =>
    device.publishAsync(
      topics.fromDevice(imeiOf(WALKER)),
      JSON.stringify({ code: '2002', time: Date.now(), lon, lat: HOME.latitude, accuracy: 3, source: 'gps' }),
      { qos: 1 },
    )
  await says(HOME.longitude)
  await follow(page, '/DeviceList')
  await page.waitForSelector(ROW)
  // Else the page may ask where it is before the server has put it there.
  await page.waitForTimeout(GLIDE_MS)
  // Comes up over the chosen device, and stays there: what moves is the device.
  await follow(page, `/locations?imei=${imeiOf(WALKER)}`)
  await page.getByText(imeiOf(WALKER)).first().waitFor()
  const [fromDevice, fromPage]: [number[], number[]] = [[], []]
  for (let move = 1; move <= MOVES; move++) {
    await page.waitForTimeout(GLIDE_MS)
    const there = HOME.longitude + 0.002 + move / 100_000
    await watchMap(page)
    const said = Date.now()
    await says(there)
    const { heard, seen } = await movedTo(page, there)
    fromDevice.push(seen - said)
    fromPage.push(seen - heard)
    await page.waitForTimeout(GLIDE_MS)
    await says(HOME.longitude)
  }
  await device.endAsync(true)
  return { fromDevice, fromPage }
}

/** The whole way of the fleet, in the page that people open. */
async function wholeWay(server: ConsoleProcess, browser: Browser) {
  const client = await openDatabase(server)
  const tenantId = await tenantOf(client, 'admin')
  await addFleet(client, tenantId, DEVICES)
  await client.query(
    `update device_state s set longitude = 108 + (random() - 0.5) * 10, latitude = 31 + (random() - 0.5) * 8, accuracy = 8,
       position_at = $2 from device d where d.id = s.device_id and d.tenant_id = $1 and d.name like '0 %'`,
    [tenantId, Date.now()],
  )
  await client.query('vacuum analyze device_state')
  await client.end()
  const opened: Opened[] = []
  const [full, bare]: [number[], number[]] = [[], []]
  let moves: Awaited<ReturnType<typeof liveMoves>> = { fromDevice: [], fromPage: [] }
  for (let round = 0; round < OPENINGS; round++) {
    const page = await browser.newPage({ viewport: SCREEN, serviceWorkers: 'block' })
    await keepPictures(page)
    await hearPlaces(page)
    await logIn(page, server.url, 'admin')
    await follow(page, '/DeviceList')
    await page.waitForSelector(ROW)
    opened.push(await openFleet(page))
    if (round === OPENINGS - 1) {
      for (let left = OPENINGS; left > 0; left--) {
        full.push(await dragFleet(page))
        await follow(page, '/locations?q=nobody%20is%20called%20so')
        await page.waitForTimeout(1_000)
        bare.push(await dragFleet(page))
        await follow(page, '/locations')
        await page.waitForTimeout(1_000)
      }
      moves = await liveMoves(server, page)
    }
    await page.context().close()
  }
  return { opened, full: median(full), bare: median(bare), ...moves }
}

const bench: Bench = {
  name: `Map with ${DEVICES.toLocaleString('en')} devices (median of ${ROUNDS})`,
  async run() {
    const chunk = builtMap()
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      const way = await wholeWay(server, browser)
      const page = await browser.newPage({ viewport: SCREEN, serviceWorkers: 'block' })
      await page.goto(server.url)
      const firstClusters = await page.evaluate(startScene, { chunk, devices: DEVICES })
      const { bare, full, ratio } = await framesOf(page)
      const allClustered = await eachRound(() => page.evaluate(() => window.mapScene?.moveAll(true) ?? 0))
      const allSingle = await eachRound(() => page.evaluate(() => window.mapScene?.moveAll(false) ?? 0))
      const selected = await eachRound(() => page.evaluate(() => window.mapScene?.moveSelected() ?? 0))
      return {
        figures: [
          {
            label: 'page of the fleet: click to devices seen',
            value: median(way.opened.map(({ seen }) => seen)),
            unit: 'ms',
            target: { atMost: 3_000 },
          },
          {
            label: 'of it until the endpoint has answered',
            value: median(way.opened.map(({ answered }) => answered)),
            unit: 'ms',
          },
          { label: 'page of the fleet: dragged', value: way.full, unit: 'frames/s' },
          {
            label: 'share of the same page without a device',
            value: way.full / way.bare,
            unit: '',
            target: { atLeast: 0.9 },
          },
          {
            label: "page of the fleet: a chosen device's live move is seen",
            value: median(way.fromPage),
            unit: 'ms',
            target: { atMost: 100 },
          },
          { label: 'the same, slowest', value: quantile(way.fromPage, 1), unit: 'ms' },
          { label: "the same, from the device's own word", value: median(way.fromDevice), unit: 'ms' },
          {
            label: 'first clusters, from an empty page',
            value: firstClusters,
            unit: 'ms',
            target: { atMost: 3_000 },
          },
          { label: 'bare map: moving and zooming', value: bare, unit: 'frames/s' },
          { label: 'with all devices: moving and zooming', value: full, unit: 'frames/s' },
          { label: 'share of the bare map', value: ratio, unit: '', target: { atLeast: 0.9 } },
          { label: "a selected device's move is seen", value: selected, unit: 'ms', target: { atMost: 100 } },
          {
            label: 'all moved at once, as clusters',
            value: allClustered,
            unit: 'ms',
            target: { atMost: 200 },
          },
          { label: 'all moved at once, one by one', value: allSingle, unit: 'ms', target: { atMost: 200 } },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
