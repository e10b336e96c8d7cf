// Boards against the real server: who sees which, what their tiles answer to whom, what is refused, and their versions.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defaultPath } from '../../../../src/contract/endpoint.ts'
import { boardPreview, boardSnapshot } from '../../../../src/contract/endpoints/board.ts'
import { getNavigationBar, type NavigationEntry } from '../../../../src/contract/endpoints/session.ts'
import { entityEndpoints } from '../../../../src/contract/entity-endpoints.ts'
import { board } from '../../../../src/domain/board/board.ts'
import { MOST_TILES } from '../../../../src/domain/board/tiles.ts'
import { entityNamed } from '../../../../src/domain/entities.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
const ends = entityEndpoints(board)
const stored = z.object({
  id: z.int(),
  version: z.int(),
  versionNumber: z.nullable(z.int()),
  tiles: z.array(z.object({ key: z.string() })),
  versions: z.array(z.object({ number: z.int(), createdBy: z.string(), tiles: z.int() })),
})

const place = (n: number) => ({ x: (n % 6) * 2, y: Math.floor(n / 6) * 2, w: 2, h: 2 })
const tile = (n: number, more: object) => ({ key: `t${n}`, place: place(n), ...more })
const clock = (n: number) => tile(n, { kind: 'clock' })
const figure = (n: number, key = 'devices') => tile(n, { kind: 'figure', figure: key })

let patrolRole: number
beforeAll(async () => {
  server = await startServer()
  patrolRole = await roleOf('patrol')
})
afterAll(() => server.stop())

async function roleOf(username: string): Promise<number> {
  const row = await server.sql(sql =>
    sql.first<{ id: number }>(
      `select ar.role_id as id from account_role ar join account a on a.id = ar.account_id
       where a.username = $1 and a.tenant_id = $2 limit 1`,
      [username, server.here.tenantId],
    ),
  )
  if (!row) throw new Error(`no role of ${username}`)
  return row.id
}

let made = 0
const save = (body: object, token = server.tokens.admin) =>
  server.call(defaultPath(ends.save), {
    token,
    body: { name: `B${made++}`, roleIds: [], landing: false, forWalls: false, ...body },
  })

async function saved(body: object) {
  const answer = await save(body)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  return z.parse(stored, answer.data)
}

const look = (id: number, token: string | undefined) =>
  server.call(defaultPath(boardSnapshot), { token, query: { id: String(id) } })

async function shown(id: number, token: string) {
  const answer = await look(id, token)
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 })
  const { tiles } = z.parse(boardSnapshot.response, answer.data)
  return (key: string) => tiles.find(each => each.key === key)?.answer
}

test('a board answers all of its tiles at once, each as its list would', async () => {
  const { id } = await saved({
    tiles: [
      clock(0),
      figure(1),
      tile(2, { kind: 'count', entity: 'device', filters: { kind: 'helmet' } }),
      tile(3, { kind: 'list', entity: 'device', filters: {}, rows: 1 }),
      tile(4, { kind: 'chart', entity: 'device', filters: {}, series: { by: 'words', field: 'kind' } }),
      tile(5, {
        kind: 'chart',
        entity: 'alarm',
        filters: {},
        series: { by: 'days', field: 'raisedAt', days: 7 },
      }),
      tile(6, { kind: 'announcement' }),
      tile(7, { kind: 'plan', drawingId: null }),
    ],
  })
  const of = await shown(id, server.tokens.admin)
  const { page } = entityEndpoints(entityNamed('device'))
  const total = async (query: Record<string, string>) =>
    z.parse(
      z.object({ total: z.int() }),
      (await server.call(defaultPath(page), { token: server.tokens.admin, query })).data,
    ).total
  expect(of('t0')).toEqual({ is: 'open', name: null })
  expect(of('t1')).toMatchObject({ is: 'count', value: await total({}) })
  expect(of('t2')).toMatchObject({ is: 'count', value: await total({ kind: 'helmet' }) })
  const rows = of('t3')
  expect(rows).toMatchObject({ is: 'rows', total: await total({}) })
  expect(rows?.is === 'rows' && z.safeDecode(page.response, rows).success).toBe(true)
  const words = of('t4')
  const sum = words?.is === 'bars' ? words.bars.reduce((all, { value }) => all + value, 0) : -1
  expect(sum).toBe(await total({}))
  expect(of('t5')).toMatchObject({ is: 'bars', bars: { length: 7 } })
  expect(of('t6')).toMatchObject({ is: 'announcement' })
  expect(of('t7')).toEqual({ is: 'unset' })
})

test('a chart per day has what was raised today on its last bar', async () => {
  const { tenantId, deviceId, imei, departmentId } = server.here
  const chart = tile(0, {
    kind: 'chart',
    entity: 'alarm',
    filters: {},
    series: { by: 'days', field: 'raisedAt', days: 7 },
  })
  const { id } = await saved({ tiles: [chart] })
  const lastBar = async () => {
    const answer = (await shown(id, server.tokens.admin))('t0')
    return answer?.is === 'bars' ? answer.bars.at(-1)?.value : undefined
  }
  const before = await lastBar()
  await server.sql(sql =>
    insert(sql, 'alarm', {
      ...{ tenant_id: tenantId, type: 'sos', severity: 'critical', title: 'SOS', device_id: deviceId, imei },
      ...{ device_name: 'here', device_kind: 'helmet', department_id: departmentId, raised_at: Date.now() },
    }),
  )
  expect(await lastBar()).toBe((before ?? 0) + 1)
})

test('a tile of a list that is closed to the reader says so and shows nothing; the others go on', async () => {
  const { id } = await saved({
    roleIds: [patrolRole],
    tiles: [
      clock(0),
      figure(1),
      tile(2, { kind: 'list', entity: 'user', filters: {}, rows: 5 }),
      tile(3, { kind: 'count', entity: 'user', filters: {} }),
    ],
  })
  const admin = await shown(id, server.tokens.admin)
  expect(admin('t2')).toMatchObject({ is: 'rows' })
  const patrol = await shown(id, server.tokens.patrol)
  expect(patrol('t1')).toMatchObject({ is: 'count' })
  expect(patrol('t2')).toEqual({ is: 'forbidden' })
  expect(patrol('t3')).toEqual({ is: 'forbidden' })
})

test('a board is offered to its roles and to who keeps boards, to no other role and no other tenant', async () => {
  const { id } = await saved({ roleIds: [patrolRole], tiles: [clock(0)] })
  expect(await look(id, server.tokens.patrol)).toMatchObject({ code: 0 })
  const other = await saved({ tiles: [clock(0)] })
  expect(await look(id, server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
  expect(await look(other.id, server.tokens.patrol)).toMatchObject({ id: 'row.unknown' })
  expect(await look(id, undefined)).toMatchObject({ code: 208 })
  expect(await look(id, server.tokens.visitor)).toMatchObject({ id: 'forbidden' })
  const list = async (token: string) =>
    z
      .parse(
        z.object({ list: z.array(z.object({ id: z.int() })) }),
        (await server.call(defaultPath(ends.page), { token, query: { size: '500' } })).data,
      )
      .list.map(each => each.id)
  expect(await list(server.tokens.patrol)).toContain(id)
  expect(await list(server.tokens.patrol)).not.toContain(other.id)
  expect(await list(server.tokens.stranger)).not.toContain(id)
})

test('only who keeps boards saves, restores and previews', async () => {
  expect(await save({ tiles: [clock(0)] }, server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
  const preview = (token: string) =>
    server.call(defaultPath(boardPreview), { token, body: { tiles: [figure(0)] } })
  expect(await preview(server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
  expect(await preview(server.tokens.admin)).toMatchObject({ code: 0 })
})

test('too many tiles, tiles over each other or outside, and unknown figures and lists are refused in words', async () => {
  const hundred = Array.from({ length: 120 }, (_, n) => clock(n))
  expect(await save({ tiles: hundred })).toMatchObject({
    id: 'field.tooManyTiles',
    params: { max: MOST_TILES },
  })
  expect(await save({ tiles: [clock(0), { ...clock(1), place: place(0) }] })).toMatchObject({
    id: 'field.tilesOverlap',
  })
  expect(await save({ tiles: [{ ...clock(0), place: { x: 11, y: 0, w: 2, h: 2 } }] })).toMatchObject({
    id: 'field.tileOutside',
  })
  expect(await save({ tiles: [figure(0, 'happiness')] })).toMatchObject({ id: 'field.choice' })
  const count = (entity: string, filters: object) =>
    save({ tiles: [tile(0, { kind: 'count', entity, filters })] })
  expect(await count('nothing', {})).toMatchObject({ id: 'field.choice', field: 'tiles.0.entity' })
  expect(await count('alarm', { colour: 'red' })).toMatchObject({
    id: 'field.choice',
    field: 'tiles.0.filters',
  })
  expect(await count('alarm', { size: '500' })).toMatchObject({
    id: 'field.choice',
    field: 'tiles.0.filters',
  })
  const series = { by: 'words', field: 'title' }
  expect(
    await save({ tiles: [tile(0, { kind: 'chart', entity: 'alarm', filters: {}, series })] }),
  ).toMatchObject({
    id: 'field.choice',
    field: 'tiles.0.series.field',
  })
})

test('a camera of another tenant is as unknown as none', async () => {
  const camera = (tenant_id: number) =>
    server.sql(sql =>
      insert(sql, 'camera', {
        ...{ tenant_id, name: `Camera ${tenant_id}`, source: 'rtsp', main_address: 'rtsp://10.0.0.1/a' },
        ...{ talks: false, enabled: true },
      }),
    )
  const [own, foreign] = [await camera(server.here.tenantId), await camera(server.there.tenantId)]
  const video = (cameraId: number) => save({ tiles: [tile(0, { kind: 'video', cameraId })] })
  expect(await video(own)).toMatchObject({ code: 0 })
  for (const id of [foreign, 999_999_999])
    expect(await video(id)).toMatchObject({ id: 'field.reference', field: 'tiles.0.cameraId' })
})

test('a tile whose camera was removed is gone, and may stay on the board', async () => {
  const cameraId = await server.sql(sql =>
    insert(sql, 'camera', {
      ...{
        tenant_id: server.here.tenantId,
        name: 'Short-lived',
        source: 'rtsp',
        main_address: 'rtsp://10.0.0.1/b',
      },
      ...{ talks: false, enabled: true },
    }),
  )
  const tiles = [tile(0, { kind: 'video', cameraId }), clock(1)]
  const first = await saved({ name: 'Gone', tiles })
  expect((await shown(first.id, server.tokens.admin))('t0')).toMatchObject({
    is: 'open',
    name: 'Short-lived',
  })
  await server.sql(sql =>
    sql.query('update camera set removed_at = $2 where id = $1', [cameraId, Date.now()]),
  )
  expect((await shown(first.id, server.tokens.admin))('t0')).toEqual({ is: 'gone' })
  const { id, version } = first
  expect(await save({ id, version, name: 'Gone', tiles: [...tiles, clock(2)] })).toMatchObject({ code: 0 })
})

test('each save of other tiles is a version with who made it; an earlier one is restored as a further one', async () => {
  const first = await saved({ name: 'Versions', tiles: [clock(0)] })
  const second = await saved({
    id: first.id,
    version: first.version,
    name: 'Versions',
    tiles: [clock(0), figure(1)],
  })
  // The name alone is none.
  const third = await saved({
    id: first.id,
    version: second.version,
    name: 'Versioned',
    tiles: [clock(0), figure(1)],
  })
  expect(third.versions.map(({ number, tiles }) => [number, tiles])).toEqual([
    [2, 2],
    [1, 1],
  ])
  expect(third.versions[0]?.createdBy).toBeTruthy()
  const restore = (number: number, seen: number, token = server.tokens.admin) =>
    server.call(defaultPath(ends.command('restoreVersion')), {
      token,
      body: { ids: [first.id], seen: [{ id: first.id, version: seen }], input: { number } },
    })
  expect(await restore(1, first.version)).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'row.overtaken' } }] },
  })
  expect(await restore(9, third.version)).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'field.reference' } }] },
  })
  expect(await restore(1, third.version, server.tokens.stranger)).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'row.unknown' } }] },
  })
  expect(await restore(1, third.version)).toMatchObject({ data: { results: [{ ok: true }] } })
  const answer = await server.call(defaultPath(ends.get), {
    token: server.tokens.admin,
    query: { id: String(first.id) },
  })
  const after = z.parse(stored, answer.data)
  expect(after.tiles.map(({ key }) => key)).toEqual(['t0'])
  expect(after.versionNumber).toBe(3)
})

test('who saves over a newer version is told, and nothing changes', async () => {
  const first = await saved({ name: 'Twice', tiles: [clock(0)] })
  const { id, version } = first
  await saved({ id, version, name: 'Twice', tiles: [clock(0), clock(1)] })
  expect(await save({ id, version, name: 'Twice', tiles: [] })).toMatchObject({
    code: 1409,
    id: 'row.changed',
  })
  expect((await shown(id, server.tokens.admin))('t1')).toBeDefined()
})

test('a board may not be made for a role of another tenant', async () => {
  const foreign = await server.sql(sql =>
    sql.first<{ id: number }>('select id from role where tenant_id = $1 limit 1', [server.there.tenantId]),
  )
  expect(await save({ roleIds: [foreign?.id ?? 0], tiles: [] })).toMatchObject({ id: 'field.reference' })
})

test('the menu names the boards of a role, and a role begins with the one that is made for that', async () => {
  const menuOf = async (token: string) => {
    const answer = await server.call(defaultPath(getNavigationBar), { token, body: { language: 'EN' } })
    return z.parse(getNavigationBar.response, answer.data)
  }
  const pages = (menu: readonly NavigationEntry[]): string[] =>
    menu.flatMap(({ type, name, list }) => [...(type === 'menu' ? [name] : []), ...pages(list)])
  const mine = await saved({ name: 'Rounds', roleIds: [patrolRole], tiles: [clock(0)] })
  await saved({ name: 'Nobody’s', tiles: [clock(0)] })
  const menu = await menuOf(server.tokens.patrol)
  expect(pages(menu)).toContain('Rounds')
  expect(pages(menu)).not.toContain('Nobody’s')
  expect(menu[0]?.name).not.toBe('Rounds')
  expect(pages(await menuOf(server.tokens.stranger))).not.toContain('Rounds')
  const { id, version } = mine
  await saved({ id, version, name: 'Rounds', roleIds: [patrolRole], landing: true })
  expect((await menuOf(server.tokens.patrol))[0]).toMatchObject({ name: 'Rounds', uri: `boards?board=${id}` })
  expect(pages(await menuOf(server.tokens.admin))).not.toContain('Rounds')
})
