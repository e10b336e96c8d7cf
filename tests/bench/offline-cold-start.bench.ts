// A tablet without network that was switched off: a browser that has just been started, nothing in its memory or in the
// one of its workers, the stored shell and the stored list, until the last screen can be used.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startConsole } from '../console-process.ts'
import { drawnAfter, follow, logIn, openProfile, ROW } from './browser.ts'
import { type Bench, median, quantile } from './figures.ts'

const ROUNDS = 9
/** The cache is written a second after the last change. */
const STORED_MS = 4_000

const bench: Bench = {
  name: `Offline cold start (median of ${ROUNDS} new browsers)`,
  async run() {
    const server = await startConsole()
    const profile = mkdtempSync(join(tmpdir(), 'gatehouse-profile-'))
    let running = await openProfile(profile)
    try {
      const first = await running.newPage()
      await logIn(first, server.url, 'admin')
      await follow(first, '/DeviceList')
      await first.waitForSelector(ROW)
      await first.evaluate(() => navigator.serviceWorker.ready)
      await first.waitForTimeout(STORED_MS)
      await running.close()
      const [times, launches]: [number[], number[]] = [[], []]
      let rows = 0
      for (let round = 0; round < ROUNDS; round++) {
        const launched = Date.now()
        // Its processes are new, so are those of the service worker: what is there comes from the disk.
        running = await openProfile(profile)
        await running.setOffline(true)
        const [page = await running.newPage()] = running.pages()
        launches.push(Date.now() - launched)
        const asked = Date.now()
        await page.goto(`${server.url}/#/DeviceList`, { waitUntil: 'commit' })
        times.push(await drawnAfter(page, ROW, asked))
        rows = await page.locator(ROW).count()
        await running.close()
      }
      return {
        figures: [
          {
            label: 'from the address to the device list',
            value: median(times),
            unit: 'ms',
            target: { atMost: 1500 },
          },
          { label: 'the same, slowest', value: quantile(times, 1), unit: 'ms' },
          { label: 'the browser itself', value: median(launches), unit: 'ms' },
          { label: 'rows drawn from the store', value: rows, unit: 'rows', target: { atLeast: 1 } },
        ],
      }
    } finally {
      await running.close()
      await server.stop()
      rmSync(profile, { recursive: true, force: true })
    }
  },
}
export default bench
