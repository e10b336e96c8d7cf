// From a device's publish to the painted number in an open list, while 600 other devices talk too. A message that comes
// late counts with the time it took, however late; one that never comes is told by itself.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, ROW, SCREEN } from './browser.ts'
import { addFleet, imeiOf, openDatabase, tenantOf } from './database.ts'
import { type Bench, median, quantile } from './figures.ts'
import { sendLevels, watchFirstRow } from './watched-row.ts'

const MESSAGES = 60
const FLEET = 600
/** Beyond this a message is late. */
const LATE_MS = 1_000

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
      await watchFirstRow(page)
      const { times, missed } = await sendLevels(page, server.mqttUrl, {
        imei: imeiOf(1),
        messages: MESSAGES,
      })
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
          { label: 'never shown', value: missed, unit: 'messages', target: { atMost: 0 } },
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
