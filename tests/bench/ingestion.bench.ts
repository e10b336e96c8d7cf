// Messages that are stored before they are acknowledged: how many a second, with the console open in a browser.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { startConsole } from '../console-process.ts'
import { follow, logIn, openBrowser, ROW, SCREEN } from './browser.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import type { Bench } from './figures.ts'

const DEVICES = 200
/** Unacknowledged messages of one device at once. */
const WINDOW = 4
const WARM_UP_MS = 5_000
const MEASURED_MS = 20_000

const progress = z.object({ at: z.number(), acknowledged: z.int(), failed: z.int() })
type Progress = z.output<typeof progress>

function follower(publisher: ChildProcess): () => Progress {
  let last: Progress = { at: 0, acknowledged: 0, failed: 0 }
  publisher.on('message', message => {
    last = z.parse(progress, message)
  })
  return () => last
}

const bench: Bench = {
  name: `Ingestion: ${DEVICES} devices at QoS 1, console open (${MEASURED_MS / 1000} s)`,
  async run() {
    const server = await startConsole()
    const browser = await openBrowser()
    let publisher: ChildProcess | undefined
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      await addFleet(client, tenantId, DEVICES)
      const page = await browser.newPage({ viewport: SCREEN })
      await logIn(page, server.url, 'admin')
      await follow(page, '/DeviceList?size=100')
      await page.waitForSelector(ROW)
      const count = async () => {
        const { rows } = await client.query<{ n: string }>(
          `select count(*) as n from reading where kind = 'heartRate' and device_id in
             (select id from device where tenant_id = $1 and name like '0 %')`,
          [tenantId],
        )
        return Number(rows[0]?.n)
      }
      const child = fork(join(import.meta.dirname, 'publisher.ts'), [
        server.mqttUrl,
        '1',
        `${DEVICES}`,
        `${WINDOW}`,
      ])
      publisher = child
      const latest = follower(child)
      while (latest().acknowledged === 0) await wait(100)
      await wait(WARM_UP_MS)
      const from = latest()
      await wait(MEASURED_MS)
      const to = latest()
      child.send('stop')
      await once(child, 'disconnect')
      const end = latest()
      const stored = await count()
      await client.end()
      return {
        figures: [
          {
            label: 'acknowledged',
            value: (to.acknowledged - from.acknowledged) / ((to.at - from.at) / 1000),
            unit: 'messages/s',
            target: { atLeast: 2000 },
          },
          { label: 'acknowledged in all', value: end.acknowledged, unit: 'messages' },
          {
            label: 'rows of them in the database',
            value: stored,
            unit: 'rows',
            target: { atLeast: end.acknowledged },
          },
          { label: 'not acknowledged', value: end.failed, unit: 'messages', target: { atMost: 0 } },
        ],
      }
    } finally {
      publisher?.kill()
      await browser.close()
      await server.stop()
    }
  },
}
export default bench
