// How soon the first rows and the first markers stand for somebody with a session whose browser has stored nothing, at a
// tenant of 10,000 devices; and what the page of the fleet costs: scripts, bytes, heap.
import type { Browser, BrowserContext, Page } from 'playwright'
import { type ConsoleProcess, startConsole } from '../console-process.ts'
import { drawnAfter, logIn, openBrowser, ROW, SCREEN } from './browser.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import { type Bench, median, quantile } from './figures.ts'
import { devicesSeen, keepPictures } from './fleet-screen.ts'

const DEVICES = 10_000
const ROUNDS = 7
const FLEET_ROW = 'main li[data-at] button'
/** What comes after the first markers has come by then. */
const SETTLED_MS = 6_000
const KB = 1000
const MB = 1_000_000

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** Puts the fleet into the tenant of `admin`, each device with a place. */
async function addPlacedFleet(server: ConsoleProcess): Promise<void> {
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
}

/** What a browser keeps of a session, and nothing else. */
async function sessionOf(browser: Browser, url: string): Promise<Stored> {
  const context = await browser.newContext({ viewport: SCREEN, serviceWorkers: 'block' })
  const page = await context.newPage()
  await logIn(page, url, 'admin')
  await page.waitForSelector('nav')
  const stored = await context.storageState()
  await context.close()
  return stored
}

/** Opens an address in a browser that knows the session alone; answers what was measured there. */
async function cold<Result>(
  browser: Browser,
  stored: Stored,
  address: string,
  measure: (page: Page, opened: number) => Promise<Result>,
  before?: (page: Page) => Promise<void>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: SCREEN,
    serviceWorkers: 'block',
    storageState: stored,
  })
  try {
    const page = await context.newPage()
    await before?.(page)
    await page.goto(address, { waitUntil: 'commit' })
    return await measure(page, await page.evaluate(() => performance.timeOrigin))
  } finally {
    await context.close()
  }
}

/** The weight of a page that has come to rest: script files, bytes as they travelled, and its heap. */
async function weightOf(
  page: Page,
): Promise<{ scripts: number; bytes: number; scriptBytes: number; heap: number }> {
  await page.waitForTimeout(SETTLED_MS)
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(entry =>
        entry instanceof PerformanceResourceTiming
          ? [{ path: new URL(entry.name).pathname, bytes: entry.encodedBodySize }]
          : [],
      ),
  )
  const scripts = files.filter(({ path }) => path.endsWith('.js'))
  const sum = (some: typeof files) => some.reduce((total, { bytes }) => total + bytes, 0)
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  const code = files.filter(({ path }) => /\.(js|css)$/.test(path))
  return { scripts: scripts.length, bytes: sum(code), scriptBytes: sum(scripts), heap: usedSize }
}

const bench: Bench = {
  name: `First rows of ${DEVICES.toLocaleString('en')} devices, cold with a session (median of ${ROUNDS})`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      await addPlacedFleet(server)
      const stored = await sessionOf(browser, server.url)
      const list: number[] = []
      const fleet: number[] = []
      const markers: number[] = []
      const heaps: number[] = []
      let weight = { scripts: 0, bytes: 0, scriptBytes: 0, heap: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        list.push(
          await cold(browser, stored, `${server.url}/#/DeviceList`, (page, opened) =>
            drawnAfter(page, ROW, opened),
          ),
        )
        fleet.push(
          await cold(browser, stored, `${server.url}/#/locations`, async (page, opened) => {
            const drawn = await drawnAfter(page, FLEET_ROW, opened)
            if (round < 3) {
              weight = await weightOf(page)
              heaps.push(weight.heap)
            }
            return drawn
          }),
        )
        markers.push(
          await cold(
            browser,
            stored,
            `${server.url}/#/locations`,
            async page => devicesSeen(page, 0),
            keepPictures,
          ),
        )
      }
      const times = (label: string, samples: readonly number[], atMost: number) => [
        { label, value: median(samples), unit: 'ms', target: { atMost } },
        { label: 'the same, slowest', value: quantile(samples, 1), unit: 'ms' },
      ]
      return {
        figures: [
          ...times('device list: first row', list, 700),
          ...times('page of the fleet: first row', fleet, 700),
          ...times('page of the fleet: first markers', markers, 1_200),
          {
            label: 'page of the fleet: scripts',
            value: weight.scripts,
            unit: 'files',
            target: { atMost: 30 },
          },
          {
            label: 'page of the fleet: scripts and style sheets',
            value: weight.bytes / KB,
            unit: 'KB',
            target: { atMost: 500 },
          },
          { label: 'page of the fleet: scripts alone', value: weight.scriptBytes / KB, unit: 'KB' },
          { label: 'page of the fleet: heap', value: median(heaps) / MB, unit: 'MB', target: { atMost: 20 } },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
