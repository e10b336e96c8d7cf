// A tablet without network: a new page, the stored shell and the stored list, until the last screen can be used.
import { startConsole } from '../console-process.ts'
import { drawnAfter, follow, logIn, openBrowser, ROW, SCREEN } from './browser.ts'
import { type Bench, median, quantile } from './figures.ts'

const ROUNDS = 9
/** The cache is written a second after the last change. */
const STORED_MS = 4_000

const bench: Bench = {
  name: `Offline cold start (median of ${ROUNDS} new pages)`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    try {
      const context = await browser.newContext({ viewport: SCREEN })
      const first = await context.newPage()
      await logIn(first, server.url, 'admin')
      await follow(first, '/DeviceList')
      await first.waitForSelector(ROW)
      await first.evaluate(() => navigator.serviceWorker.ready)
      await first.waitForTimeout(STORED_MS)
      await first.close()
      await context.setOffline(true)
      const times: number[] = []
      let rows = 0
      for (let round = 0; round < ROUNDS; round++) {
        const page = await context.newPage()
        await page.goto(`${server.url}/#/DeviceList`, { waitUntil: 'commit' })
        const opened = await page.evaluate(() => performance.timeOrigin)
        times.push(await drawnAfter(page, ROW, opened))
        rows = await page.locator(ROW).count()
        await page.close()
      }
      return {
        figures: [
          {
            label: 'new page to the device list',
            value: median(times),
            unit: 'ms',
            target: { atMost: 1500 },
          },
          { label: 'the same, slowest', value: quantile(times, 1), unit: 'ms' },
          { label: 'rows drawn from the store', value: rows, unit: 'rows', target: { atLeast: 1 } },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
