// Settings sent to a thousand devices: from the call until each has answered what became of it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { MOST_COMMANDED } from '../../src/contract/endpoints/device-command.ts'
import { startConsole } from '../console-process.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import { type Bench, median } from './figures.ts'

const DEVICES = MOST_COMMANDED
const ROUNDS = 3
const LONGEST_MS = 60_000

const connected = z.object({ connected: z.int() })
const started = z.object({ data: z.object({ batchId: z.int(), orders: z.int() }) })
const counted = z.object({ data: z.object({ pending: z.int(), done: z.int() }) })

const bench: Bench = {
  name: `Settings to ${DEVICES} devices over MQTT, all results`,
  async run() {
    const server = await startConsole()
    let fleet: ChildProcess | undefined
    try {
      const client = await openDatabase(server)
      const tenantId = await tenantOf(client, 'admin')
      await addFleet(client, tenantId, DEVICES)
      const { rows } = await client.query<{ id: string }>(
        `select id from device where tenant_id = $1 and name like '0 %' order by id`,
        [tenantId],
      )
      await client.end()
      const deviceIds = rows.map(({ id }) => Number(id))
      fleet = fork(join(import.meta.dirname, 'answering-fleet.ts'), [server.mqttUrl, String(DEVICES)])
      const [said] = await once(fleet, 'message')
      if (z.parse(connected, said).connected !== DEVICES) throw new Error('Not all devices connected')
      const token = await logIn(server.url)
      const times: number[] = []
      let done = 0
      for (let round = 0; round < ROUNDS; round++) {
        const from = performance.now()
        const answer = await call(server.url, token, 'order/settings', {
          deviceIds,
          settings: { alarmSeconds: 60 + round },
        })
        const { batchId } = z.parse(started, answer).data
        done = await settled(server.url, token, batchId)
        times.push(performance.now() - from)
      }
      fleet.send('stop')
      await once(fleet, 'disconnect')
      return {
        figures: [
          { label: 'all results', value: median(times) / 1000, unit: 's', target: { atMost: 10 } },
          { label: 'slowest of the rounds', value: Math.max(...times) / 1000, unit: 's' },
          { label: 'done', value: done, unit: 'devices', target: { atLeast: DEVICES } },
        ],
      }
    } finally {
      fleet?.kill()
      await server.stop()
    }
  },
}

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Demo-2026!' }),
  })
  return answer.headers.get('authorization') ?? ''
}

async function call(url: string, token: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}/api/device/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

/** Waits until nothing of a batch is under way; answers how many devices have done it. */
async function settled(url: string, token: string, batchId: number): Promise<number> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await wait(50)) {
    const { pending, done } = z.parse(counted, await call(url, token, `commandBatch/get?id=${batchId}`)).data
    if (pending === 0) return done
  }
  return 0
}
export default bench
