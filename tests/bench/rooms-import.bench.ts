// 10,000 rooms from a sheet, some of its rows bad: until the task is done and says which.
import * as z from 'zod/mini'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { startConsole } from '../console-process.ts'
import type { Bench } from './figures.ts'

const ROOMS = 10_000
const BAD_EVERY = 100
const LIMIT_S = 30
const WAIT_MS = 200

const saved = z.object({ data: z.object({ id: z.int() }) })
const started = z.object({ data: z.object({ taskId: z.int() }) })
const seen = z.object({ data: z.object({ state: z.string(), rows: z.int(), failedRows: z.int() }) })

const columns = [
  { of: 'unitId', label: 'Unit' },
  { of: 'floorNo', label: 'Floor' },
  { of: 'roomNo', label: 'Number' },
  { of: 'kind', label: 'Kind' },
]

const bench: Bench = {
  name: `Import of ${ROOMS.toLocaleString('en')} rooms with bad rows`,
  async run() {
    const server = await startConsole()
    try {
      const login = await fetch(`${server.url}/api/auth/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: DEMO_PASSWORD }),
      })
      const authorization = login.headers.get('authorization') ?? ''
      const post = async (path: string, body: object): Promise<unknown> => {
        const answer = await fetch(`${server.url}/api/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization },
          body: JSON.stringify(body),
        })
        return answer.json()
      }
      const save = async (entity: string, body: object) =>
        z.parse(saved, await post(`user/${entity}/save`, body)).data.id
      const patterns = {
        buildingPattern: '{number}',
        unitPattern: '{number}',
        roomPattern: '{floor}{room:3}',
      }
      const communityId = await save('community', { name: 'Bench', ...patterns })
      const buildingId = await save('building', { communityId, name: 'B', floors: 100 })
      await save('unit', { buildingId, name: 'U' })
      const lines = Array.from({ length: ROOMS }, (_, at) => {
        const floor = at % BAD_EVERY === BAD_EVERY - 1 ? 0 : Math.floor(at / 100) + 1
        return `Bench/B/U,${floor},${Math.floor(at / 100) + 1}${String((at % 100) + 1).padStart(3, '0')},home`
      })
      const form = new FormData()
      form.append('file', new Blob([['Unit,Floor,Number,Kind', ...lines].join('\r\n')]), 'rooms.csv')
      const upload = await fetch(`${server.url}/api/user/file/upload`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      })
      const fileId = z.parse(saved, await upload.json()).data.id
      const begun = performance.now()
      const asked = { fileId, columns, existing: 'skip', zone: 'Asia/Shanghai' }
      const { taskId } = z.parse(started, await post('user/room/import', asked)).data
      for (;;) {
        const answer = await fetch(`${server.url}/api/message/task/get?id=${taskId}`, {
          headers: { authorization },
        })
        const { state, rows, failedRows } = z.parse(seen, await answer.json()).data
        if (state !== 'waiting' && state !== 'running') {
          if (rows !== ROOMS || failedRows !== ROOMS / BAD_EVERY)
            throw new Error(`${state}: ${rows} rows, ${failedRows} refused`)
          break
        }
        await new Promise(resolve => setTimeout(resolve, WAIT_MS))
      }
      const seconds = (performance.now() - begun) / 1000
      return { figures: [{ label: 'until done', value: seconds, unit: 's', target: { atMost: LIMIT_S } }] }
    } finally {
      await server.stop()
    }
  },
}

export default bench
