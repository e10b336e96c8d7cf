// From the button of a door unit to the painted drawer of a console, on one machine and one clock.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { startConsole } from '../console-process.ts'
import { openBrowser, SCREEN } from './browser.ts'
import { callFiles } from './call-code.ts'
import { openDatabase } from './database.ts'
import { connectDoor, DRAWER, giveUp, openListening } from './door.ts'
import { type Bench, median, quantile } from './figures.ts'

const RINGS = 15
const PATIENCE_MS = 20_000

declare global {
  interface Window {
    /** When the page painted each drawer. */
    drawers?: number[]
  }
}

const bench: Bench = {
  name: `Button of a door unit to the drawer of a console (${RINGS} rings after the first)`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    const client = await openDatabase(server)
    const door = await connectDoor(server, client)
    try {
      const page = await browser.newPage({ viewport: SCREEN })
      await openListening(page, server.url, 'admin')
      const early = await callFilesIn(page)
      await watchDrawers(page)
      const times: number[] = []
      for (let ring = 0; ring <= RINGS; ring++) {
        const pressed = Date.now()
        door.ring()
        const painted = await page.waitForFunction(at => window.drawers?.[at], ring, { timeout: PATIENCE_MS })
        times.push(((await painted.jsonValue()) ?? Number.NaN) - pressed)
        await giveUp(door, page)
        // Never in step with anything that the server does by the clock.
        await wait(300 + Math.random() * 500)
      }
      const [first = Number.NaN, ...later] = times
      return {
        figures: [
          { label: 'pressed to painted', value: median(later), unit: 'ms', target: { atMost: 300 } },
          { label: '95 of 100 within', value: quantile(later, 0.95), unit: 'ms' },
          { label: 'the first ring, which loads the call code', value: first, unit: 'ms' },
          { label: 'call code loaded before it', value: early, unit: 'files', target: { atMost: 0 } },
        ],
      }
    } finally {
      await door.stop()
      await browser.close()
      await client.end()
      await server.stop()
    }
  },
}

/** How many files of the call code a page has loaded. */
async function callFilesIn(page: Page): Promise<number> {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return callFiles().filter(file => loaded.some(name => name.endsWith(file))).length
}

function watchDrawers(page: Page): Promise<void> {
  return page.evaluate(drawer => {
    const times: number[] = []
    window.drawers = times
    let there = false
    new MutationObserver(() => {
      // A dialog that is not yet shown has no place on the screen.
      const shown = document.querySelector(drawer)?.getClientRects().length
      if (shown && !there) requestAnimationFrame(() => setTimeout(() => times.push(Date.now())))
      there = Boolean(shown)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  }, DRAWER)
}
export default bench
