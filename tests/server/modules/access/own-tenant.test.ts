// The own tenant: who may know it, who may set its time zone, and what that changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

const own = (token: string) => server.call('/api/user/tenant/own', { token })
const set = (token: string, zone: unknown) => server.call('/api/user/tenant/zone', { token, body: { zone } })
const zones = () =>
  server.sql(async sql => {
    const rows = await sql.query<{ id: number; zone: string }>('select id, zone from tenant order by id')
    return new Map(rows.map(({ id, zone }) => [id, zone]))
  })

test('everybody knows the tenant they are in, and no other', async () => {
  const { admin, patrol, stranger } = server.tokens
  expect((await own(admin)).data).toMatchObject({ id: server.here.tenantId, zone: 'Asia/Shanghai' })
  expect((await own(patrol)).data).toMatchObject({ id: server.here.tenantId })
  expect((await own(stranger)).data).toMatchObject({ id: server.there.tenantId })
})

test('the administrator sets the zone of the own tenant only; who and from what stands in the log', async () => {
  const before = (await zones()).get(server.there.tenantId)
  expect((await set(server.tokens.admin, 'Europe/Berlin')).data).toEqual({ before: 'Asia/Shanghai' })
  const after = await zones()
  expect([after.get(server.here.tenantId), after.get(server.there.tenantId)]).toEqual([
    'Europe/Berlin',
    before,
  ])
  const log = await server.sql(sql =>
    sql.query(`select user_name, detail from audit where action = 'tenant.zone' order by id`),
  )
  expect(log).toEqual([{ user_name: 'admin', detail: { before: 'Asia/Shanghai', after: 'Europe/Berlin' } }])
  // The same again is no change.
  await set(server.tokens.admin, 'Europe/Berlin')
  const again = await server.sql(sql => sql.query(`select id from audit where action = 'tenant.zone'`))
  expect(again).toHaveLength(1)
})

test('whoever logs in is told the zone, so that what is new starts with it', async () => {
  const logIn = async (username: string) =>
    (await server.call('/api/auth/auth/login', { body: { username, password: PASSWORD } })).data
  expect(await logIn('patrol')).toMatchObject({ tenantZone: 'Europe/Berlin' })
  expect(await logIn('stranger')).toMatchObject({ tenantZone: 'Asia/Shanghai' })
})

test.each(['Mars/Phobos', 'Asia/', '', 8, null, "Asia/Shanghai'--"])('%s is no zone', async zone => {
  expect(await set(server.tokens.admin, zone)).toMatchObject({ code: 1400, field: 'zone' })
  expect((await own(server.tokens.admin)).data).toMatchObject({ zone: 'Europe/Berlin' })
})

test('others may not', async () => {
  for (const token of [server.tokens.patrol, server.tokens.visitor])
    expect((await set(token, 'Asia/Tokyo')).code).not.toBe(0)
  expect((await zones()).get(server.here.tenantId)).toBe('Europe/Berlin')
})

test('the platform gives a new tenant its zone, and no wrong one', async () => {
  const save = (zone: string) =>
    server.call('/api/user/tenant/save', {
      token: server.tokens.root,
      body: { name: `In ${zone}`, scenario: 'site', status: 1, zone },
    })
  expect(await save('America/Lima')).toMatchObject({ code: 0 })
  expect([...(await zones()).values()]).toContain('America/Lima')
  expect(await save('Asia/Nowhere')).toMatchObject({ field: 'zone' })
})
