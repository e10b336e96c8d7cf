// Binding cards to devices: who may be bound to whom, by name what is taken, never across tenants.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followIccid, unbindSimCard } from '../../../../server/modules/sim-cards/bind.ts'
import { insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
}, 60_000)
afterAll(() => server.stop())

let serial = 100
const newCard = (tenant_id: number, more: Record<string, unknown> = {}) => {
  const iccid = `89860099${String(serial++).padStart(12, '0')}`
  return server
    .sql(sql =>
      insert(sql, 'sim_card', {
        tenant_id,
        iccid,
        carrier: 'mobile',
        state: 'liveActive',
        asked_at: Date.now() + 86_400_000,
        ...more,
      }),
    )
    .then(id => ({ id, iccid: String(more.iccid ?? iccid) }))
}
const bind = (iccid: string, imei: string, token = server.tokens.admin) =>
  server.call('/api/iotCard/simBinding/save', { token, body: { iccid, imei } })
const command = (path: string, ids: number[], token = server.tokens.admin) =>
  server.call(`/api/iotCard/${path}`, { token, body: { ids } })

test('a card goes into a device, and history shows who and when', async () => {
  const { iccid, id } = await newCard(server.here.tenantId)
  const bound = await bind(iccid, server.here.otherImei)
  expect(bound).toMatchObject({ code: 0, data: { iccid, imei: server.here.otherImei, state: 'bound' } })
  const row = await server.sql(sql =>
    sql.first(
      'select c.device_id, d.iccid from sim_card c join device d on d.id = c.device_id where c.id = $1',
      [id],
    ),
  )
  expect(row).toEqual({ device_id: server.here.otherDeviceId, iccid })

  // The same again, the same card elsewhere, another card in the same device: refused by name.
  expect(await bind(iccid, server.here.otherImei)).toMatchObject({ id: 'sim.alreadyBound', field: 'iccid' })
  expect(await bind(iccid, server.here.imei)).toMatchObject({
    id: 'sim.alreadyBound',
    params: { name: `here ${server.here.otherImei}` },
  })
  const second = await newCard(server.here.tenantId)
  expect(await bind(second.iccid, server.here.otherImei)).toMatchObject({
    id: 'sim.alreadyBound',
    field: 'imei',
    params: { name: iccid },
  })

  const { data } = bound as { data: { id: number } }
  expect(await command('simBinding/unbind', [data.id])).toMatchObject({ data: { results: [{ ok: true }] } })
  expect(await command('simBinding/unbind', [data.id])).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'state.transition' } }] },
  })
  expect(await bind(second.iccid, server.here.otherImei)).toMatchObject({ code: 0 })
  await server.sql(sql =>
    unbindSimCard(sql, {
      tenantId: server.here.tenantId,
      deviceId: server.here.otherDeviceId,
      userName: null,
    }),
  )
})

test('cards and devices of different tenants are never bound', async () => {
  const foreign = await newCard(server.there.tenantId)
  const own = await newCard(server.here.tenantId)
  for (const token of [server.tokens.admin, server.tokens.root]) {
    expect(await bind(foreign.iccid, server.here.otherImei, token)).toMatchObject({ id: 'field.reference' })
    expect(await bind(own.iccid, server.there.otherImei, token)).toMatchObject({ id: 'field.reference' })
  }
})

test.each([
  ['18 characters', '898600000000000001'],
  ['21 characters', '898600000000000000001'],
  ['a letter beyond F', '8986000000000000000G'],
])('%s are no ICCID', async (_, iccid) => {
  expect(await bind(iccid, server.here.otherImei)).toMatchObject({ id: 'field.iccid', field: 'iccid' })
})

test('letters of an ICCID count alike, large or small, with 19 or 20 characters', async () => {
  const { iccid } = await newCard(server.here.tenantId, { iccid: '8986009900000000AB1' })
  const bound = await bind(iccid.toLowerCase(), server.here.otherImei)
  expect(bound).toMatchObject({ code: 0, data: { iccid } })
  const { data } = bound as { data: { id: number } }
  await command('simBinding/unbind', [data.id])
})

test('a card that was taken apart goes nowhere', async () => {
  const { iccid } = await newCard(server.here.tenantId, { state: 'disassembled' })
  expect(await bind(iccid, server.here.otherImei)).toMatchObject({ id: 'state.transition', field: 'iccid' })
})

test('the ICCID of the device form takes the old card out and the new one in', async () => {
  const { tenantId, otherDeviceId: deviceId, otherImei: imei } = server.here
  const [one, two] = [await newCard(tenantId), await newCard(tenantId)]
  const present = () =>
    server.sql(async sql =>
      (await sql.query<{ iccid: string }>('select iccid from sim_card where device_id = $1', [deviceId])).map(
        row => row.iccid,
      ),
    )
  const follow = (iccid: string | null) =>
    server.sql(sql => followIccid(sql, { tenantId, deviceId, imei, iccid, userName: 'form' }))
  await follow(one.iccid)
  expect(await present()).toEqual([one.iccid])
  await follow(two.iccid.toLowerCase())
  expect(await present()).toEqual([two.iccid])
  // A number that is no card here is only a note.
  await follow('89860000000000009999')
  expect(await present()).toEqual([])
  await expect(follow(server.here.simIccid)).rejects.toMatchObject({ id: 'sim.alreadyBound' })
})

test('who may only look binds and unbinds nothing', async () => {
  const { iccid } = await newCard(server.here.tenantId)
  for (const token of [server.tokens.patrol, server.tokens.visitor]) {
    expect(await bind(iccid, server.here.otherImei, token)).toMatchObject({ id: 'forbidden' })
    expect(await command('simBinding/unbind', [server.here.simBindingId], token)).toMatchObject({
      id: 'forbidden',
    })
  }
  expect(await command('simBinding/unbind', [server.there.simBindingId])).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'row.unknown' } }] },
  })
})

test('the device form binds and unbinds, and a removed device lets its card go', async () => {
  const { iccid, id } = await newCard(server.here.tenantId)
  const save = (body: object) =>
    server.call('/api/device/device/save', { token: server.tokens.admin, body: { ...body } })
  const imei = '860000000012345'
  const made = await save({ imei, name: 'with a card', categoryId: server.here.categoryId, iccid })
  expect(made).toMatchObject({ code: 0 })
  const device = made.data as { id: number; version: number }
  const carrying = () =>
    server.sql(sql => sql.first('select device_id as "deviceId" from sim_card where id = $1', [id]))
  expect(await carrying()).toEqual({ deviceId: device.id })
  // Taken by another: refused, and nothing of the form is stored.
  const second = await save({
    imei: '860000000012346',
    name: 'second',
    categoryId: server.here.categoryId,
    iccid,
  })
  expect(second).toMatchObject({ id: 'sim.alreadyBound', params: { name: 'with a card' } })
  const renamed = await save({
    id: device.id,
    version: device.version,
    imei,
    name: 'renamed',
    categoryId: server.here.categoryId,
    iccid,
  })
  expect(await carrying()).toEqual({ deviceId: device.id })
  const { version } = renamed.data as { version: number }
  await save({ id: device.id, version, imei, name: 'renamed', categoryId: server.here.categoryId, iccid: '' })
  expect(await carrying()).toEqual({ deviceId: null })
  await bind(iccid, imei)
  await server.call('/api/device/device/remove', { token: server.tokens.admin, body: { ids: [device.id] } })
  expect(await carrying()).toEqual({ deviceId: null })
})

test('who sees one department sees, binds and stops cards of its devices only', async () => {
  const { here, tokens, sql, call, logIn } = server
  const free = await newCard(here.tenantId)
  const beyond = await newCard(here.tenantId)
  expect(await bind(beyond.iccid, here.otherImei)).toMatchObject({ code: 0 })
  await sql(async inner => {
    const role = await insert(inner, 'role', {
      tenant_id: here.tenantId,
      name: 'fitter',
      scope: 'department',
    })
    await inner.query(
      `insert into role_resource (tenant_id, role_id, resource_id)
       select $1, $2, id from resource where mark ~ '^(simCard|simBinding)[.]'`,
      [here.tenantId, role],
    )
    await inner.query(
      `insert into account_role (tenant_id, account_id, role_id) select $1, id, $2 from account where username = 'patrol'`,
      [here.tenantId, role],
    )
  })
  server.app.parts.bus.emit('rights.changed', {})
  const fitter = await logIn('patrol')
  const list = async (path: string) => {
    const { data } = await call(`/api/iotCard/${path}/page`, { token: fitter, query: { size: '500' } })
    return (data as { list: { iccid?: string; imei?: string | null }[] }).list
  }
  const cards = await list('simCard')
  expect(cards.map(card => card.iccid)).toEqual(expect.arrayContaining([free.iccid, here.simIccid]))
  for (const rows of [cards, await list('simBinding')])
    expect(rows.map(row => row.imei)).not.toContain(here.otherImei)
  expect(await command('simCard/suspend', [beyond.id], fitter)).toMatchObject({
    data: { results: [{ ok: false, error: { id: 'row.unknown' } }] },
  })
  await command('simCard/suspend', [beyond.id], tokens.admin)
  expect(await list('simOrder')).not.toContainEqual(expect.objectContaining({ subject: beyond.iccid }))
  expect(await bind(free.iccid, here.otherImei, fitter)).toMatchObject({
    id: 'field.reference',
    field: 'imei',
  })
  await sql(inner =>
    unbindSimCard(inner, { tenantId: here.tenantId, deviceId: here.otherDeviceId, userName: null }),
  )
})

test('a form of the device that was opened before a card came or went says neither back', async () => {
  const { iccid, id } = await newCard(server.here.tenantId)
  const token = server.tokens.admin
  const save = (body: object) => server.call('/api/device/device/save', { token, body: { ...body } })
  const body = { imei: '860000000012352', name: 'opened', categoryId: server.here.categoryId, iccid: '' }
  const opened = (await save(body)).data as { id: number; version: number }
  const inDevice = () =>
    server.sql(sql => sql.first('select d.iccid, d.version from device d where d.id = $1', [opened.id]))
  const bound = (await bind(iccid, body.imei)).data as { id: number }
  expect(await save({ ...body, id: opened.id, version: opened.version })).toMatchObject({ id: 'row.changed' })
  const held = (await inDevice()) as { version: number }
  expect(held).toMatchObject({ iccid })
  await command('simBinding/unbind', [bound.id])
  expect(await save({ ...body, id: opened.id, version: held.version, iccid })).toMatchObject({
    id: 'row.changed',
  })
  expect(await inDevice()).toMatchObject({ iccid: '' })
  const card = await server.sql(sql => sql.first('select device_id from sim_card where id = $1', [id]))
  expect(card).toEqual({ device_id: null })
})
