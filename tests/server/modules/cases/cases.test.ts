// Evidence against the real server: held as a copy, sealed once, handed over with and without what is withheld.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprintOf, NAMES } from '../../../../src/domain/case-file/manifest.ts'
import { readStoredZip } from '../../../../src/domain/case-file/stored-zip.ts'
import { verifyCase } from '../../../../src/domain/case-file/verify-case.ts'
import { inMemory, nodeProofs } from '../../../domain/case-file/sealed-archive.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
let number = 0
const photo = Buffer.from('a picture of the gate '.repeat(5_000))

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const post = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/user/evidenceCase/${path}`, { token, body })
const get = (path: string, id: number, token = server.tokens.admin) =>
  server.call(`/api/user/evidenceCase/${path}`, { token, query: { id: String(id) } })
const idOf = ({ data }: { data?: unknown }) => (data as { id: number }).id

async function newCase(): Promise<number> {
  number++
  const answer = await post('save', { number: `C-${number}`, title: 'Gate' })
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return idOf(answer)
}

/** A file whose bytes are where uploads are. */
async function newFile(): Promise<{ fileId: number; path: string }> {
  number++
  const key = `evidencefile${String(number).padStart(31, '0')}`
  const { filesDir, storages } = server.app.parts
  const from = join(filesDir, `laid-${number}`)
  await writeFile(from, photo)
  await storages.now.put(`uploads/${key.slice(0, 2)}/${key}`, {
    path: from,
    bytes: photo.length,
    type: 'image/png',
  })
  const fileId = await server.sql(sql =>
    insert(sql, 'stored_file', {
      ...{ tenant_id: server.here.tenantId, kind: 'file', name: 'gate.png', content_type: 'image/png' },
      ...{ bytes: photo.length, key, storage: 'local', user_name: 'Ada' },
    }),
  )
  return { fileId, path: join(filesDir, 'uploads', key.slice(0, 2), key) }
}

const hold = (id: number, kind: string, subjectId: number, more: object = {}, token?: string) =>
  post('hold', { id, kind, subjectId, ...more }, token)
async function seal(id: number, token?: string) {
  const { data } = await get('get', id)
  const { version } = data as { version: number }
  const answer = await post('seal', { ids: [id], seen: [{ id, version }] }, token)
  return answer
}
const sealedOk = async (id: number) =>
  expect((await seal(id)).data).toMatchObject({ results: [{ ok: true }] })

async function fetched(exportId: number, token = server.tokens.admin): Promise<Uint8Array> {
  const answer = await fetch(`${server.url}/api/user/evidenceCase/archive?id=${exportId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return new Uint8Array(await answer.arrayBuffer())
}
const verify = async (bytes: Uint8Array) => {
  const { data } = await server.call('/api/user/evidenceCase/key', { token: server.tokens.admin })
  return verifyCase(inMemory(bytes), nodeProofs, (data as { fingerprint: string }).fingerprint)
}
const acts = async (id: number) =>
  ((await get('contents', id)).data as { custody: { act: string }[] }).custody.map(({ act }) => act)

describe('a case', () => {
  test('is held, sealed and handed over, and a stranger verifies it', async () => {
    const id = await newCase()
    const { fileId } = await newFile()
    expect(await hold(id, 'alarm', server.here.alarmId)).toMatchObject({ code: 0, data: { no: 1 } })
    expect(await hold(id, 'file', fileId)).toMatchObject({ code: 0, data: { no: 2 } })
    expect(await post('handOver', { id, hidden: [] })).toMatchObject({ id: 'evidence.notSealed' })
    await sealedOk(id)
    const given = await post('handOver', { id, hidden: [] })
    const bytes = await fetched(idOf(given))
    const report = await verify(bytes)
    expect(report).toMatchObject({ verdict: 'holds', flaws: [], number: `C-${number - 1}` })
    expect(report.items.map(({ content }) => content)).toEqual(['none', 'given'])
    expect(report.custody.map(({ act }) => act)).toEqual(['opened', 'held', 'held', 'sealed', 'exported'])
    expect(await acts(id)).toEqual(['opened', 'held', 'held', 'sealed', 'exported', 'fetched'])
    // The same bytes whenever it is fetched.
    expect(Buffer.compare(await fetched(idOf(given)), bytes)).toBe(0)
    const flipped = bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))
    expect((await verify(flipped)).verdict).toBe('refused')
  })

  test('keeps the proof when leaves and contents are withheld', async () => {
    const id = await newCase()
    const { fileId } = await newFile()
    await hold(id, 'alarm', server.here.alarmId)
    await hold(id, 'file', fileId)
    await sealedOk(id)
    const looked = (await post('look', { id })).data as { no: number; leaves: { path: string }[] }[]
    const names = looked[0]?.leaves.map(({ path }) => path).filter(path => /Name$/.test(path)) ?? []
    expect(names).toContain('/alarm/deviceName')
    const hidden = [
      { no: 1, paths: names, content: false },
      { no: 2, paths: ['/file/name'], content: true },
    ]
    const report = await verify(await fetched(idOf(await post('handOver', { id, hidden }))))
    expect(report.verdict).toBe('holds')
    expect(report.items[0]?.withheld).toEqual(names)
    expect(report.items[1]).toMatchObject({ withheld: ['/file/name'], content: 'withheld' })
    expect(
      await post('handOver', { id, hidden: [{ no: 1, paths: ['/alarm/none'], content: false }] }),
    ).toMatchObject({ id: 'field.reference' })
    expect(await acts(id)).toContain('looked')
  })

  test('holds its own copy when the file is gone', async () => {
    const id = await newCase()
    const { fileId, path } = await newFile()
    await hold(id, 'file', fileId)
    await rm(path)
    await server.sql(sql => sql.change('delete from stored_file where id = $1', [fileId]))
    await sealedOk(id)
    const bytes = await fetched(idOf(await post('handOver', { id, hidden: [] })))
    expect((await verify(bytes)).verdict).toBe('holds')
    const zip = await readStoredZip(inMemory(bytes))
    const at = zip?.entries.findIndex(({ name }) => name === 'items/0001.bin') ?? -1
    const start = zip?.starts[at] ?? 0
    expect(Buffer.from(bytes.slice(start, start + photo.length)).equals(photo)).toBe(true)
  })

  test('holds the track of a device in a time, and says when there is none', async () => {
    const id = await newCase()
    const { tenantId, deviceId } = server.here
    const from = Date.now() - 60_000
    await server.sql(sql =>
      sql.change(
        `insert into position (tenant_id, device_id, at, latitude, longitude, source) values ($1, $2, $3, 30.1, 120.2, 'gps')`,
        [tenantId, deviceId, from + 1_000],
      ),
    )
    expect(await hold(id, 'track', deviceId, { from, to: from + 30_000 })).toMatchObject({ code: 0 })
    expect(await hold(id, 'track', deviceId, { from: 1, to: 2 })).toMatchObject({ id: 'evidence.nothing' })
    expect(await hold(id, 'track', deviceId)).toMatchObject({ id: 'field.required', field: 'from' })
  })

  test('does not change once it is sealed, not in the database either', async () => {
    const id = await newCase()
    expect((await seal(id)).data).toMatchObject({
      results: [{ ok: false, error: { id: 'state.transition' } }],
    })
    await hold(id, 'alarm', server.here.alarmId)
    await sealedOk(id)
    expect(await hold(id, 'alarm', server.here.otherAlarmId)).toMatchObject({ id: 'evidence.notOpen' })
    const { data } = await get('get', id)
    expect(await post('save', { ...(data as object), title: 'Other' })).not.toMatchObject({ code: 0 })
    const change = (text: string) => server.sql(sql => sql.change(text, [id]))
    await expect(change(`update evidence_case set title = 'x' where id = $1`)).rejects.toThrow(
      'does not change',
    )
    await expect(change(`update evidence_case set state = 'open' where id = $1`)).rejects.toThrow()
    await expect(change('update evidence_item set no = 9 where case_id = $1')).rejects.toThrow()
    await expect(change('delete from evidence_custody where case_id = $1')).rejects.toThrow()
    await expect(
      change(`insert into evidence_item (tenant_id, case_id, no, kind, label, held_at, held_by_name, record, leaves, root)
        select tenant_id, id, 9, 'alarm', 'x', 1, 'x', '{}', 1, 'x' from evidence_case where id = $1`),
    ).rejects.toThrow('takes nothing in')
  })
})

describe('who', () => {
  test('is of another tenant or without the permission gets nothing', async () => {
    const id = await newCase()
    await hold(id, 'alarm', server.here.alarmId)
    await sealedOk(id)
    const exportId = idOf(await post('handOver', { id, hidden: [] }))
    const { stranger, patrol } = server.tokens
    for (const token of [stranger, patrol]) {
      expect((await get('contents', id, token)).code).not.toBe(0)
      expect((await post('look', { id }, token)).code).not.toBe(0)
      expect((await post('handOver', { id, hidden: [] }, token)).code).not.toBe(0)
      expect((await hold(id, 'alarm', server.here.alarmId, {}, token)).code).not.toBe(0)
      expect(new TextDecoder().decode(await fetched(exportId, token))).not.toContain(NAMES.manifest)
    }
    const theirs = await newCase()
    expect(await hold(theirs, 'alarm', server.there.alarmId)).toMatchObject({ id: 'row.unknown' })
    expect(await hold(theirs, 'file', server.there.fileId)).toMatchObject({ id: 'row.unknown' })
  })

  test('looks, holds, seals and takes along is in the audit log', async () => {
    const id = await newCase()
    await hold(id, 'alarm', server.here.alarmId)
    await sealedOk(id)
    await post('look', { id })
    await fetched(idOf(await post('handOver', { id, hidden: [] })))
    const rows = await server.sql(sql =>
      sql.query<{ action: string }>(
        `select action from audit where entity = 'evidenceCase' and row_id = $1 order by id`,
        [id],
      ),
    )
    const actions = rows.map(({ action }) => action)
    for (const verb of ['hold', 'seal', 'look', 'handOver', 'fetch'])
      expect(actions, verb).toContain(`evidenceCase.${verb}`)
  })

  test('asks for the key is told the same on the page and in the health report', async () => {
    const { data } = await server.call('/api/user/evidenceCase/key', { token: server.tokens.admin })
    const health: unknown = await (await fetch(`${server.url}/api/health`)).json()
    const { fingerprint } = data as { fingerprint: string }
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(health)).toContain(fingerprint)
    expect(fingerprintOf('00'.repeat(32), nodeProofs.sha256)).not.toBe(fingerprint)
  })
})
