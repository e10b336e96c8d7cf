// What docs/adding-an-entity.md says, done: its lines laid over a copy of the sources, compiled, started and worked with.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'

const root = join(import.meta.dirname, '../..')

interface Part {
  path: string
  kind: string
  lines: string[]
}

/** The pieces of the document that stand under the path of a file. */
const parts: readonly Part[] = [
  ...readFileSync(join(root, 'docs/adding-an-entity.md'), 'utf8').matchAll(
    /^`([\w/.-]+)`\n\n```(\w+)\n(.*?)\n```$/gms,
  ),
].map(([, path = '', kind = '', text = '']) => ({ path, kind, lines: text.split('\n') }))

/** Lines with + stand before the next line without; at the end, behind the last one without. */
function withLines(source: string, lines: readonly string[]): string {
  const all = source.split('\n')
  let added: string[] = []
  let at = -1
  for (const line of lines) {
    if (line.startsWith('+')) added.push(line.slice(1))
    else {
      at = all.indexOf(line.slice(1), at + 1)
      if (at < 0) throw new Error(`the document names a line that is not there: ${line}`)
      all.splice(at, 0, ...added)
      at += added.length
      added = []
    }
  }
  all.splice(at + 1, 0, ...added)
  return all.join('\n')
}

let copy = ''
const put = ({ path, kind, lines }: Part) => {
  const file = join(copy, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    kind === 'diff' ? withLines(readFileSync(file, 'utf8'), lines) : `${lines.join('\n')}\n`,
  )
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'gatehouse-added-'))
  for (const part of ['src', 'server', 'locales', 'tests/server', 'package.json', 'tsconfig.json', 'public'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // The database of the other tests is migrated further at the start.
  writeFileSync(
    join(copy, 'tests/server/prepared-database.ts'),
    `export { layDatabase } from '${join(root, 'tests/server/prepared-database.ts')}'\n`,
  )
  for (const part of parts) put(part)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('it is six files and 150 lines at most', () => {
  expect(parts.map(({ path }) => path)).toHaveLength(6)
  const written = parts.flatMap(({ kind, lines }) =>
    kind === 'diff' ? lines.filter(line => line.startsWith('+')) : lines,
  )
  expect(written.length).toBeLessThanOrEqual(150)
})

test('it compiles, and does not where the registry lacks it', () => {
  writeFileSync(
    join(copy, 'tsconfig.added.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: [],
      files: ['src/app/entity-registry.ts'],
      // The second time only what changed is looked at.
      compilerOptions: { incremental: true, tsBuildInfoFile: './added.tsbuildinfo' },
    }),
  )
  // What packages declare for everybody is not found from beside them: the rest of the sources has its own check.
  const compile = () =>
    spawnSync(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', 'tsconfig.added.json'], {
      cwd: copy,
      encoding: 'utf8',
    })
      .stdout.split('\n')
      .filter(line => /^src\/(app|domain|features\/doors)\//.test(line))
  expect(compile()).toEqual([])
  const registry = join(copy, 'src/app/entity-registry.ts')
  const whole = readFileSync(registry, 'utf8')
  writeFileSync(registry, readFileSync(join(root, 'src/app/entity-registry.ts'), 'utf8'))
  expect(compile()).toEqual([expect.stringContaining("Property 'spareKey' is missing")])
  writeFileSync(registry, whole)
}, 300_000)

const started = z.object({
  url: z.string(),
  tokens: z.record(z.string(), z.string()),
})
const answered = z.object({
  code: z.number(),
  id: z.optional(z.string()),
  field: z.optional(z.string()),
  data: z.optional(z.unknown()),
})
const row = z.object({ id: z.int(), version: z.int(), number: z.string(), kind: z.string() })
const listed = z.object({ total: z.int(), list: z.array(row) })
const task = z.object({ state: z.string(), rows: z.int(), failedRows: z.int() })

describe('the server that has it', () => {
  let program: ChildProcess
  let at: z.output<typeof started>
  beforeAll(async () => {
    writeFileSync(
      join(copy, 'serve.ts'),
      `import { startServer } from './tests/server/start.ts'
const server = await startServer()
console.log(JSON.stringify({ url: server.url, tokens: server.tokens }))
process.stdin.on('end', async () => {
  await server.stop()
  process.exit()
})
process.stdin.resume()
`,
    )
    program = spawn(process.execPath, [join(copy, 'serve.ts')], {
      cwd: copy,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (!program.stdout) throw new Error('no output')
    for await (const line of createInterface({ input: program.stdout })) {
      at = started.parse(JSON.parse(line))
      break
    }
  })
  afterAll(async () => {
    const ended = new Promise(resolve => program.once('exit', resolve))
    program.stdin?.end()
    await ended
  })

  const call = async (path: string, who = 'admin', body?: object) => {
    const response = await fetch(`${at.url}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: at.tokens[who] ?? '', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answered.parse(await response.json())
  }
  const save = (body: object, who?: string) => call('device/spareKey/save', who, body)
  const page = async (query = '', who?: string) =>
    listed.parse((await call(`device/spareKey/page${query}`, who)).data)
  const ended = (answer: z.output<typeof answered>) => {
    const { taskId } = z.object({ taskId: z.int() }).parse(answer.data)
    return vi.waitFor(
      async () => {
        const found = task.parse((await call(`message/task/get?id=${taskId}`)).data)
        expect(['done', 'failed']).toContain(found.state)
        return { ...found, taskId }
      },
      { timeout: 30_000, interval: 200 },
    )
  }

  const columns = ['number', 'name', 'kind'].map(of => ({ of, label: of }))
  const words = { kind: { door: 'Door', gate: 'Gate' } }

  test('saves, lists, filters, changes and removes', async () => {
    const saved = row.parse((await save({ number: 'K-1', name: 'Boiler room', kind: 'door' })).data)
    await save({ number: 'K-2', name: 'Main gate', kind: 'gate' })
    expect((await page('?sort=-number')).list.map(({ number }) => number)).toEqual(['K-2', 'K-1'])
    expect((await page('?kind=gate')).list).toMatchObject([{ number: 'K-2' }])
    expect((await page('?q=boiler')).total).toBe(1)
    const change = {
      id: saved.id,
      version: saved.version,
      number: 'K-1',
      name: 'Boiler room',
      kind: 'cabinet',
    }
    expect((await save(change)).data).toMatchObject({ kind: 'cabinet' })
    expect(await save(change)).toMatchObject({ id: 'row.changed' })
    await call('device/spareKey/remove', 'admin', { ids: [saved.id] })
    expect((await page()).list).toMatchObject([{ number: 'K-2' }])
  })

  test('refuses what is missing, unknown or taken, by field', async () => {
    const good = { number: 'K-9', name: 'Shed', kind: 'door' }
    expect(await save({ ...good, name: '' })).toMatchObject({ id: 'field.required', field: 'name' })
    expect(await save({ ...good, kind: 'window' })).toMatchObject({ id: 'field.choice', field: 'kind' })
    expect(await save({ ...good, number: 'k-2' })).toMatchObject({ id: 'field.duplicate', field: 'number' })
  })

  test('another tenant sees nothing of it, and nobody without the permission does', async () => {
    const [own] = (await page()).list
    const id = own?.id ?? 0
    expect((await page('', 'stranger')).total).toBe(0)
    expect(await call(`device/spareKey/get?id=${id}`, 'stranger')).toMatchObject({ id: 'row.unknown' })
    const theirs = { id, version: own?.version, number: 'K-2', name: 'Theirs', kind: 'gate' }
    expect(await save(theirs, 'stranger')).toMatchObject({ id: 'row.unknown' })
    expect((await call('device/spareKey/remove', 'stranger', { ids: [id] })).data).toMatchObject({
      results: [{ ok: false, error: { id: 'row.unknown' } }],
    })
    for (const who of ['patrol', 'visitor']) {
      expect(await call('device/spareKey/page', who)).toMatchObject({ id: 'forbidden' })
      expect(await save({ number: 'K-3', name: 'Mine', kind: 'gate' }, who)).toMatchObject({
        id: 'forbidden',
      })
    }
  })

  test('reads a sheet, and says which rows it refuses', async () => {
    const sheet = 'number,name,kind\r\nK-4,Roof,Door\r\nK-2,Twice,Gate\r\nK-5,Cellar,Window\r\n'
    const form = new FormData()
    form.append('file', new Blob([sheet]), 'keys.csv')
    const uploaded = await fetch(`${at.url}/api/user/file/upload`, {
      method: 'POST',
      headers: { authorization: at.tokens.admin ?? '' },
      body: form,
    })
    const fileId = z.object({ id: z.int() }).parse(answered.parse(await uploaded.json()).data).id
    const asked = { fileId, columns, words, existing: 'refuse', zone: 'Asia/Shanghai' }
    expect(await ended(await call('device/spareKey/import', 'admin', asked))).toMatchObject({
      state: 'done',
      rows: 3,
      failedRows: 2,
    })
    expect((await page()).list.map(({ number }) => number)).toEqual(['K-2', 'K-4'])
  })

  test('writes its file', async () => {
    const asked = { format: 'csv', columns, words, zone: 'Asia/Shanghai' }
    const { taskId, ...done } = await ended(await call('device/spareKey/export', 'admin', asked))
    expect(done).toMatchObject({ state: 'done', rows: 2 })
    const file = await fetch(`${at.url}/api/message/task/file?id=${taskId}`, {
      headers: { authorization: at.tokens.admin ?? '' },
    })
    expect((await file.text()).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'number,name,kind',
      'K-2,Main gate,Gate',
      'K-4,Roof,Door',
    ])
  })

  test('stands in the menu, with its permissions, for the roles that its facts name', async () => {
    const bar = JSON.stringify((await call('user/per/getNavigationBar', 'admin', {})).data)
    expect(bar).toContain('"value":"spareKeys"')
    expect(bar).toContain('"mark":"spareKey.import"')
  })
})
