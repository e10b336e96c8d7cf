// One tenant says ten times as much as another: how long the other's messages take to the screen. Then the loud one is held to
// a quota far below what it says, and its SOS has to get through all the same.
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { topics } from '../../src/contract/topics.ts'
import { startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, ROW, SCREEN } from './browser.ts'
import { addFleet, imeiOf, openDatabase, SECRET, tenantOf } from './database.ts'
import { type Bench, median, quantile } from './figures.ts'
import { type LightFleet, startLightFleet } from './light-fleet.ts'
import { sendLevels, watchFirstRow } from './watched-row.ts'

const MESSAGES = 40
/** 20 messages a second, and 200. */
const QUIET = { devices: 200, everyMs: 10_000 }
const NOISY = { devices: 500, everyMs: 2_500 }
const FIRST_NOISY = 1_001
/** A tenth of what the noisy one says. */
const QUOTA = 1_200
const CRIES = 20
/** The server reads quotas once a minute. */
const PATIENCE_MS = 150_000

const bench: Bench = {
  name: 'A tenant that says ten times as much as another',
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    const fleets: LightFleet[] = []
    try {
      const client = await openDatabase(server)
      const [quiet, noisy] = [await tenantOf(client, 'admin'), await tenantOf(client, 'site')]
      await addFleet(client, quiet, QUIET.devices + 1)
      await addFleet(client, noisy, NOISY.devices + 1, FIRST_NOISY)
      await client.query(`update device set name = '0' where imei = $1`, [imeiOf(1)])
      const page = await browser.newPage({ viewport: SCREEN })
      await logIn(page, server.url, 'admin')
      await follow(page, '/DeviceList')
      await page.waitForSelector(ROW)
      fleets.push(
        startLightFleet(server.mqttUrl, { first: 2, count: QUIET.devices, everyMs: QUIET.everyMs }),
        startLightFleet(server.mqttUrl, {
          first: FIRST_NOISY + 1,
          count: NOISY.devices,
          everyMs: NOISY.everyMs,
        }),
      )
      await Promise.all(fleets.map(fleet => fleet.hello()))
      await watchFirstRow(page)
      const before = await Promise.all(fleets.map(fleet => fleet.counts()))
      const { times, missed } = await sendLevels(page, server.mqttUrl, {
        imei: imeiOf(1),
        messages: MESSAGES,
      })
      const after = await Promise.all(fleets.map(fleet => fleet.counts()))
      const [quietly = 0, loudly = 0] = after.map(({ said }, at) => said - (before[at]?.said ?? 0))

      await client.query('update tenant set messages_per_minute = $2 where id = $1', [noisy, QUOTA])
      const held = async () => {
        const { rows } = await client.query<{ n: string }>(
          'select coalesce(sum(slowed + refused), 0) as n from tenant_traffic where tenant_id = $1',
          [noisy],
        )
        return Number(rows[0]?.n)
      }
      const until = Date.now() + PATIENCE_MS
      while ((await held()) === 0 && Date.now() < until) await wait(1_000)
      const imei = imeiOf(FIRST_NOISY)
      const device = await mqtt.connectAsync(server.mqttUrl, {
        clientId: imei,
        username: imei,
        password: SECRET,
      })
      const cries: number[] = []
      const began = Date.now()
      for (let seq = 1; seq <= CRIES; seq++) {
        const sent = performance.now()
        const cry = { code: '3001', seq, type: 15, time: Date.now() }
        await device.publishAsync(topics.fromDevice(imei), JSON.stringify(cry), { qos: 1 })
        cries.push(performance.now() - sent)
        await wait(1_000)
      }
      await device.endAsync(true)
      const { rows } = await client.query<{ n: string }>(
        `select count(*) as n from alarm where imei = $1 and type = 'sos' and raised_at >= $2`,
        [imei, began],
      )
      const heldBack = await held()
      await client.end()
      return {
        figures: [
          {
            label: 'the noisy one said in that time',
            value: loudly / Math.max(1, quietly),
            unit: 'times as much',
          },
          { label: "the other's message to painted number", value: median(times), unit: 'ms' },
          { label: '95 of 100 within', value: quantile(times, 0.95), unit: 'ms', target: { atMost: 1_000 } },
          { label: 'never shown', value: missed, unit: 'messages', target: { atMost: 0 } },
          { label: 'messages that the quota held back', value: heldBack, unit: '', target: { atLeast: 1 } },
          {
            label: 'SOS of the noisy one stored',
            value: Number(rows[0]?.n),
            unit: '',
            target: { atLeast: CRIES },
          },
          { label: 'the slowest of them', value: quantile(cries, 1), unit: 'ms', target: { atMost: 2_000 } },
        ],
      }
    } finally {
      for (const fleet of fleets) fleet.stop()
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
