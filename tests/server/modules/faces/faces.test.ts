// Faces against the real server, with an engine beside it that sees what drawn pictures tell it.
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eraseWhatIsOver } from '../../../../server/modules/faces/erase.ts'
import { DAY_MS } from '../../../../src/domain/durations.ts'
import { CAPTURE_KEPT_MS, faceDuty, UNKNOWN_KEPT_MS } from '../../../../src/domain/face/duties.ts'
import { drawnFace } from '../../../fakes/drawn-face.ts'
import type { Drawn } from '../../../fakes/face-engine.ts'
import { startServer, type TestServer } from '../../start.ts'
import { uploadTo } from '../files/upload-call.ts'
import { importer } from '../tasks/sheets.ts'

const UPLOAD = '/api/user/face/uploadFaceImg'
const CAPTURE = '/api/user/faceCapture/upload'
const program = join(import.meta.dirname, '../../../fakes/face-engine.ts')

let server: TestServer
let property: string
let libraryId: number

beforeAll(async () => {
  server = await startServer({ FACE_ENGINE_DIR: import.meta.dirname, FACE_ENGINE_PROGRAM: program })
  await addPerson('property', '物业人员')
  property = await server.logIn('property')
})
afterAll(() => server.stop())

/** With the password of everybody in the tests. */
async function addPerson(username: string, role: string): Promise<void> {
  await server.sql(async sql => {
    const made = await sql.first<{ id: number }>(
      `insert into account (tenant_id, created_at, updated_at, username, name, password_hash)
       select tenant_id, 0, 0, $1, $1, password_hash from account where username = 'admin' returning id`,
      [username],
    )
    await sql.change(
      `insert into account_role (tenant_id, account_id, role_id)
       select tenant_id, $1, id from role where tenant_id = $2 and name = $3`,
      [made?.id, server.here.tenantId, role],
    )
  })
}

const post = (path: string, body: object = {}, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, body })
const get = (path: string, query: Record<string, string> = {}, token = server.tokens.admin) =>
  server.call(`/api/user/${path}`, { token, query })
const duties = [...faceDuty.options]
const turnOn = (token = server.tokens.admin) => post('face/turnOn', { duties }, token)

async function uploaded(drawn: Drawn, name = 'face.png'): Promise<string> {
  const answer = await uploadTo(server, UPLOAD, await drawnFace(drawn), name)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 1 })
  return String(answer.data)
}

const consent = (more: object = {}) => ({
  birthDate: '1990-05-01',
  consentPurpose: '门禁',
  consentAt: Date.now() - DAY_MS,
  expiresAt: Date.now() + 300 * DAY_MS,
  ...more,
})

const save = async (picture: string, more: object = {}) =>
  server.call('/api/user/faceSample/save', {
    token: server.tokens.admin,
    body: { libraryId, personName: '王芳', picture, ...consent(), ...more },
    // As the console sends it: the answer is kept for a repetition.
    headers: { 'idempotency-key': randomBytes(16).toString('hex') },
  })

interface SampleRow {
  id: number
  version: number
  picture: string
  [field: string]: unknown
}

async function enrolled(drawn: Drawn, personName: string, more: object = {}): Promise<SampleRow> {
  const answer = await save(await uploaded(drawn), { personName, ...more })
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  return answer.data as SampleRow
}

async function captured(
  drawn: Drawn,
  more: Record<string, string> = {},
): Promise<Record<string, unknown> & { id: number }> {
  const answer = await uploadTo(server, CAPTURE, await drawnFace(drawn), 'gate.png', { more })
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 1 })
  const { id } = answer.data as { id: number }
  return (await get('faceCapture/get', { id: String(id) })).data as Record<string, unknown> & { id: number }
}

/** Names of the files that the storage has of faces. */
function stored(): string[] {
  const folder = join(server.app.parts.filesDir, 'faces')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter(name => statSync(join(folder, name)).isFile())
}

const countOf = async (table: string, where = 'true', values: unknown[] = []) =>
  server.sql(async sql => {
    const row = await sql.first<{ n: number }>(
      `select count(*) as n from ${table} where tenant_id = $${values.length + 1} and ${where}`,
      [...values, server.here.tenantId],
    )
    return row?.n ?? 0
  })

const libraryOf = async (name: string, more: object = {}) => {
  const { data, ...answer } = await post('faceLibrary/save', {
    name,
    qualityThreshold: 50,
    intraThreshold: 45,
    interThreshold: 58,
    ...more,
  })
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  return (data as { id: number }).id
}

describe('off until a tenant turns them on', () => {
  test('nothing is taken, kept or compared before', async () => {
    expect((await get('face/state')).data).toEqual({ on: false, onAt: null, onBy: null, engine: 'worker' })
    const picture = await drawnFace({ person: 1 })
    for (const path of [UPLOAD, CAPTURE])
      expect(await uploadTo(server, path, picture, 'face.png')).toMatchObject({ id: 'face.off' })
    expect(
      await post('faceLibrary/save', {
        name: 'X',
        qualityThreshold: 1,
        intraThreshold: 1,
        interThreshold: 1,
      }),
    ).toMatchObject({ id: 'face.off' })
    expect(stored()).toEqual([])
    expect(await countOf('face_picture', `name <> 'face.png' or use = 'waiting'`)).toBe(0)
  })
  test('one duty left out, and they stay off', async () => {
    for (const left of [[], duties.slice(1)])
      expect(await post('face/turnOn', { duties: left })).toMatchObject({
        id: 'face.duties',
        field: 'duties',
      })
    for (const wrong of [['everything'], ['consent', 'consent']])
      expect(await post('face/turnOn', { duties: wrong })).toMatchObject({ code: 1400 })
    expect((await get('face/state')).data).toMatchObject({ on: false })
  })
  test('only who may decide turns them on, and it is written down who did', async () => {
    for (const token of [property, server.tokens.patrol, server.tokens.visitor])
      expect(await turnOn(token)).toMatchObject({ id: 'forbidden' })
    expect(await turnOn()).toMatchObject({ code: 0 })
    expect((await get('face/state', {}, property)).data).toMatchObject({ on: true, onBy: 'Name of admin' })
    const written = await server.sql(sql =>
      sql.first<{ user_name: string; detail: object }>(
        `select user_name, detail from audit where action = 'face.turnOn'`,
      ),
    )
    expect(written).toEqual({ user_name: 'admin', detail: { duties } })
    // Of another tenant nothing was said.
    expect((await get('face/state', {}, server.tokens.stranger)).data).toMatchObject({ on: false })
    libraryId = await libraryOf('员工')
  })
})

describe('pictures are looked at before they are kept', () => {
  test.each<[string, Drawn, Parameters<typeof drawnFace>[1], string]>([
    ['no face', { person: 1, faces: 0 }, {}, 'face.none'],
    ['two faces', { person: 1, faces: 2 }, {}, 'face.several'],
    ['a face of 60 pixels', { person: 1, does: 'small' }, {}, 'face.small'],
    ['no edges at all', { person: 1 }, { flat: true }, 'face.blurred'],
    ['hardly any light', { person: 1 }, { light: 10 }, 'face.dark'],
    ['too much light', { person: 1 }, { light: 250 }, 'face.bright'],
    ['an engine that dies', { person: 1, does: 'die' }, {}, 'face.engineFailed'],
    ['an engine that talks nonsense', { person: 1, does: 'nonsense' }, {}, 'face.engineFailed'],
  ])('%s: refused in words, and nothing is kept', async (_, drawn, look, id) => {
    const before = stored().length
    for (const path of [UPLOAD, CAPTURE])
      expect(await uploadTo(server, path, await drawnFace(drawn, look), 'face.png')).toMatchObject({
        id,
        field: 'file',
      })
    expect(stored()).toHaveLength(before)
    expect(await countOf('face_picture', `use = 'waiting'`)).toBe(0)
  })
  test.each([
    ['words', 'a face', 'file.type'],
    ['a script', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'file.type'],
    ['half a PNG', Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'), 'file.broken'],
    ['nothing', '', 'file.empty'],
  ])('%s called face.png are refused', async (_, bytes, id) => {
    expect(await uploadTo(server, UPLOAD, bytes, 'face.png')).toMatchObject({ id })
  })
  test('they count towards what a tenant may store', async () => {
    const use = async () => {
      const { data } = await server.call('/api/user/storage/use', { token: server.tokens.admin })
      return data as { usedBytes: number; quotaBytes: number }
    }
    const before = await use()
    const address = await uploaded({ person: 8 })
    expect((await use()).usedBytes).toBeGreaterThan(before.usedBytes)
    await post('face/discard', { pictures: [address] })
    // All but a few bytes are taken by something else: a face that does not fit is not kept.
    const [{ id } = { id: 0 }] = await server.sql(sql =>
      sql.query<{ id: number }>(
        `update stored_file set bytes = bytes + $1 where id = (select min(id) from stored_file where tenant_id = $2) returning id`,
        [before.quotaBytes - before.usedBytes, server.here.tenantId],
      ),
    )
    expect(id).toBeGreaterThan(0)
    const pictures = () =>
      server.sql(sql => sql.first<{ n: number }>('select count(*)::int as n from face_picture'))
    const kept = await pictures()
    expect(await uploadTo(server, UPLOAD, await drawnFace({ person: 8 }), 'face.png')).toMatchObject({
      id: 'file.quota',
    })
    expect(await pictures()).toEqual(kept)
    await server.sql(sql =>
      sql.change('update stored_file set bytes = bytes - $1 where id = $2', [
        before.quotaBytes - before.usedBytes,
        id,
      ]),
    )
  })
  test('a good one is told with its quality, and given to who may enrol, nobody else', async () => {
    const address = await uploaded({ person: 9 }, '王芳 1.png')
    const { data } = await get('face/waiting')
    expect(data).toEqual([
      {
        picture: address,
        name: '王芳 1.png',
        check: 'checked',
        quality: expect.any(Number),
        faceSize: 140,
        sharpness: expect.any(Number),
        brightness: expect.any(Number),
      },
    ])
    const statusOf = async (token: string | undefined) => {
      const answer = await fetch(`${server.url}${address}`, {
        headers: token === undefined ? {} : { authorization: token },
      })
      const type = answer.headers.get('content-type') ?? ''
      await answer.arrayBuffer()
      return { image: type.startsWith('image/'), cache: answer.headers.get('cache-control') }
    }
    expect(await statusOf(server.tokens.admin)).toEqual({ image: true, cache: 'no-store' })
    for (const token of [
      undefined,
      property,
      server.tokens.patrol,
      server.tokens.visitor,
      server.tokens.stranger,
    ])
      expect(await statusOf(token)).toMatchObject({ image: false })
    // It is no ordinary upload: it stands in no list of files.
    const files = await server.call('/api/user/storedFile/page', { token: server.tokens.admin })
    expect(JSON.stringify(files.data)).not.toContain('王芳')
    expect(await post('face/discard', { pictures: [address] })).toMatchObject({ code: 0 })
    expect((await get('face/waiting')).data).toEqual([])
    await vi.waitFor(() => expect(stored()).toEqual([]))
  })
})

describe('samples', () => {
  test('a sample needs a picture that was uploaded here', async () => {
    for (const picture of [
      '',
      '/files/x',
      `/api/user/face/picture?key=${'x'.repeat(43)}`,
      'https://example.com/a.png',
    ])
      expect(await save(picture)).toMatchObject({ id: 'face.mustUpload', field: 'picture' })
    const other = await server.sql(sql =>
      sql.first<{ key: string }>(
        `insert into face_picture (tenant_id, created_at, key, storage, content_type, bytes, name, use)
         values ($1, 0, $2, 'local', 'image/png', 1, 'theirs.png', 'waiting') returning key`,
        [server.there.tenantId, randomBytes(32).toString('base64url')],
      ),
    )
    for (const theirs of [`/api/user/face/picture?key=${other?.key}`, 'theirs.png'])
      expect(await save(theirs)).toMatchObject({ id: 'face.mustUpload' })
    await server.sql(sql => sql.change(`delete from face_picture where name = 'theirs.png'`))
  })
  test.each<[string, object, string, string]>([
    [
      'a child of twelve without a guardian',
      { birthDate: `${new Date().getUTCFullYear() - 12}-01-01` },
      'face.guardian',
      'guardianName',
    ],
    ['a consent of tomorrow', { consentAt: Date.now() + 2 * DAY_MS }, 'face.consentFuture', 'consentAt'],
    ['a consent that is over', { expiresAt: Date.now() - 1 }, 'face.consentOver', 'expiresAt'],
    ['a consent for ten years', { expiresAt: Date.now() + 3_650 * DAY_MS }, 'face.consentLong', 'expiresAt'],
    ['no purpose', { consentPurpose: ' ' }, 'field.required', 'consentPurpose'],
    ['a birthday that there is not', { birthDate: '2001-02-30' }, 'field.birthDate', 'birthDate'],
    ['a birthday in words', { birthDate: 'May' }, 'field.format', 'birthDate'],
    ['another tenant’s library', { libraryId: -1 }, 'field.tooSmall', 'libraryId'],
  ])('%s is refused, and the picture waits on', async (_, more, id, field) => {
    const picture = await uploaded({ person: 5 })
    expect(await save(picture, more)).toMatchObject({ id, field })
    expect(await countOf('face_picture', `use = 'waiting'`)).toBe(1)
    await post('face/discard', { pictures: [picture] })
  })
  test('a child with a guardian’s consent is taken', async () => {
    const row = await enrolled({ person: 6 }, '小明', {
      birthDate: `${new Date().getUTCFullYear() - 12}-01-01`,
      guardianName: '李雷',
      guardianAt: Date.now() - DAY_MS,
      labels: '学生， 三班,学生',
    })
    expect(row).toMatchObject({
      labels: '学生,三班',
      check: 'checked',
      libraryName: '员工',
      guardianName: '李雷',
    })
    await post('faceSample/erase', { ids: [row.id] })
  })
  test('the three thresholds of a library hold', async () => {
    const strict = await libraryOf('门禁', { qualityThreshold: 100 })
    const poor = await uploadTo(server, UPLOAD, await drawnFace({ person: 20 }, { light: 70 }), 'poor.png')
    expect(await save(String(poor.data), { libraryId: strict })).toMatchObject({
      id: 'face.quality',
      field: 'picture',
      params: { quality: expect.any(Number), least: 100 },
    })
    const first = await enrolled({ person: 21 }, '张伟')
    // Seven tenths away: 30 of 100, too little for one person.
    expect(await save(await uploaded({ person: 21, apart: 7 }), { personName: '张伟' })).toMatchObject({
      id: 'face.notSamePerson',
    })
    expect(await save(await uploaded({ person: 21, apart: 3 }), { personName: '刘洋' })).toMatchObject({
      id: 'face.otherPerson',
    })
    const second = await enrolled({ person: 21, apart: 3 }, ' 张伟 ')
    // What other libraries hold does not count.
    const elsewhere = await enrolled({ person: 21 }, '刘洋', { libraryId: await libraryOf('访客') })
    await post('faceSample/erase', { ids: [first.id, second.id, elsewhere.id] })
    const waiting = (await get('face/waiting')).data as { picture: string }[]
    await post('face/discard', { pictures: waiting.map(({ picture }) => picture) })
  })
  test('one uploaded picture becomes one sample', async () => {
    const picture = await uploaded({ person: 22 })
    const first = await save(picture, { personName: '甲' })
    expect(first).toMatchObject({ code: 0 })
    expect(await save(picture, { personName: '乙' })).toMatchObject({ id: 'face.mustUpload' })
    await post('faceSample/erase', { ids: [(first.data as SampleRow).id] })
  })
  test('a change keeps the picture, a new picture takes the place of the old one and its bytes', async () => {
    const row = await enrolled({ person: 23 }, '周杰')
    const named = await save(row.picture, { id: row.id, version: row.version, personName: '周洁' })
    expect(named, JSON.stringify(named)).toMatchObject({ code: 0, data: { personName: '周洁' } })
    await vi.waitFor(() => expect(stored()).toHaveLength(1))
    const [old] = stored()
    const replaced = await save(await uploaded({ person: 24 }), {
      id: row.id,
      version: row.version + 1,
      personName: '周洁',
    })
    expect(replaced).toMatchObject({ code: 0 })
    await vi.waitFor(() => expect(stored()).toHaveLength(1))
    expect(stored()).not.toContain(old)
    expect(await captured({ person: 24 })).toMatchObject({ state: 'suggested', personName: '周洁' })
    await post('faceSample/erase', { ids: [row.id] })
  })
  test('embeddings lie sealed, and the audit log knows no name', async () => {
    const row = await enrolled({ person: 25 }, '陈晨晨')
    const kept = await server.sql(sql =>
      sql.first<{ embedding: Buffer }>(
        `select embedding from face_picture where id = (select picture_id from face_sample where id = $1)`,
        [row.id],
      ),
    )
    const plain = new Float32Array(64)
    plain[25] = 1
    expect(kept?.embedding.includes(Buffer.from(plain.buffer).subarray(96, 108))).toBe(false)
    expect(kept?.embedding.length).toBe(64 * 4 + 28)
    const told = await server.sql(sql =>
      sql.query<{ detail: unknown }>(`select detail from audit where entity = 'faceSample' and row_id = $1`, [
        row.id,
      ]),
    )
    expect(told.length).toBeGreaterThan(0)
    expect(JSON.stringify(told)).not.toMatch(/陈晨晨|1990-05-01/)
    expect(JSON.stringify(told)).toContain('personName')
    await post('faceSample/erase', { ids: [row.id] })
  })
})

describe('captures', () => {
  let sample: SampleRow
  beforeAll(async () => {
    sample = await enrolled({ person: 40 }, '赵敏', { labels: '保安' })
    await enrolled({ person: 41 }, '孙浩')
  })
  test('who is similar enough is suggested, with the score, until a person says so', async () => {
    const row = await captured(
      { person: 40, apart: 4 },
      { place: '东门', deviceId: String(server.here.deviceId), at: '1700000000000' },
    )
    expect(row).toMatchObject({
      state: 'suggested',
      sampleId: sample.id,
      personName: '赵敏',
      labels: '保安',
      libraryName: '员工',
      similarity: 60,
      place: '东门',
      deviceId: server.here.deviceId,
      at: 1_700_000_000_000,
      judgedBy: null,
    })
    const confirmed = await post('faceCapture/confirm', { ids: [row.id] }, property)
    expect(confirmed.data).toEqual({ results: [{ id: row.id, ok: true }] })
    expect((await get('faceCapture/get', { id: String(row.id) })).data).toMatchObject({
      state: 'confirmed',
      judgedBy: 'property',
    })
    // Two at once: the second meets what the first has said.
    expect((await post('faceCapture/refuse', { ids: [row.id] })).data).toMatchObject({
      results: [{ ok: false, error: { id: 'state.transition' } }],
    })
    expect((await post('faceCapture/reopen', { ids: [row.id] }, property)).data).toMatchObject({
      results: [{ ok: true }],
    })
    expect((await post('faceCapture/refuse', { ids: [row.id] }, property)).data).toMatchObject({
      results: [{ ok: true }],
    })
  })
  test('two who decide at the same moment: one of them does', async () => {
    const { id } = await captured({ person: 40 })
    const answers = await Promise.all([
      post('faceCapture/confirm', { ids: [id] }, property),
      post('faceCapture/refuse', { ids: [id] }),
    ])
    const done = answers.map(({ data }) => (data as { results: { ok: boolean }[] }).results[0]?.ok)
    expect(done.toSorted()).toEqual([false, true])
  })
  test('just beyond the distance nobody is named', async () => {
    // 0.5 is what two different people came near to.
    expect(await captured({ person: 40, apart: 5 })).toMatchObject({
      state: 'unknown',
      sampleId: null,
      personName: null,
      similarity: null,
    })
    expect(await captured({ person: 60 })).toMatchObject({ state: 'unknown' })
  })
  test('only in the named libraries, and never in another tenant’s', async () => {
    const empty = await libraryOf('空库')
    expect(await captured({ person: 40 }, { libraryIds: String(empty) })).toMatchObject({ state: 'unknown' })
    expect(await captured({ person: 40 }, { libraryIds: `${empty},${libraryId}` })).toMatchObject({
      state: 'suggested',
    })
    const theirs = await server.sql(sql =>
      sql.first<{ id: number }>('select id from face_library where tenant_id = $1', [server.there.tenantId]),
    )
    for (const [more, field] of [
      [{ libraryIds: String(theirs?.id) }, 'libraryIds'],
      [{ libraryIds: '999999999' }, 'libraryIds'],
      [{ deviceId: String(server.there.deviceId) }, 'deviceId'],
    ] as const)
      expect(
        await uploadTo(server, CAPTURE, await drawnFace({ person: 40 }), 'g.png', { more }),
      ).toMatchObject({
        id: 'field.reference',
        field,
      })
    // A stranger's own search finds none of ours.
    await turnOn(server.tokens.stranger)
    const answer = await uploadTo(server, CAPTURE, await drawnFace({ person: 40 }), 'g.png', {
      token: server.tokens.stranger,
    })
    expect(answer.data).toMatchObject({ state: 'unknown' })
  })
  test('every search stands in the audit log: who, what was compared, what came of it', async () => {
    const row = await captured({ person: 41 })
    const written = await server.sql(sql =>
      sql.first<{ user_name: string; detail: object }>(
        `select user_name, detail from audit where action = 'face.search' and row_id = $1`,
        [row.id],
      ),
    )
    expect(written).toEqual({
      user_name: 'admin',
      detail: { compared: 2, similarity: 100, libraries: 'all', model: 'fake 1' },
    })
  })
  test('property staff see both pictures and decide, and do nothing else; nobody else sees them', async () => {
    const { id } = await captured({ person: 40 })
    const imageOf = async (path: string, token: string) => {
      const answer = await fetch(`${server.url}/api/user/${path}`, { headers: { authorization: token } })
      await answer.arrayBuffer()
      return answer.headers.get('content-type')?.startsWith('image/') ?? false
    }
    const pictures = [`faceCapture/picture?id=${id}&of=captured`, `faceCapture/picture?id=${id}&of=matched`]
    for (const path of pictures) {
      expect(await imageOf(path, property)).toBe(true)
      for (const token of [server.tokens.patrol, server.tokens.visitor, server.tokens.stranger])
        expect(await imageOf(path, token)).toBe(false)
    }
    expect(await imageOf(`faceSample/picture?id=${sample.id}`, property)).toBe(false)
    expect(await imageOf(`faceSample/picture?id=${sample.id}`, server.tokens.admin)).toBe(true)
    expect(await get('faceSample/page', {}, property)).toMatchObject({ id: 'forbidden' })
    expect(await post('faceCapture/erase', { ids: [id] }, property)).toMatchObject({ id: 'forbidden' })
    expect(
      await uploadTo(server, CAPTURE, await drawnFace({ person: 40 }), 'g.png', { token: property }),
    ).toMatchObject({
      id: 'forbidden',
    })
  })
  test('who is held to a department sees what its devices have taken', async () => {
    const row = await captured({ person: 40 }, { deviceId: String(server.here.otherDeviceId) })
    const mine = await captured({ person: 40 }, { deviceId: String(server.here.deviceId) })
    await server.sql(async sql => {
      await sql.change(
        `insert into role_resource (tenant_id, role_id, resource_id)
         select r.tenant_id, r.id, s.id from role r, resource s
         where r.tenant_id = $1 and r.name = '巡逻人员' and s.mark = 'faceCapture.read' on conflict do nothing`,
        [server.here.tenantId],
      )
    })
    const token = await server.logIn('patrol')
    const seen = (await get('faceCapture/page', { size: '500' }, token)).data as { list: { id: number }[] }
    expect(seen.list.map(({ id }) => id)).toContain(mine.id)
    expect(seen.list.map(({ id }) => id)).not.toContain(row.id)
    expect(await get('faceCapture/picture', { id: String(row.id), of: 'captured' }, token)).toMatchObject({
      id: 'row.unknown',
    })
  })
})

describe('erasure', () => {
  test('takes picture, figures, embedding, consent and matches out of the tables and the storage', async () => {
    const before = new Set(stored())
    const row = await enrolled({ person: 50 }, '吴倩倩')
    const hit = await captured({ person: 50 })
    const sure = await captured({ person: 50 })
    await post('faceCapture/confirm', { ids: [sure.id] })
    const denied = await captured({ person: 50 })
    await post('faceCapture/refuse', { ids: [denied.id] })
    expect(stored().filter(name => !before.has(name))).toHaveLength(4)
    expect((await post('faceSample/erase', { ids: [row.id] })).data).toEqual({
      results: [{ id: row.id, ok: true }],
    })
    expect(await countOf('face_sample', 'id = $1', [row.id])).toBe(0)
    expect(await countOf('face_capture', 'id = any($1)', [[hit.id, sure.id]])).toBe(0)
    expect(await countOf('face_capture', 'sample_id = $1', [row.id])).toBe(0)
    // Whom it was said not to show is forgotten; the picture of the stranger lives out its days.
    expect((await get('faceCapture/get', { id: String(denied.id) })).data).toMatchObject({
      state: 'refused',
      sampleId: null,
      personName: null,
      similarity: null,
    })
    expect((await post('faceCapture/reopen', { ids: [denied.id] })).data).toMatchObject({
      results: [{ ok: false, error: { id: 'state.transition' } }],
    })
    await vi.waitFor(() => expect(stored().filter(name => !before.has(name))).toHaveLength(1))
    await post('faceCapture/erase', { ids: [denied.id] })
    await vi.waitFor(() => expect(stored().filter(name => !before.has(name))).toEqual([]))
    // A file is gone a moment before what was written down to take it away.
    await vi.waitFor(async () => expect(await countOf('face_erasure')).toBe(0))
    // The name stands nowhere any more, in no table at all.
    const tables = await server.sql(sql =>
      sql.query<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      ),
    )
    for (const { name } of tables) {
      const found = await server.sql(sql =>
        sql.first<{ n: number }>(
          `select count(*) as n from ${name} t where to_jsonb(t)::text like '%吴倩倩%'`,
        ),
      )
      expect(`${name} ${found?.n}`).toBe(`${name} 0`)
    }
    // And nobody is found by that face.
    expect(await captured({ person: 50 })).toMatchObject({ state: 'unknown' })
  })
  test('a consent that is taken back takes every sample of the person along, in whatever library', async () => {
    const before = new Set(stored())
    const first = await enrolled({ person: 57 }, '梁一诺诺')
    await enrolled({ person: 57, apart: 2 }, ' 梁一诺诺', { libraryId: await libraryOf('夜班') })
    const namesake = await enrolled({ person: 58 }, '梁一诺诺', { birthDate: '2001-01-01' })
    const hit = await captured({ person: 57 })
    expect(hit).toMatchObject({ state: 'suggested' })
    expect(stored().filter(name => !before.has(name))).toHaveLength(4)
    for (const token of [property, server.tokens.patrol])
      expect(await post('faceSample/withdraw', { ids: [first.id] }, token)).toMatchObject({ id: 'forbidden' })
    expect((await post('faceSample/withdraw', { ids: [first.id] })).data).toEqual({
      results: [{ id: first.id, ok: true }],
    })
    expect(await countOf('face_sample', `btrim(person_name) = '梁一诺诺'`)).toBe(1)
    expect(await countOf('face_sample', 'id = $1', [namesake.id])).toBe(1)
    expect(await countOf('face_capture', 'id = $1', [hit.id])).toBe(0)
    // Bytes of the namesake alone are left.
    await vi.waitFor(() => expect(stored().filter(name => !before.has(name))).toHaveLength(1))
    expect(await captured({ person: 57 })).toMatchObject({ state: 'unknown' })
    const told = await server.sql(sql =>
      sql.first<{ user_name: string; detail: unknown }>(
        `select user_name, detail from audit where action = 'faceSample.withdraw' and row_id = $1`,
        [first.id],
      ),
    )
    expect(told?.user_name).toBe('admin')
    expect(JSON.stringify(told)).not.toContain('梁一诺诺')
    await post('faceSample/erase', { ids: [namesake.id] })
  })
  test('of another tenant nothing is erased', async () => {
    const theirs = await server.sql(sql =>
      sql.first<{ id: number }>('select id from face_sample where tenant_id = $1', [server.there.tenantId]),
    )
    expect((await post('faceSample/erase', { ids: [theirs?.id] })).data).toMatchObject({
      results: [{ ok: false, error: { id: 'row.unknown' } }],
    })
  })
  test('a library goes once it is empty', async () => {
    const id = await libraryOf('临时')
    const row = await enrolled({ person: 51 }, '临时工', { libraryId: id })
    const remove = async () =>
      ((await post('faceLibrary/remove', { ids: [id] })).data as { results: { ok: boolean }[] }).results[0]
    expect(await remove()).toMatchObject({ ok: false, error: { id: 'row.inUse' } })
    await post('faceSample/erase', { ids: [row.id] })
    expect(await remove()).toMatchObject({ ok: true })
  })
  test('what is over is erased by the clock, and said in the audit log', async () => {
    const row = await enrolled({ person: 52 }, '过期', { expiresAt: Date.now() + 10 * DAY_MS })
    const hit = await captured({ person: 52 })
    const stranger = await captured({ person: 61 })
    const waiting = await uploaded({ person: 53 })
    const round = (now: number) =>
      eraseWhatIsOver({ ...server.app.parts.faces, data: server.app.parts.data }, now)
    await round(Date.now())
    expect(await countOf('face_sample', 'id = $1', [row.id])).toBe(1)
    await round(Date.now() + UNKNOWN_KEPT_MS + 1_000)
    expect(await countOf('face_capture', 'id = $1', [stranger.id])).toBe(0)
    expect(await countOf('face_capture', 'id = $1', [hit.id])).toBe(1)
    expect(await get('face/waiting')).not.toMatchObject({ data: [{ picture: waiting }] })
    await round(Date.now() + 11 * DAY_MS)
    expect(await countOf('face_sample', 'id = $1', [row.id])).toBe(0)
    expect(await countOf('face_capture', 'id = $1', [hit.id])).toBe(0)
    const told = await server.sql(sql =>
      sql.query(
        `select id from audit where action = 'faceSample.expire' and row_id = $1 and user_id is null`,
        [row.id],
      ),
    )
    expect(told).toHaveLength(1)
    await round(Date.now() + CAPTURE_KEPT_MS + 1_000)
    expect(await countOf('face_capture', 'picture_id in (select id from face_picture where bytes > 1)')).toBe(
      0,
    )
  })
  test('a consent that has just ended is compared with nothing, before the round comes', async () => {
    const row = await enrolled({ person: 54 }, '刚过')
    await server.sql(async sql => {
      await sql.change('update face_sample set expires_at = $2 where id = $1', [row.id, Date.now() - 1])
      await sql.change('update face_setting set revision = 1 where tenant_id = $1', [server.here.tenantId])
    })
    expect(await captured({ person: 54 })).toMatchObject({ state: 'unknown' })
    await post('faceSample/erase', { ids: [row.id] })
  })
})

test('samples come from a sheet that names uploaded pictures by their files', async () => {
  await uploaded({ person: 30 }, 'a-001.png')
  await uploaded({ person: 31 }, 'a-002.png')
  await uploaded({ person: 32 }, 'twice.png')
  await uploaded({ person: 33 }, 'twice.png')
  const { upload } = importer(server)
  const lines = [
    '库,姓名,图片,标签,生日,目的,同意,到期',
    '员工,郑一,a-001.png,"保安,夜班",1980-01-01,门禁,2026-01-01,2027-12-31',
    '员工,郑二,A-002.PNG,,1981-01-01,门禁,2026-01-01,2027-12-31',
    '员工,郑三,a-003.png,,1981-01-01,门禁,2026-01-01,2027-12-31',
    '员工,郑四,twice.png,,1981-01-01,门禁,2026-01-01,2027-12-31',
    '员工,小五,a-002.png,,2020-01-01,门禁,2026-01-01,2027-12-31',
  ]
  const fileId = await upload(lines.join('\r\n'), 'faces.csv')
  const columns = [
    'libraryId',
    'personName',
    'picture',
    'labels',
    'birthDate',
    'consentPurpose',
    'consentAt',
    'expiresAt',
  ]
  const headings = (lines[0] ?? '').split(',')
  const { data } = await post('faceSample/import', {
    fileId,
    columns: columns.map((of, at) => ({ of, label: headings[at] })),
    existing: 'refuse',
    zone: 'Asia/Shanghai',
  })
  const { taskId } = data as { taskId: number }
  await vi.waitFor(
    async () => {
      const task = await server.call('/api/message/task/get', {
        token: server.tokens.admin,
        query: { id: String(taskId) },
      })
      expect(task.data).toMatchObject({ state: 'done', rows: 5, failedRows: 3 })
    },
    { timeout: 20_000 },
  )
  const { data: page } = await get('faceSample/page', { sort: 'personName', personName: '郑' })
  expect(page).toMatchObject({ total: 2 })
  expect(await captured({ person: 31 })).toMatchObject({ personName: '郑二' })
})

test('turned off again nothing is added or compared, and what is stored can still be erased', async () => {
  const row = await enrolled({ person: 55 }, '收尾')
  const waiting = await uploaded({ person: 56 })
  expect(await post('face/turnOff', {}, property)).toMatchObject({ id: 'forbidden' })
  expect(await post('face/turnOff')).toMatchObject({ code: 0 })
  expect(await save(waiting)).toMatchObject({ id: 'face.off' })
  expect(await uploadTo(server, CAPTURE, await drawnFace({ person: 55 }), 'g.png')).toMatchObject({
    id: 'face.off',
  })
  expect((await post('faceSample/erase', { ids: [row.id] })).data).toMatchObject({ results: [{ ok: true }] })
  expect(await turnOn()).toMatchObject({ code: 0 })
})
