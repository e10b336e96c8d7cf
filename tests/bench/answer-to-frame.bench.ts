// From the click on Answer to the first decoded frame of the visitor. The dialog itself opens after 1 s, as specified.
import { setTimeout as wait } from 'node:timers/promises'
import { MEDIA_FLAGS } from '../../scripts/chromium.mjs'
import { startConsole } from '../console-process.ts'
import { openBrowser, SCREEN } from './browser.ts'
import { answerRinging, type Moments, noteMoments } from './call-moments.ts'
import { openDatabase } from './database.ts'
import { connectDoor, DRAWER, openListening } from './door.ts'
import { type Bench, median, quantile } from './figures.ts'

const CALLS = 12

const bench: Bench = {
  name: `Answer to the first frame of the visitor (${CALLS} calls after the first)`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser(MEDIA_FLAGS)
    const client = await openDatabase(server)
    const door = await connectDoor(server, client)
    try {
      const page = await browser.newPage({ viewport: SCREEN })
      await noteMoments(page)
      await openListening(page, server.url, 'admin')
      const calls: Moments[] = []
      for (let call = 0; call <= CALLS; call++) {
        door.ring()
        await page.waitForSelector(DRAWER)
        // People look before they answer; meanwhile the code of the line arrives.
        await wait(500 + Math.random() * 500)
        calls.push(await answerRinging(page))
        await page.getByRole('button', { name: /^(Hang up|挂断)$/ }).click()
        await page.waitForSelector('dialog', { state: 'detached' })
        await door.until('ended')
        await wait(300 + Math.random() * 500)
      }
      const [first, ...later] = calls.map(({ clicked, ...moments }) => ({
        decoded: moments.decoded - clicked,
        shown: moments.shown - clicked,
        dialog: moments.dialog - clicked,
      }))
      const decoded = later.map(call => call.decoded)
      return {
        figures: [
          { label: 'clicked to decoded', value: median(decoded), unit: 'ms', target: { atMost: 1000 } },
          { label: '95 of 100 within', value: quantile(decoded, 0.95), unit: 'ms' },
          {
            label: 'the first call, which loads what a line needs',
            value: first?.decoded ?? Number.NaN,
            unit: 'ms',
          },
          { label: 'clicked to shown', value: median(later.map(call => call.shown)), unit: 'ms' },
          {
            label: 'clicked to dialog (after 1 s, as specified)',
            value: median(later.map(call => call.dialog)),
            unit: 'ms',
          },
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
export default bench
