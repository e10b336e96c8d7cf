// From a device's publish to the painted number in an open list, while 600 other devices talk too. A message that comes
// late counts with the time it took, however late; one that never comes is told by itself.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { topics } from '../../src/contract/topics.ts'
import { startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, ROW, SCREEN } from './browser.ts'
import { addFleet, imeiOf, openDatabase, SECRET, tenantOf } from './database.ts'
import { type Bench, median, quantile } from './figures.ts'

const MESSAGES = 60
const FLEET = 600
/** Beyond this a message is late. */
const LATE_MS = 1_000
/** Whoever has not been seen by then never will be. */
const PATIENCE_MS = 20_000

declare global {
  interface Window {
    /** When the page painted which battery level of the device that is watched. */
    painted?: Map<string, number>
  }
}

const bench: Bench = {
  name: `Message from device to screen while ${FLEET} devices talk (${MESSAGES} messages)`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    let fleet: ChildProcess | undefined
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      // The one that is watched stands in the first row; the others talk.
      await addFleet(client, tenantId, FLEET + 1)
      await client.query(`update device set name = '0' where imei = $1`, [imeiOf(1)])
      const page = await browser.newPage({ viewport: SCREEN })
      await logIn(page, server.url, 'admin')
      await follow(page, '/DeviceList')
      await page.waitForSelector(ROW)
      const child = fork(join(import.meta.dirname, 'talking-fleet.ts'), [server.mqttUrl, '2', `${FLEET}`])
      fleet = child
      await once(child, 'message')
      const spoke = async () => {
        const { rows } = await client.query<{ n: string }>(
          `select count(*) as n from position p join device d on d.id = p.device_id
           where d.tenant_id = $1 and d.name like '0 %' and p.at > $2`,
          [tenantId, Date.now() - 3_600_000],
        )
        return Number(rows[0]?.n)
      }
      while ((await spoke()) < FLEET) await wait(500)
      await page.evaluate(() => {
        const painted = new Map<string, number>()
        window.painted = painted
        new MutationObserver(() => {
          const level = /(\d+)\s*%/.exec(
            document.querySelector('[role="grid"] [data-row="0"]')?.textContent ?? '',
          )?.[1]
          if (level === undefined || painted.has(level)) return
          // After the frame that shows it.
          requestAnimationFrame(() => setTimeout(() => painted.set(level, Date.now())))
          // The list itself may be made anew.
        }).observe(document.body, {
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
      const sentAt: number[] = []
      for (let message = 0; message < MESSAGES; message++) {
        const level = String(30 + message)
        const sent = Date.now()
        sentAt.push(sent)
        device.publish(
          topic,
          JSON.stringify({ code: '2001', time: sent, values: { battery: Number(level) } }),
          { qos: 1 },
        )
        // Never in step with the batches of the server.
        await wait(400 + Math.random() * 500)
      }
      const levels = sentAt.map((_, message) => 30 + message)
      const paintedAt = async () => {
        const painted = await page.evaluate(() => [...(window.painted ?? [])])
        // Two that came together are one picture, with the later number.
        return levels.map(level => {
          const seen = painted.filter(([shown]) => Number(shown) >= level).map(([, at]) => at)
          return seen.length === 0 ? undefined : Math.min(...seen)
        })
      }
      const until = Date.now() + PATIENCE_MS
      let painted = await paintedAt()
      while (painted.includes(undefined) && Date.now() < until) {
        await wait(200)
        painted = await paintedAt()
      }
      const times = painted.flatMap((at, message) => (at === undefined ? [] : [at - (sentAt[message] ?? at)]))
      await device.endAsync(true)
      const talking = await spoke()
      await client.end()
      return {
        figures: [
          { label: 'publish to painted number', value: median(times), unit: 'ms', target: { atMost: 300 } },
          {
            label: '95 of 100 within',
            value: quantile(times, 0.95),
            unit: 'ms',
            target: { atMost: LATE_MS },
          },
          { label: 'the latest', value: quantile(times, 1), unit: 'ms' },
          {
            label: `later than ${LATE_MS} ms`,
            value: times.filter(ms => ms > LATE_MS).length,
            unit: 'messages',
          },
          { label: 'never shown', value: MESSAGES - times.length, unit: 'messages', target: { atMost: 0 } },
          { label: 'positions of the others', value: talking, unit: '', target: { atLeast: FLEET } },
        ],
      }
    } finally {
      fleet?.kill()
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
