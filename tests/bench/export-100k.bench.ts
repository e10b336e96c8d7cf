// Exports of a tenant's 100,000 devices as text table and workbook: how long, and how much memory they cost the server.
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { startConsole } from '../console-process.ts'
import { addFleet, openDatabase, tenantOf } from './database.ts'
import type { Bench, Figure } from './figures.ts'
import { residentOf } from './resident.ts'

const DEVICES = 100_000
const LIMIT_MS = 20_000
const LIMIT_MB = 150
const SAMPLE_MS = 50
const COLUMNS = [
  'imei',
  'name',
  'kind',
  'state',
  'battery',
  'categoryName',
  'departmentName',
  'installLocation',
  'lastMessageAt',
  'createdAt',
]

const bench: Bench = {
  name: `Export of ${DEVICES.toLocaleString('en')} devices`,
  async run() {
    const server = await startConsole()
    try {
      const client = await openDatabase(server)
      await addFleet(client, await tenantOf(client, 'admin'), DEVICES)
      await client.end()
      const call = async (path: string, body?: unknown, token = '') => {
        const response = await fetch(`${server.url}${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            authorization: token,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        return {
          response,
          answer: (await response.json()) as { code: number; data: Record<string, unknown> },
        }
      }
      const { response } = await call('/api/auth/auth/login', { username: 'admin', password: DEMO_PASSWORD })
      const token = response.headers.get('authorization') ?? ''
      const figures: Figure[] = []
      for (const format of ['csv', 'xlsx'] as const) {
        // What the start and the export before have left is no part of it.
        await wait(2_000)
        const base = residentOf(server.pid)
        let peak = base
        const sampling = setInterval(() => {
          peak = Math.max(peak, residentOf(server.pid))
        }, SAMPLE_MS)
        const started = performance.now()
        const { answer } = await call(
          '/api/device/device/export',
          { format, columns: COLUMNS.map(of => ({ of, label: of })), query: {}, zone: 'Asia/Shanghai' },
          token,
        )
        let task: Record<string, unknown> = {}
        while (task.state !== 'done') {
          await wait(100)
          task = (await call(`/api/message/task/get?id=${answer.data.taskId}`, undefined, token)).answer.data
          if (task.state === 'failed' || task.state === 'timeout')
            throw new Error(`The export ended: ${task.reason}`)
        }
        clearInterval(sampling)
        if (Number(task.rows) < DEVICES) throw new Error(`Only ${task.rows} rows were written`)
        figures.push(
          {
            label: `${format}, from the call to the file`,
            value: performance.now() - started,
            unit: 'ms',
            target: { atMost: LIMIT_MS },
          },
          {
            label: `${format}, memory beyond that at rest`,
            value: peak - base,
            unit: 'MB',
            target: { atMost: LIMIT_MB },
          },
        )
      }
      return { figures }
    } finally {
      await server.stop()
    }
  },
}

export default bench
