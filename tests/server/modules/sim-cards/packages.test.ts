// Packages: the platform offers, tenants read what is for sale, and nobody takes away what somebody has.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
}, 60_000)
afterAll(() => server.stop())

const offer = {
  name: 'Monthly',
  type: 0,
  content: 0,
  price: 1999,
  validityDays: 30,
  megabytes: 100,
  multiplier: 100,
  language: 1,
  sort: 1,
}
const save = (body: object, token = server.tokens.root) =>
  server.call('/api/iotCard/simPackage/save', { token, body: { ...offer, ...body } })
const command = (name: string, ids: number[], token = server.tokens.root) =>
  server.call(`/api/iotCard/simPackage/${name}`, { token, body: { ids } })
const names = async (token: string) => {
  const { data } = await server.call('/api/iotCard/simPackage/page', { token })
  return (data as { list: { name: string }[] }).list.map(({ name }) => name)
}

test('types, contents and languages are digits on the wire, prices whole fen', async () => {
  const made = await save({ name: 'Codes', type: 1, content: 2, language: 6, price: 1 })
  expect(made.data).toMatchObject({ type: 1, content: 2, language: 6, status: 1, price: 1, sold: 0 })
  expect(await save({ name: 'Half', price: 0.5 })).toMatchObject({ field: 'price' })
  expect(await save({ name: 'Below', price: -1 })).toMatchObject({ id: 'field.tooSmall', field: 'price' })
  expect(await save({ name: 'No day', validityDays: 0 })).toMatchObject({ field: 'validityDays' })
  expect(await save({ name: 'codes' })).toMatchObject({ id: 'field.duplicate', field: 'name' })
})

test('tenants neither write nor see what is not for sale', async () => {
  const made = await save({ name: 'Off sale' })
  const { id } = made.data as { id: number }
  for (const token of [server.tokens.admin, server.tokens.stranger]) {
    expect(await save({ name: 'Mine' }, token)).toMatchObject({ id: 'forbidden' })
    expect(await command('disable', [id], token)).toMatchObject({ id: 'forbidden' })
    expect(await command('remove', [id], token)).toMatchObject({ id: 'forbidden' })
  }
  expect(await names(server.tokens.admin)).toContain('Off sale')
  expect(await command('disable', [id])).toMatchObject({ data: { results: [{ ok: true }] } })
  expect(await command('disable', [id])).toMatchObject({
    data: { results: [{ error: { id: 'state.transition' } }] },
  })
  expect(await names(server.tokens.admin)).not.toContain('Off sale')
  expect(await names(server.tokens.root)).toContain('Off sale')
})

test('a package goes only while nobody has it or is paying for it', async () => {
  const { id } = (await save({ name: 'In use' })).data as { id: number }
  const held = await server.sql(sql =>
    insert(sql, 'sim_card', {
      tenant_id: server.here.tenantId,
      iccid: '89860012300000000001',
      carrier: 'mobile',
      state: 'liveActive',
      package_id: id,
      asked_at: Date.now() + 86_400_000,
    }),
  )
  expect(await command('remove', [id])).toMatchObject({ data: { results: [{ error: { id: 'row.inUse' } }] } })
  await server.sql(sql => sql.query('update sim_card set package_id = null where id = $1', [held]))
  await server.sql(sql =>
    sql.query(
      `insert into card_package (tenant_id, card_id, package_id, package_name, type, starts_at, ends_at, created_at)
       values ($1, $2, $3, 'In use', 'data', $4, $4, 0)`,
      [server.here.tenantId, held, id, Date.now() + 86_400_000],
    ),
  )
  expect(await command('remove', [id])).toMatchObject({ data: { results: [{ error: { id: 'row.inUse' } }] } })
  await server.sql(sql => sql.query('update card_package set ends_at = 1 where package_id = $1', [id]))
  expect(await command('remove', [id])).toMatchObject({ data: { results: [{ ok: true }] } })
})
