// How long a person waits: for the login field of a browser that knows nothing, and from signing in to a list.
import { startConsole } from '../console-process.ts'
import { ACCOUNT_FIELD, drawnAfter, fillLogin, openBrowser, ROW, SCREEN } from './browser.ts'
import { type Bench, median, quantile } from './figures.ts'

const ROUNDS = 9

const bench: Bench = {
  name: `Opening and signing in (median of ${ROUNDS} new browsers' profiles)`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    const [toField, toList]: [number[], number[]] = [[], []]
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const context = await browser.newContext({ viewport: SCREEN })
        const page = await context.newPage()
        await page.goto(server.url, { waitUntil: 'commit' })
        const opened = await page.evaluate(() => performance.timeOrigin)
        toField.push(await drawnAfter(page, ACCOUNT_FIELD, opened))
        await fillLogin(page, 'admin')
        const pressed = await page.evaluate(() => {
          const moment = Date.now()
          document.querySelector<HTMLElement>('button[type="submit"]')?.click()
          const go = () => {
            // The landing page of this account is its alarms: it is left for the devices as soon as it stands.
            if (location.hash !== '#/login' && document.querySelector('nav')) location.hash = '/DeviceList'
            else requestAnimationFrame(go)
          }
          go()
          return moment
        })
        toList.push(await drawnAfter(page, ROW, pressed))
        await context.close()
      }
      return {
        figures: [
          {
            label: 'cold open to the login field',
            value: median(toField),
            unit: 'ms',
            target: { atMost: 1500 },
          },
          { label: 'the same, slowest', value: quantile(toField, 1), unit: 'ms' },
          {
            label: 'signing in to the device list',
            value: median(toList),
            unit: 'ms',
            target: { atMost: 1500 },
          },
          { label: 'the same, slowest', value: quantile(toList, 1), unit: 'ms' },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
