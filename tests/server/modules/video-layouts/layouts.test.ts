// Layouts of the wall against the real server: each person has their own, of cameras that they may see.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_LAYOUTS, type VideoLayout } from '../../../../src/contract/endpoints/video-layout.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
let cameras: number[]
/** Of the duty desk's role. */
let desk: string
let foreign: number
beforeAll(async () => {
  server = await startServer()
  await server.sql(async sql => {
    const make = (tenantId: number, name: string) =>
      insert(sql, 'camera', { tenant_id: tenantId, name, source: 'whip', talks: false, enabled: true })
    cameras = [await make(server.here.tenantId, 'Gate'), await make(server.here.tenantId, 'Lobby')]
    foreign = await make(server.there.tenantId, 'Elsewhere')
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
  desk = await server.logIn('desk')
})
afterAll(() => server.stop())

const list = async (token = server.tokens.admin) =>
  (await server.call('/api/device/video/layouts', { token })).data as VideoLayout[]
const save = (body: object, token = server.tokens.admin) =>
  server.call('/api/device/video/layout/save', {
    token,
    body: { name: 'Day', shape: 'six', cameraIds: [], ...body },
  })
const remove = (id: number, token = server.tokens.admin) =>
  server.call('/api/device/video/layout/drop', { token, body: { id } })

test('a layout is kept with its gaps, under its name, for the person alone', async () => {
  const [gate, lobby] = cameras
  const { code, data } = await save({ name: ' Day ', cameraIds: [gate, null, lobby] })
  expect(code).toBe(0)
  expect(data).toMatchObject({ name: 'Day', shape: 'six', cameraIds: [gate, null, lobby] })
  expect(await list()).toHaveLength(1)
  expect(await list(desk)).toEqual([])

  await save({ shape: 'one', cameraIds: [lobby] })
  expect(await list()).toMatchObject([{ name: 'Day', shape: 'one', cameraIds: [lobby] }])
})

test('nobody deletes another’s', async () => {
  const [mine] = await list()
  const id = mine?.id ?? 0
  expect((await remove(id, desk)).id).toBe('row.unknown')
  expect((await remove(id, server.tokens.stranger)).id).toBe('row.unknown')
  expect(await list()).toHaveLength(1)
  expect((await remove(id)).code).toBe(0)
  expect((await remove(id)).id).toBe('row.unknown')
  expect(await list()).toEqual([])
})

test('whoever may not watch keeps none', async () => {
  expect((await save({}, server.tokens.patrol)).id).toBe('forbidden')
  expect((await server.call('/api/device/video/layouts', { token: server.tokens.patrol })).id).toBe(
    'forbidden',
  )
})

test.each([
  ['a camera of another tenant', () => ({ cameraIds: [foreign] }), 'field.reference'],
  ['a camera that there is not', () => ({ cameraIds: [999_999_999] }), 'field.reference'],
  ['one camera twice', () => ({ cameraIds: [cameras[0], cameras[0]] }), 'field.chosenTwice'],
  ['seven places', () => ({ cameraIds: Array.from({ length: 7 }, () => null) }), 'field.tooLong'],
  ['no name', () => ({ name: '  ' }), 'field.required'],
  ['a name without end', () => ({ name: 'x'.repeat(61) }), 'field.tooLong'],
  ['a shape that there is not', () => ({ shape: 'nine' }), 'field.choice'],
])('refuses %s and keeps nothing', async (_, body, refusal) => {
  expect((await save(body())).id).toBe(refusal)
  expect(await list()).toEqual([])
})

test('one too many is refused; one of the same name is none more', async () => {
  for (let count = 0; count < MOST_LAYOUTS; count++)
    expect((await save({ name: `Layout ${count}` })).code).toBe(0)
  expect(await save({ name: 'One more' })).toMatchObject({ id: 'layout.tooMany', field: 'name' })
  expect(await list()).toHaveLength(MOST_LAYOUTS)
  expect((await save({ name: 'Layout 0', shape: 'one' })).code).toBe(0)
})
