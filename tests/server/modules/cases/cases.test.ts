// Evidence against the real server: held as a copy, sealed once, handed over with and without what is withheld.
import { readdir, rm, writeFile } from 'node:fs/promises'
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

/** Names of the copies in the storage, without the folders that they lie in. */
async function copiesOnDisk(): Promise<string[]> {
  const folder = join(server.app.parts.filesDir, 'evidence')
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter(name => name.includes('/')).sort()
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
    expect(await hold(id, 'alarm', server.here.alarmId)).toMatchObject({ code: 0, data: { nos: [1] } })
    expect(await hold(id, 'file', fileId)).toMatchObject({ code: 0, data: { nos: [2] } })
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

describe('what is held with an alarm', () => {
  test('in one tap is a case of its own: the alarm, its card, its readings, what was done about it', async () => {
    const { tenantId, deviceId, alarmId } = server.here
    await server.sql(async sql => {
      const alarm = await sql.first<{ raised_at: number }>('select raised_at from alarm where id = $1', [
        alarmId,
      ])
      const at = Number(alarm?.raised_at) - 60_000
      for (const [kind, value] of [
        ['heartRate', 61],
        ['battery', 80],
      ] as const) {
        const values = [tenantId, deviceId, kind, at, value]
        await sql.change(
          'insert into reading (tenant_id, device_id, kind, at, value) values ($1, $2, $3, $4, $5)',
          values,
        )
        await sql.change(
          `insert into latest_reading (tenant_id, device_id, kind, at, value) values ($1, $2, $3, $4, $5)
           on conflict do nothing`,
          values,
        )
      }
      await sql.change("update alarm set type = 'sos' where id = $1", [alarmId])
    })
    const held = await post('hold', { kind: 'alarm', subjectId: alarmId, around: true })
    expect(held, JSON.stringify(held)).toMatchObject({ code: 0, data: { number: `A-${alarmId}` } })
    const id = idOf(held)
    const { items } = (await get('contents', id)).data as { items: { kind: string }[] }
    expect(items.map(({ kind }) => kind).slice(0, 3)).toEqual(['alarm', 'response', 'readings'])
    // A second case about the same has a further number.
    expect(await post('hold', { kind: 'alarm', subjectId: alarmId })).toMatchObject({
      data: { number: `A-${alarmId}-2`, nos: [1] },
    })
    await sealedOk(id)
    const bytes = await fetched(idOf(await post('handOver', { id, hidden: [] })))
    const report = await verify(bytes)
    expect(report.verdict).toBe('holds')
    expect(report.items[1]?.shown.map(({ path }) => path)).toContain('/response/steps/0/key')
    expect(new TextDecoder().decode(bytes)).toContain('"kind":"heartRate","value":61')
  })

  test('is what the audit log says of it, with the links of its chain', async () => {
    const id = await newCase()
    const { alarmId } = server.here
    const done = await server.call('/api/message/alarm/take', {
      token: server.tokens.admin,
      body: { ids: [alarmId] },
    })
    expect(done.code, JSON.stringify(done)).toBe(0)
    expect(await hold(id, 'audit', alarmId)).toMatchObject({ code: 0, data: { nos: [1] } })
    const looked = (await post('look', { id })).data as { leaves: { path: string; value: string }[] }[]
    const leaf = looked[0]?.leaves.find(({ path }) => path === '/entries/0/hash')
    expect(leaf?.value).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a recording', () => {
  test('is held track by track, and an event at a door as it stands', async () => {
    const { tenantId, deviceId } = server.here
    const [one, two] = [await newFile(), await newFile()]
    const recordingId = await server.sql(sql =>
      insert(sql, 'recording', {
        ...{ tenant_id: tenantId, name: 'Gate', file_name: 'web_1', type: 'local', source: 'camera' },
        ...{ state: 'ready', started_at: 1, ended_at: 2, bytes: 2 * photo.length },
      }),
    )
    const eventId = await server.sql(async sql => {
      for (const { fileId } of [one, two])
        await sql.change(
          `insert into recording_track (tenant_id, recording_id, file_id, kind, codec, begin_ms, duration_ms)
           values ($1, $2, $3, 'video', 'avc1', 0, 9)`,
          [tenantId, recordingId, fileId],
        )
      return insert(sql, 'door_event', {
        ...{ tenant_id: tenantId, device_id: deviceId, imei: '1', device_name: 'Gate', kind: 'exitButton' },
        at: 5,
      })
    })
    const id = await newCase()
    expect(await hold(id, 'recording', recordingId)).toMatchObject({ code: 0, data: { nos: [1, 2] } })
    expect(await hold(id, 'doorEvent', eventId)).toMatchObject({ code: 0, data: { nos: [3] } })
    await rm(one.path)
    await sealedOk(id)
    const report = await verify(await fetched(idOf(await post('handOver', { id, hidden: [] }))))
    expect(report.verdict).toBe('holds')
    expect(report.items.map(({ kind }) => kind)).toEqual(['recording', 'recording', 'doorEvent'])
  })

  test('of which one file is gone is not held at all', async () => {
    const { tenantId } = server.here
    const [one, two] = [await newFile(), await newFile()]
    const recordingId = await server.sql(async sql => {
      const made = await insert(sql, 'recording', {
        ...{ tenant_id: tenantId, name: 'Gate', file_name: 'web_2', type: 'local', source: 'camera' },
        ...{ state: 'ready', started_at: 1, ended_at: 2, bytes: 2 },
      })
      for (const { fileId } of [one, two])
        await sql.change(
          `insert into recording_track (tenant_id, recording_id, file_id, kind, codec, begin_ms, duration_ms)
           values ($1, $2, $3, 'video', 'avc1', 0, 9)`,
          [tenantId, made, fileId],
        )
      return made
    })
    const before = await copiesOnDisk()
    const id = await newCase()
    await rm(two.path)
    expect(await hold(id, 'recording', recordingId)).toMatchObject({ id: 'evidence.noBytes' })
    expect((await get('contents', id)).data).toMatchObject({ items: [] })
    expect(await copiesOnDisk()).toEqual(before)
  })
})

describe('what goes wrong', () => {
  test('a full disk holds nothing, and leaves nothing behind', async () => {
    const { storages, filesDir } = server.app.parts
    const { put } = storages.now
    const before = await copiesOnDisk()
    const id = await newCase()
    const { fileId } = await newFile()
    storages.now.put = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
    try {
      expect(await hold(id, 'file', fileId)).toMatchObject({ id: 'evidence.noRoom' })
    } finally {
      storages.now.put = put
    }
    expect((await get('contents', id)).data).toMatchObject({ items: [] })
    expect(await acts(id)).toEqual(['opened'])
    expect(await copiesOnDisk()).toEqual(before)
    const unfinished = await readdir(join(filesDir, 'tmp')).catch(() => [])
    expect(unfinished.filter(name => name.startsWith('evidence-'))).toEqual([])
    expect(await hold(id, 'file', fileId)).toMatchObject({ code: 0 })
  })

  test('of two who seal at once, one does', async () => {
    const id = await newCase()
    await hold(id, 'alarm', server.here.alarmId)
    const answers = await Promise.all([seal(id), seal(id), seal(id)])
    const done = answers.flatMap(({ data }) => (data as { results: { ok: boolean }[] }).results)
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await acts(id)).filter(act => act === 'sealed')).toHaveLength(1)
  })

  test('a download that is broken off takes nothing from the next', async () => {
    const id = await newCase()
    const { fileId } = await newFile()
    await hold(id, 'file', fileId)
    await sealedOk(id)
    const exportId = idOf(await post('handOver', { id, hidden: [] }))
    const broken = new AbortController()
    const answer = await fetch(`${server.url}/api/user/evidenceCase/archive?id=${exportId}`, {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
      signal: broken.signal,
    })
    await answer.body?.getReader().read()
    broken.abort()
    expect((await verify(await fetched(exportId))).verdict).toBe('holds')
  })

  test('of what is deleted while somebody hands it over, the copy goes out; a copy that is lost breaks the archive off', async () => {
    const id = await newCase()
    const { fileId } = await newFile()
    await hold(id, 'file', fileId)
    await sealedOk(id)
    const exportId = idOf(await post('handOver', { id, hidden: [] }))
    const [bytes] = await Promise.all([
      fetched(exportId),
      server.sql(sql => sql.change('update stored_file set removed_at = 1 where id = $1', [fileId])),
    ])
    expect((await verify(bytes)).verdict).toBe('holds')
    const { filesDir } = server.app.parts
    const item = await server.sql(sql =>
      sql.first<{ content_key: string }>('select content_key from evidence_item where case_id = $1', [id]),
    )
    await rm(join(filesDir, item?.content_key ?? ''))
    await expect(fetched(exportId)).rejects.toThrow()
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
    expect(await post('hold', { kind: 'alarm', subjectId: server.here.alarmId }, patrol)).not.toMatchObject({
      code: 0,
    })
    expect(await post('hold', { kind: 'alarm', subjectId: server.here.alarmId }, stranger)).not.toMatchObject(
      { code: 0 },
    )
    for (const kind of ['response', 'readings', 'audit'])
      expect(await hold(await newCase(), kind, server.there.alarmId)).toMatchObject({ id: 'row.unknown' })
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
