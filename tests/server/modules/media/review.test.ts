// Photos and videos against the real server: who takes, who judges, what may become of them, and two who judge at once.
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RowOf } from '../../../../src/domain/entity.ts'
import type { photo } from '../../../../src/domain/media/photo.ts'
import { type Answer, insert, startServer, type TestServer } from '../../start.ts'
import { FILE, IMAGE, uploadTo, VIDEO } from '../files/upload-call.ts'

type Photo = Omit<RowOf<typeof photo>, 'state'> & { state: number }
const [REVIEW, APPROVED, REJECTED, HIDDEN, REPORTED] = [0, 1, 2, 3, 4]

let server: TestServer
/** Of the duty desk's role. */
let duty: string
beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    const like = await sql.first<{ password_hash: string }>(
      `select password_hash from account where username = 'patrol'`,
    )
    const id = await insert(sql, 'account', {
      tenant_id: server.here.tenantId,
      username: 'desk',
      name: '值班员',
      password_hash: like?.password_hash,
    })
    await sql.query(
      `insert into account_role (tenant_id, role_id, account_id) select $1, id, $2 from role where tenant_id = $1 and name = '值班人员'`,
      [server.here.tenantId, id],
    )
  })
  duty = await server.logIn('desk')
})
afterAll(() => server.stop())

let shade = 0
/** Each another one: a file stands behind one photo only. */
const jpeg = (more: (picture: Sharp) => Sharp = picture => picture) =>
  more(
    sharp({
      create: { width: 60, height: 40, channels: 3, background: { r: ++shade % 255, g: 90, b: 120 } },
    }),
  )
    .jpeg()
    .toBuffer()

async function uploaded(token = server.tokens.patrol): Promise<string> {
  const { data } = await uploadTo(server, IMAGE, await jpeg(), 'a.jpg', { token })
  return String(data)
}

const save = (body: object, token = server.tokens.patrol, headers: Record<string, string> = {}) =>
  server.call('/api/user/photo/save', { token, body, headers })
async function taken(more: object = {}, token = server.tokens.patrol): Promise<Photo> {
  const { code, data, id } = await save({ name: '北门', url: await uploaded(token), ...more }, token)
  expect(id).toBeUndefined()
  expect(code).toBe(0)
  return data as Photo
}
const now = async (id: number, token = server.tokens.admin) =>
  (await server.call('/api/user/photo/get', { token, query: { id: String(id) } })).data as Photo

async function give(command: string, row: { id: number; version?: number }, token: string, input?: object) {
  const { id, version } = row
  const answer = await server.call(`/api/user/photo/${command}`, {
    token,
    body: {
      ids: [id],
      ...(input && { input }),
      ...(version !== undefined && { seen: [{ id, version }] }),
    },
  })
  return outcome(answer)
}
/** `ok`, or the refusal of the one row or of the call. */
function outcome({ code, id, data }: Answer): unknown {
  if (code !== 0) return id
  const [result] = (data as { results: { ok: boolean; error?: { id: string; params?: object } }[] }).results
  return result?.ok ? 'ok' : result?.error
}

describe('taken', () => {
  test('by a patrol, with its place and time; it waits, and says whose it is', async () => {
    const takenAt = Date.now() - 3_600_000
    const row = await taken({
      takenAt,
      latitude: 22.54,
      longitude: 114.06,
      accuracyMetres: 12,
      source: 'camera',
    })
    expect(row).toMatchObject({
      state: REVIEW,
      takenAt,
      latitude: 22.54,
      longitude: 114.06,
      accuracyMetres: 12,
      userName: 'Name of patrol',
      departmentId: server.here.departmentId,
      width: 60,
      height: 40,
      published: false,
      undoable: false,
    })
  })
  test('without what a camera writes beside the picture', async () => {
    const secret = await jpeg(picture =>
      picture.withExif({ IFD0: { Copyright: 'secret owner' }, IFD3: { GPSLatitudeRef: 'N' } }),
    )
    expect(secret.includes('secret owner')).toBe(true)
    const { data } = await uploadTo(server, IMAGE, secret, 'a.jpg', { token: server.tokens.patrol })
    const stored = Buffer.from(await (await fetch(`${server.url}${data}`)).arrayBuffer())
    expect(stored.length).toBeGreaterThan(0)
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    expect(stored.includes('secret owner')).toBe(false)
  })
  test('a time to come becomes now', async () => {
    const row = await taken({ takenAt: Date.now() + 86_400_000 })
    expect(row.takenAt).toBeLessThanOrEqual(Date.now())
  })
  test.each([
    ['no picture', {}, 'field.imageEmpty', 'url'],
    ['an empty one', { url: '' }, 'field.imageEmpty', 'url'],
    ['an address elsewhere', { url: 'https://example.org/a.jpg' }, 'field.picture', 'url'],
    ['a script', { url: 'javascript:alert(1)' }, 'field.picture', 'url'],
    ['a file nobody uploaded', { url: `/files/${'x'.repeat(43)}` }, 'field.picture', 'url'],
    ['half a place', { latitude: 22 }, 'field.required', 'longitude'],
    ['no place on earth', { latitude: 122, longitude: 22 }, 'field.tooBig', 'latitude'],
    ['0, 0', { latitude: 0, longitude: 0 }, 'place.nowhere', undefined],
    ['no name', { name: ' ' }, 'field.required', 'name'],
    ['a NUL', { name: 'a\u0000' }, 'field.text', 'name'],
    ['a state of its own', { state: 1 }, 'field.unknownKey', 'state'],
  ])('%s is refused', async (what, more, id, field) => {
    const url = what.startsWith('no picture') ? {} : { url: await uploaded() }
    const answer = await save({ name: '北门', ...url, ...more })
    expect(answer).toMatchObject({ id, ...(field && { field }) })
  })
  test("another company's picture is refused like one that is not there", async () => {
    const url = await uploaded(server.tokens.stranger)
    expect(await save({ name: '北门', url })).toMatchObject({ id: 'field.picture', field: 'url' })
  })
  test('a document, and a picture that came as a document beside the limit of pictures, is no photo', async () => {
    const { data } = await uploadTo(server, FILE, await jpeg(), 'a.jpg', { token: server.tokens.patrol })
    const { url } = data as { url: string }
    expect(await save({ name: '北门', url })).toMatchObject({ id: 'field.picture' })
  })
  test('a broken picture and one beyond 600 KB never become a file', async () => {
    const whole = await jpeg()
    const cut = whole.subarray(0, whole.length / 2)
    expect(await uploadTo(server, IMAGE, cut, 'a.jpg')).toMatchObject({ id: 'file.broken' })
    const large = Buffer.concat([await jpeg(), Buffer.alloc(601 * 1024)])
    expect(await uploadTo(server, IMAGE, large, 'a.jpg')).toMatchObject({
      id: 'file.imageTooLarge',
      msg: expect.stringContaining('500 KB'),
    })
    const film = Buffer.alloc(20 * 1024 * 1024 + 1)
    film.write('\u0000\u0000\u0000\u0018ftypmp42', 0, 'latin1')
    expect(await uploadTo(server, VIDEO, film, 'a.mp4')).toMatchObject({ id: 'file.videoTooLarge' })
  })
  test('sent twice with one key it is one photo, and its file stands behind no second one', async () => {
    const body = { name: '两次', url: await uploaded() }
    const headers = { 'idempotency-key': 'photo-once' }
    const [first, second] = await Promise.all([
      save(body, server.tokens.patrol, headers),
      save(body, server.tokens.patrol, headers),
    ])
    expect(first).toMatchObject({ code: 0 })
    expect((second.data as Photo).id).toBe((first.data as Photo).id)
    expect(await save(body)).toMatchObject({ id: 'field.duplicate', field: 'url' })
    const { data } = await server.call('/api/user/photo/page', {
      token: server.tokens.admin,
      query: { name: '两次' },
    })
    expect(data).toMatchObject({ total: 1 })
  })
  test('the bytes of a photo cannot be changed afterwards', async () => {
    const { id, version } = await taken()
    const answer = await save({ id, version, name: 'x', url: await uploaded() })
    expect(answer).toMatchObject({ id: 'field.picture' })
  })
})

describe('judged', () => {
  test('by the duty desk: approved, published, pinned, and back again', async () => {
    const row = await taken()
    expect(await give('pin', row, server.tokens.admin)).toMatchObject({ id: 'state.transition' })
    expect(await give('publish', row, server.tokens.admin)).toMatchObject({ id: 'state.transition' })
    expect(await give('approve', row, duty)).toBe('ok')
    expect(await now(row.id)).toMatchObject({
      state: APPROVED,
      judgedByName: '值班员',
      version: row.version + 1,
      undoable: true,
    })
    expect(await give('publish', { id: row.id }, server.tokens.admin)).toBe('ok')
    expect(await give('pin', { id: row.id }, server.tokens.admin)).toBe('ok')
    expect(await now(row.id)).toMatchObject({ published: true, pinned: true })
    expect(await give('unpublish', { id: row.id }, server.tokens.admin)).toBe('ok')
    expect(await now(row.id)).toMatchObject({ published: false, pinned: false, publishedAt: null })
  })
  test('rejected with a reason, which is needed, and restored', async () => {
    const row = await taken()
    expect(await give('reject', row, duty)).toBe('field.required')
    expect(await give('reject', row, duty, { reason: 'ugly' })).toBe('field.choice')
    expect(await give('reject', row, duty, { reason: 'unclear', reasonNote: '看不清' })).toBe('ok')
    expect(await now(row.id)).toMatchObject({ state: REJECTED, reason: 'unclear', reasonNote: '看不清' })
    expect(await give('report', { id: row.id }, duty, { reason: 'other' })).toMatchObject({
      id: 'state.transition',
    })
    expect(await give('reopen', { id: row.id }, duty)).toBe('ok')
    expect(await now(row.id)).toMatchObject({ state: REVIEW, reason: null, reasonNote: null })
    expect(await give('reopen', { id: row.id }, duty)).toMatchObject({ id: 'state.transition' })
  })
  test('a report takes it from sight, and taking the approval back leaves the report', async () => {
    const row = await taken()
    await give('approve', row, duty)
    await give('publish', { id: row.id }, server.tokens.admin)
    const other = server.tokens.patrol
    expect(await give('report', { id: row.id }, other, { reason: 'personal' })).toBe('ok')
    expect(await now(row.id)).toMatchObject({
      state: REPORTED,
      reason: 'personal',
      judgedByName: 'Name of patrol',
    })
    expect(await give('approve', { id: row.id }, duty)).toBe('ok')
    expect(await now(row.id)).toMatchObject({ state: APPROVED, published: true, reason: null })
    expect(await give('takeBack', { id: row.id }, duty)).toBe('ok')
    expect(await now(row.id)).toMatchObject({
      state: REPORTED,
      reason: 'personal',
      judgedByName: 'Name of patrol',
    })
  })
  test('every judgement is taken back in turn, by who made it only', async () => {
    const row = await taken()
    await give('approve', row, duty)
    await give('publish', { id: row.id }, server.tokens.admin)
    await give('hide', { id: row.id }, duty)
    expect(await now(row.id)).toMatchObject({ state: HIDDEN, published: false })
    expect(await give('takeBack', { id: row.id }, server.tokens.admin)).toMatchObject({
      id: 'row.overtaken',
      params: { name: '值班员' },
    })
    expect(await give('takeBack', { id: row.id }, duty)).toBe('ok')
    expect(await now(row.id)).toMatchObject({ state: APPROVED, published: true })
    expect(await give('takeBack', { id: row.id }, duty)).toBe('ok')
    expect(await now(row.id)).toMatchObject({
      state: REVIEW,
      published: false,
      undoable: false,
      judgedByName: null,
    })
    expect(await give('takeBack', { id: row.id }, duty)).toMatchObject({ id: 'state.transition' })
  })
  test('so many judgements are kept, and no more', async () => {
    const row = await taken()
    for (let times = 0; times < 6; times++) {
      await give('approve', { id: row.id }, duty)
      await give('hide', { id: row.id }, duty)
    }
    for (let times = 0; times < 10; times++) expect(await give('takeBack', { id: row.id }, duty)).toBe('ok')
    expect(await give('takeBack', { id: row.id }, duty)).toMatchObject({ id: 'state.transition' })
  })
  test('of two at once one is first, and the other is told who', async () => {
    const row = await taken()
    const answers = await Promise.all([
      give('approve', row, duty),
      give('reject', row, server.tokens.admin, { reason: 'unclear' }),
    ])
    expect(answers.filter(answer => answer === 'ok')).toHaveLength(1)
    const { state, judgedByName, version } = await now(row.id)
    expect(answers.find(answer => answer !== 'ok')).toEqual({
      id: 'row.overtaken',
      params: { name: judgedByName },
    })
    expect([APPROVED, REJECTED]).toContain(state)
    expect(version).toBe(row.version + 1)
  })
  test('whoever judges beside one hears of it: which photo and version, and nothing of what it shows', async () => {
    const heard: object[] = []
    const stop = server.app.parts.bus.on('rows.changed', event => void heard.push(event))
    const row = await taken()
    await give('approve', row, duty)
    // A refusal changes nothing and is told to nobody else.
    await give('reject', row, server.tokens.admin, { reason: 'unclear' })
    stop()
    const told = (version: number) => ({
      tenantId: server.here.tenantId,
      departmentId: server.here.departmentId,
      entity: 'photo',
      rows: [{ id: row.id, version }],
    })
    expect(heard).toEqual([told(row.version), told(row.version + 1)])
  })
  test('who comes second with the same verdict is told too', async () => {
    const row = await taken()
    await give('approve', row, duty)
    expect(await give('approve', row, server.tokens.admin)).toMatchObject({
      id: 'row.overtaken',
      params: { name: '值班员' },
    })
  })
  test('sent twice with one key a judgement counts once', async () => {
    const row = await taken()
    const body = { ids: [row.id], seen: [{ id: row.id, version: row.version }] }
    const headers = { 'idempotency-key': 'judged-once' }
    const call = () => server.call('/api/user/photo/approve', { token: duty, body, headers })
    expect(outcome(await call())).toBe('ok')
    expect(outcome(await call())).toBe('ok')
    expect((await now(row.id)).version).toBe(row.version + 1)
  })
})

describe('who may', () => {
  test('a patrol judges, publishes, deletes and exports nothing', async () => {
    const row = await taken()
    for (const command of ['approve', 'hide', 'reopen', 'takeBack', 'publish', 'pin', 'remove'])
      expect(await give(command, { id: row.id }, server.tokens.patrol), command).toBe('forbidden')
    expect(await give('reject', { id: row.id }, server.tokens.patrol, { reason: 'other' })).toBe('forbidden')
  })
  test('the duty desk judges and publishes nothing', async () => {
    const row = await taken()
    expect(await give('approve', row, duty)).toBe('ok')
    expect(await give('publish', { id: row.id }, duty)).toBe('forbidden')
  })
  test('what was not approved is between its patrol and those who judge', async () => {
    const own = await taken()
    const others = await taken({ departmentId: server.here.departmentId }, server.tokens.admin)
    expect(await now(own.id, server.tokens.patrol)).toMatchObject({ id: own.id })
    const asPatrol = async () =>
      (
        await server.call('/api/user/photo/get', {
          token: server.tokens.patrol,
          query: { id: String(others.id) },
        })
      ).id
    expect(await asPatrol()).toBe('row.unknown')
    await give('approve', others, duty)
    expect(await asPatrol()).toBe('row.unknown')
    await give('publish', { id: others.id }, server.tokens.admin)
    expect(await asPatrol()).toBeUndefined()
  })
  test('a photo of another department is out of sight, and cannot be put there', async () => {
    const foreign = await taken({ departmentId: server.here.otherDepartmentId }, server.tokens.admin)
    await give('approve', foreign, duty)
    await give('publish', { id: foreign.id }, server.tokens.admin)
    const { id } = await server.call('/api/user/photo/get', {
      token: server.tokens.patrol,
      query: { id: String(foreign.id) },
    })
    expect(id).toBe('row.unknown')
    expect(
      await save({ name: 'x', url: await uploaded(), departmentId: server.here.otherDepartmentId }),
    ).toMatchObject({ id: 'field.reference', field: 'departmentId' })
  })
})

describe('deleted', () => {
  test('its file goes with it and comes back with it', async () => {
    const row = await taken()
    const { url } = row
    const status = async () => (await fetch(`${server.url}${url}`)).status
    expect(await status()).toBe(200)
    expect(await give('remove', { id: row.id }, server.tokens.admin)).toBe('ok')
    expect(await status()).toBe(404)
    expect(await give('restore', { id: row.id }, server.tokens.admin)).toBe('ok')
    expect(await status()).toBe(200)
  })
  test('a file that a photo shows is not deleted from under it', async () => {
    const row = await taken()
    const file = await server.sql(sql =>
      sql.first<{ file_id: number }>('select file_id from photo where id = $1', [row.id]),
    )
    const answer = await server.call('/api/user/storedFile/remove', {
      token: server.tokens.admin,
      body: { ids: [file?.file_id] },
    })
    expect(outcome(answer)).toMatchObject({ id: 'row.inUse' })
  })
})

test('a video needs a video, keeps its kind by its digit, and may have a cover', async () => {
  const film = Buffer.from('00000018667479706d703432000000006d70343269736f6d0000001066726565', 'hex')
  const { data } = await uploadTo(server, VIDEO, Buffer.concat([film, Buffer.alloc(8)]), 'a.mp4')
  const { url } = data as { url: string }
  const call = (body: object) =>
    server.call('/api/user/video/save', {
      token: server.tokens.admin,
      body: { name: '巡检', kind: 1, ...body },
    })
  expect(await call({ url: await uploaded(server.tokens.admin) })).toMatchObject({ id: 'field.picture' })
  expect(await call({ url, cover: url })).toMatchObject({ id: 'field.picture', field: 'cover' })
  expect(await call({ url, kind: 7 })).toMatchObject({ field: 'kind' })
  const cover = await uploaded(server.tokens.admin)
  expect(await call({ url, cover })).toMatchObject({ code: 0, data: { kind: 1, state: REVIEW, cover } })
})
