// From a device's publish to the painted number in an open list, while the simulated fleet of the demo talks too.
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { topics } from '../../src/contract/topics.ts'
import { startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, ROW, SCREEN } from './browser.ts'
import { addFleet, imeiOf, openDatabase, SECRET, tenantOf } from './database.ts'
import { type Bench, median, quantile } from './figures.ts'

const MESSAGES = 60
/** The fleet connects ten devices a tick of 250 ms. */
const FLEET_MS = 30_000

declare global {
  interface Window {
    /** When the page painted which battery level of the device that is watched. */
    painted?: Map<string, number>
  }
}

const bench: Bench = {
  name: `Message from device to screen, demo fleet running (${MESSAGES} messages)`,
  async run() {
    const started = Date.now()
    const server = await startConsole({ SIMULATE: 'on' })
    const browser = await openBrowser()
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      // One device of our own on the first page, among those of the demo.
      await addFleet(client, tenantId, 1)
      const page = await browser.newPage({ viewport: SCREEN })
      await logIn(page, server.url, 'admin')
      await follow(page, '/DeviceList')
      await page.waitForSelector(ROW)
      await wait(FLEET_MS)
      const { rows } = await client.query<{ spoke: string }>(
        'select count(*) as spoke from device_state where last_message_at > $1',
        [started],
      )
      await client.end()
      await page.evaluate(() => {
        const painted = new Map<string, number>()
        window.painted = painted
        const row = document.querySelector('[role="grid"] [data-row="0"]')
        if (!row) throw new Error('The list has no first row')
        new MutationObserver(() => {
          const level = /(\d+)\s*%/.exec(
            document.querySelector('[role="grid"] [data-row="0"]')?.textContent ?? '',
          )?.[1]
          if (level === undefined || painted.has(level)) return
          // After the frame that shows it.
          requestAnimationFrame(() => setTimeout(() => painted.set(level, Date.now())))
        }).observe(document.querySelector('[role="grid"]') ?? row, {
          subtree: true,
          childList: true,
          characterData: true,
        })
      })
      const device = await mqtt.connectAsync(server.mqttUrl, {
        clientId: imeiOf(1),
        username: imeiOf(1),
        password: SECRET,
      })
      const topic = topics.fromDevice(imeiOf(1))
      const times: number[] = []
      let lost = 0
      for (let message = 0; message < MESSAGES; message++) {
        const level = String(30 + message)
        const sent = Date.now()
        device.publish(
          topic,
          JSON.stringify({ code: '2001', time: sent, values: { battery: Number(level) } }),
          { qos: 1 },
        )
        // Never in step with the batches of the server.
        await wait(400 + Math.random() * 500)
        const at = await page.evaluate(known => window.painted?.get(known), level)
        if (at === undefined) lost++
        else times.push(at - sent)
      }
      await device.endAsync(true)
      return {
        figures: [
          { label: 'publish to painted number', value: median(times), unit: 'ms', target: { atMost: 300 } },
          { label: '95 of 100 within', value: quantile(times, 0.95), unit: 'ms' },
          {
            label: 'not shown after 400 to 900 ms',
            value: lost,
            unit: 'messages',
            target: { atMost: MESSAGES / 10 },
          },
          { label: 'devices of the fleet that spoke', value: Number(rows[0]?.spoke), unit: 'devices' },
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
