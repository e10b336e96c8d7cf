// Evidence of a gigabyte: copied and hashed, sealed, handed over and fetched.
import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { startConsole } from '../console-process.ts'
import { openDatabase, tenantOf } from './database.ts'
import type { Bench, Figure } from './figures.ts'
import { tokenOf } from './people-at-work.ts'

const BYTES = 1_000_000_000
const PART = Buffer.alloc(10_000_000, 'a video of the gate ')
const ACCOUNT = 'admin'
const KEY = 'k'.repeat(43)

const answered = z.object({ code: z.literal(0), data: z.unknown() })
const made = z.object({ id: z.int(), version: z.int() })

/** Laid where uploads are: what is measured begins with a file that is there. */
async function layFile(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'files', 'uploads', KEY.slice(0, 2))
  await mkdir(folder, { recursive: true })
  const file = await open(join(folder, KEY), 'w')
  for (let done = 0; done < BYTES; done += PART.length) await file.write(PART)
  await file.sync()
  await file.close()
}

const bench: Bench = {
  name: 'Evidence of a gigabyte',
  async run() {
    const server = await startConsole()
    const client = await openDatabase(server)
    try {
      await layFile(server.dataDir)
      const { rows } = await client.query<{ id: string }>(
        `insert into stored_file (tenant_id, created_at, updated_at, kind, name, content_type, bytes, key, storage, user_name)
         values ($1, 0, 0, 'video', 'gate.mp4', 'video/mp4', $2, $3, 'local', 'Bench') returning id`,
        [await tenantOf(client, ACCOUNT), BYTES, KEY],
      )
      const token = await tokenOf(server.url, ACCOUNT)
      const ask = (path: string, body?: object) =>
        fetch(`${server.url}/api/user/evidenceCase/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
      const call = async (path: string, body?: object) =>
        z.parse(answered, await (await ask(path, body)).json()).data
      const { id } = z.parse(made, await call('save', { number: 'B-1', title: 'Bench' }))
      const began = performance.now()
      await call('hold', { id, kind: 'file', subjectId: Number(rows[0]?.id) })
      await call('seal', { ids: [id] })
      const sealed = performance.now() - began
      const given = z.parse(z.object({ id: z.int() }), await call('handOver', { id, hidden: [] }))
      const asked = performance.now()
      const hash = createHash('sha256')
      let bytes = 0
      for await (const part of (await ask(`archive?id=${given.id}`)).body ?? []) {
        bytes += part.length
        hash.update(part)
      }
      if (bytes < BYTES) throw new Error(`The archive has ${bytes} bytes`)
      const perSecond = (ms: number) => BYTES / 1_000 / ms
      const figures: Figure[] = [
        { label: 'held and sealed', value: perSecond(sealed), unit: 'MB/s', target: { atLeast: 100 } },
        { label: 'fetched', value: perSecond(performance.now() - asked), unit: 'MB/s' },
      ]
      return { figures }
    } finally {
      await client.end()
      await server.stop()
    }
  },
}

export default bench
