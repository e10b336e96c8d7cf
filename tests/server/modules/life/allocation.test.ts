// Allocations over the wire: twenty devices at once, progress, undo, what is kept and why, and every bad input.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allocationJob, workAllocations } from '../../../../server/modules/life/allocator.ts'
import { otherProcess } from '../../other-process.ts'
import { startServer, type TestServer } from '../../start.ts'
import { addDevice, addDevices, itemsOf, rowOf, settled } from './fleet.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const allocate = (body: Record<string, unknown>, token: string | undefined = server.tokens.admin) =>
  server.call('/api/device/allocation/start', { token, body })

const undo = (id: number, token: string | undefined = server.tokens.admin) =>
  server.call('/api/device/allocation/undo', { token, body: { ids: [id] } })

/** Hands out and waits until it is done; answers the id. */
async function done(body: Record<string, unknown>, token?: string): Promise<number> {
  const answer = await allocate(body, token)
  const { allocationId } = (answer.data ?? {}) as { allocationId?: number }
  if (allocationId === undefined) throw new Error(JSON.stringify(answer))
  await settled(server, allocationId)
  return allocationId
}

const back = async (id: number, token?: string) => {
  const answer = await undo(id, token)
  expect(answer.data).toMatchObject({ results: [{ ok: true }] })
  return settled(server, id)
}

describe('to a department', () => {
  test('twenty devices at once, and all twenty back', async () => {
    const { here } = server
    const ids = await addDevices(server, here, 20)
    const heard: number[] = []
    const stop = server.app.parts.bus.on('allocation.changed', ({ id }) => heard.push(id))
    const id = await done({ deviceIds: ids, targetDepartmentId: here.otherDepartmentId, note: 'Block C' })
    stop()
    expect(heard.filter(each => each === id).length).toBeGreaterThan(2)
    expect(await settled(server, id)).toMatchObject({ state: 'done', total: 20, done: 20, failed: 0 })
    for (const device of ids)
      expect(await rowOf(server, device)).toMatchObject({
        lifecycle: 'assigned',
        department_id: here.otherDepartmentId,
        in_stock: false,
      })
    expect(await back(id)).toMatchObject({ state: 'undone', done: 0, undone_by: 'Name of admin' })
    for (const device of ids)
      expect(await rowOf(server, device)).toMatchObject({
        lifecycle: 'inStock',
        department_id: null,
        in_stock: true,
      })
    expect((await itemsOf(server, id)).every(({ state }) => state === 'undone')).toBe(true)
    expect((await undo(id)).data).toMatchObject({
      results: [{ ok: false, error: { id: 'state.transition' } }],
    })
  })

  test('devices come back to where and how they were', async () => {
    const { here } = server
    const unbound = await addDevice(server, here, { lifecycle: 'unbound', department_id: here.departmentId })
    const assigned = await addDevice(server, here, {
      lifecycle: 'assigned',
      department_id: here.departmentId,
      in_stock: false,
    })
    const stocked = await addDevice(server, here, { stocked_in_at: 1000 })
    const id = await done({
      deviceIds: [unbound, assigned, stocked],
      targetDepartmentId: here.otherDepartmentId,
    })
    await back(id)
    expect(await rowOf(server, unbound)).toMatchObject({
      lifecycle: 'unbound',
      department_id: here.departmentId,
    })
    expect(await rowOf(server, assigned)).toMatchObject({
      lifecycle: 'assigned',
      department_id: here.departmentId,
    })
    expect(await rowOf(server, stocked)).toMatchObject({ lifecycle: 'inStock', stocked_in_at: 1000 })
  })

  test('what was bound or handed on meanwhile is kept, with the reason; later it comes back too', async () => {
    const { here, tokens } = server
    const [bound = 0, on = 0, free = 0] = await addDevices(server, here, 3)
    const id = await done({ deviceIds: [bound, on, free], targetDepartmentId: here.departmentId })
    await server.call('/api/device/device/bind', {
      token: tokens.admin,
      body: { ids: [bound], input: { boundTo: 'Li' } },
    })
    await done({ deviceIds: [on], targetDepartmentId: here.otherDepartmentId })
    const row = await back(id)
    expect(row).toMatchObject({ state: 'done', done: 2 })
    expect(row.undone_at).not.toBeNull()
    expect((await itemsOf(server, id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['kept', 'allocation.bound'],
      ['kept', 'allocation.movedOn'],
      ['undone', null],
    ])
    expect(await rowOf(server, bound)).toMatchObject({ lifecycle: 'bound', bound_to: 'Li' })
    expect(await back(id)).toMatchObject({ state: 'done', done: 2 })
  })

  test('allocation and binding of the same devices at once: each device ends in one of both, never in between', async () => {
    const { here, tokens } = server
    const ids = await addDevices(server, here, 12, { lifecycle: 'assigned', in_stock: false })
    const [answer] = await Promise.all([
      allocate({ deviceIds: ids, targetDepartmentId: here.departmentId }),
      ...ids.map(id =>
        server.call('/api/device/device/bind', {
          token: tokens.admin,
          body: { ids: [id], input: { boundTo: 'Sun' } },
        }),
      ),
    ])
    const id = (answer.data as { allocationId: number }).allocationId
    await settled(server, id)
    for (const item of await itemsOf(server, id)) {
      const device = await rowOf(server, item.device_id)
      expect(device?.lifecycle).toBe('bound')
      expect(['done', 'failed']).toContain(item.state)
      expect(device?.department_id).toBe(item.state === 'done' ? here.departmentId : null)
      if (item.state === 'failed') expect(item.reason).toBe('state.transition')
    }
  })

  test('undo while it still runs: what had not left stays', async () => {
    const { here } = server
    const ids = await addDevices(server, here, 30)
    const answer = await allocate({ deviceIds: ids, targetDepartmentId: here.departmentId })
    const id = (answer.data as { allocationId: number }).allocationId
    await undo(id)
    expect(await settled(server, id)).toMatchObject({ state: 'undone', done: 0 })
    for (const device of ids) expect(await rowOf(server, device)).toMatchObject({ lifecycle: 'inStock' })
  })

  test('one that cannot go does not keep the others; all of them failing is a failure', async () => {
    const { here } = server
    const bound = await addDevice(server, here, { lifecycle: 'bound' })
    const gone = await addDevice(server, here, { lifecycle: 'recycled' })
    const good = await addDevice(server, here)
    const id = await done({ deviceIds: [bound, gone, good], targetDepartmentId: here.departmentId })
    expect(await settled(server, id)).toMatchObject({ state: 'done', done: 1, failed: 2 })
    const none = await done({ deviceIds: [bound], targetDepartmentId: here.departmentId })
    expect(await settled(server, none)).toMatchObject({ state: 'failed', done: 0, failed: 1 })
    expect((await undo(none)).data).toMatchObject({ results: [{ ok: false }] })
  })

  test('what a former process has left half done is taken up by the next one', async () => {
    const { here } = server
    const devices = await addDevices(server, here, 7)
    const id = await server.sql(async sql => {
      const user = await sql.first<{ id: number }>(`select id from account where username = 'admin'`)
      const row = await sql.first<{ id: number }>(
        `insert into allocation (tenant_id, created_at, updated_at, target_tenant_id, target_department_id, total, user_id, user_name)
         values ($1, 1, 1, $1, $2, 7, $3, 'P') returning id`,
        [here.tenantId, here.departmentId, user?.id],
      )
      await sql.change(
        `insert into allocation_item (allocation_id, tenant_id, device_id, imei, device_name)
         select $1, $2, device, 'x', 'x' from unnest($3::bigint[]) device`,
        [row?.id, here.tenantId, devices],
      )
      return row?.id ?? 0
    })
    // Two processes that start at once share the work and do none of it twice.
    const others = await Promise.all([
      otherProcess(server, workAllocations),
      otherProcess(server, workAllocations),
    ])
    expect(await settled(server, id)).toMatchObject({ state: 'done', done: 7 })
    await Promise.all(others.map(other => other.stop()))
    const steps = await server.sql(sql =>
      sql.first<{ n: number }>('select count(*) as n from device_step where device_id = any($1::bigint[])', [
        devices,
      ]),
    )
    expect(steps?.n).toBe(7)
  })

  test('who lost the right meanwhile hands nothing out any more', async () => {
    const { here } = server
    const device = await addDevice(server, here)
    const id = await server.sql(async sql => {
      const user = await sql.first<{ id: number }>(`select id from account where username = 'patrol'`)
      const row = await sql.first<{ id: number }>(
        `insert into allocation (tenant_id, created_at, updated_at, target_tenant_id, target_department_id, total, user_id, user_name)
         values ($1, 1, 1, $1, $2, 1, $3, 'P') returning id`,
        [here.tenantId, here.departmentId, user?.id],
      )
      await sql.change(
        `insert into allocation_item (allocation_id, tenant_id, device_id, imei, device_name) values ($1, $2, $3, 'x', 'x')`,
        [row?.id, here.tenantId, device],
      )
      return row?.id ?? 0
    })
    await server.sql(sql => server.app.parts.jobs.send(sql, allocationJob, { allocationId: id }))
    expect(await settled(server, id)).toMatchObject({ state: 'failed' })
    expect(await itemsOf(server, id)).toMatchObject([{ state: 'failed', reason: 'forbidden' }])
    expect(await rowOf(server, device)).toMatchObject({ lifecycle: 'inStock' })
  })
})

describe('bad input', () => {
  test('nothing chosen, too many, no target, foreign devices, foreign departments, tenants', async () => {
    const { here, there, tokens } = server
    const own = await addDevice(server, here)
    const foreign = await addDevice(server, there)
    const target = { targetDepartmentId: here.departmentId }
    expect(await allocate({ deviceIds: [], ...target })).toMatchObject({ id: 'nothingSelected' })
    const many = Array.from({ length: 1001 }, (_, index) => index + 1)
    expect((await allocate({ deviceIds: many, ...target })).code).toBe(1400)
    expect(await allocate({ deviceIds: [own] })).toMatchObject({ id: 'field.mustChooseOne' })
    expect(await allocate({ deviceIds: [own, foreign], ...target })).toMatchObject({
      id: 'row.unknown',
      field: 'deviceIds',
    })
    expect(await allocate({ deviceIds: [own], targetDepartmentId: there.departmentId })).toMatchObject({
      id: 'field.reference',
      field: 'targetDepartmentId',
    })
    for (const targetTenantId of [there.tenantId, here.tenantId, 999_999])
      expect(await allocate({ deviceIds: [own], targetTenantId })).toMatchObject({ id: 'forbidden' })
    expect(await allocate({ deviceIds: [own], targetTenantId: 999_999 }, tokens.root)).toMatchObject({
      id: 'field.reference',
      field: 'targetTenantId',
    })
    expect(
      await allocate(
        { deviceIds: [own], targetTenantId: there.tenantId, targetDepartmentId: here.departmentId },
        tokens.root,
      ),
    ).toMatchObject({ id: 'field.reference', field: 'targetDepartmentId' })
    expect((await allocate({ deviceIds: [own], ...target }, tokens.patrol)).id).toBe('forbidden')
    expect((await allocate({ deviceIds: [own], ...target }, tokens.visitor)).id).toBe('forbidden')
    expect(await rowOf(server, own)).toMatchObject({ lifecycle: 'inStock', version: 1 })
  })

  test('the same target', async () => {
    const { here, tokens } = server
    const there = await addDevice(server, here, {
      lifecycle: 'assigned',
      department_id: here.departmentId,
    })
    const body = { deviceIds: [there], targetDepartmentId: here.departmentId }
    expect(await allocate(body)).toMatchObject({ id: 'allocation.sameTarget' })
    expect(await allocate({ deviceIds: [there], targetTenantId: here.tenantId }, tokens.root)).toMatchObject({
      id: 'allocation.sameTarget',
    })
    const other = await addDevice(server, here)
    const id = await done({ ...body, deviceIds: [there, other] })
    expect((await itemsOf(server, id)).map(({ reason }) => reason)).toEqual(['allocation.sameTarget', null])
  })

  test('strangers see neither the allocation nor its devices, and cannot take it back', async () => {
    const { here, tokens } = server
    const device = await addDevice(server, here)
    const id = await done({ deviceIds: [device], targetDepartmentId: here.departmentId })
    const query = { id: String(id) }
    const items = await server.call('/api/device/allocation/items', { token: tokens.admin, query })
    expect(items.data).toMatchObject([{ deviceId: device, state: 'done' }])
    expect((await server.call('/api/device/allocation/items', { token: tokens.stranger, query })).id).toBe(
      'row.unknown',
    )
    expect((await undo(id, tokens.stranger)).data).toMatchObject({
      results: [{ ok: false, error: { id: 'row.unknown' } }],
    })
    const page = await server.call('/api/device/allocation/page', { token: tokens.stranger })
    expect((page.data as { list: { id: number }[] }).list.map(row => row.id)).not.toContain(id)
  })

  test('a key that comes twice hands out once', async () => {
    const { here, tokens } = server
    const device = await addDevice(server, here)
    const send = () =>
      server.call('/api/device/allocation/start', {
        token: tokens.admin,
        body: { deviceIds: [device], targetDepartmentId: here.departmentId },
        headers: { 'idempotency-key': 'once-and-only' },
      })
    const [first, second] = [await send(), await send()]
    expect(second.data).toEqual(first.data)
  })
})

describe('to another tenant, by the platform', () => {
  test('there and back: the wall between', async () => {
    const { here, there, tokens } = server
    const device = await addDevice(server, here, {
      name: 'Watch of Mrs Wang',
      wearer_name: 'Mrs Wang',
      responsible_phone: '13800000009',
      install_location: 'Room 301',
      department_id: here.departmentId,
      group_id: here.groupId,
      product_id: here.productId,
      lifecycle: 'unbound',
      activated_at: 5000,
    })
    const imei = String((await rowOf(server, device))?.imei)
    await server.sql(async sql => {
      await sql.change(
        `insert into latest_reading (device_id, tenant_id, kind, value, at) values ($1, $2, 'heartRate', 80, 1)`,
        [device, here.tenantId],
      )
      await sql.change(`update device_state set state = 'online', battery = 44 where device_id = $1`, [
        device,
      ])
      await sql.change(`insert into device_settings (device_id, tenant_id, desired) values ($1, $2, $3)`, [
        device,
        here.tenantId,
        JSON.stringify({ heartRateUpper: 120 }),
      ])
    })
    const id = await done({ deviceIds: [device], targetTenantId: there.tenantId }, tokens.root)
    const get = (token: string) =>
      server.call('/api/device/device/get', { token, query: { id: String(device) } })
    expect((await get(tokens.admin)).id).toBe('row.unknown')
    const seen = await get(tokens.stranger)
    expect(seen.data).toMatchObject({
      imei,
      lifecycle: 'assigned',
      // 2: not activated (console specification, section 4).
      state: 2,
      battery: null,
      activatedAt: null,
    })
    const text = JSON.stringify(seen.data)
    for (const secret of ['Wang', '13800000009', 'Room 301', 'here']) expect(text).not.toContain(secret)
    const asStranger = (path: string, query: Record<string, string>) =>
      server.call(path, { token: tokens.stranger, query })
    expect((await asStranger('/api/device/reading/latest', { imei })).data).toEqual([])
    expect((await asStranger('/api/device/settings/get', { imei })).data).toMatchObject({
      desired: {},
    })
    const steps = (await asStranger('/api/device/device/steps', { imei })).data as { step: string }[]
    expect(steps.map(({ step }) => step)).toEqual(['allocate'])
    // Neither tenant sees the allocation of the platform.
    for (const token of [tokens.admin, tokens.stranger])
      expect((await server.call('/api/device/allocation/get', { token, query: { id: String(id) } })).id).toBe(
        'row.unknown',
      )
    await back(id, tokens.root)
    expect((await get(tokens.stranger)).id).toBe('row.unknown')
    expect((await get(tokens.admin)).data).toMatchObject({
      name: 'Watch of Mrs Wang',
      installLocation: 'Room 301',
      lifecycle: 'unbound',
      groupId: here.groupId,
      productId: here.productId,
      departmentId: here.departmentId,
      activatedAt: 5000,
      battery: null,
    })
    const own = await server.sql(sql =>
      sql.first('select desired from device_settings where device_id = $1', [device]),
    )
    expect(own).toEqual({ desired: { heartRateUpper: 120 } })
  })

  test('what the new tenant has put to use does not come back', async () => {
    const { here, there, tokens } = server
    const [used = 0, edited = 0] = await addDevices(server, here, 2)
    const id = await done({ deviceIds: [used, edited], targetTenantId: there.tenantId }, tokens.root)
    await server.call('/api/device/device/bind', {
      token: tokens.stranger,
      body: { ids: [used], input: { boundTo: 'Crane 2' } },
    })
    await done({ deviceIds: [edited], targetDepartmentId: there.departmentId }, tokens.stranger)
    await back(id, tokens.root)
    expect((await itemsOf(server, id)).map(({ reason }) => reason)).toEqual([
      'allocation.bound',
      'allocation.movedOn',
    ])
    expect(await rowOf(server, used)).toMatchObject({ tenant_id: there.tenantId, bound_to: 'Crane 2' })
  })

  test('a door that is talking stays; afterwards nobody of the old tenant opens it', async () => {
    const { here, there, tokens } = server
    const door = await addDevice(server, here, { kind: 'doorUnit' })
    const imei = (await rowOf(server, door))?.imei
    const [callId, rightId] = await server.sql(async sql => {
      const call = await sql.first<{ id: number }>(
        `insert into call (tenant_id, created_at, updated_at, kind, state, device_id, imei, channel, provider, started_at, expires_at)
         values ($1, 1, 1, 'door', 'ringing', $2, $3, 'c', 'builtIn', 1, $4) returning id`,
        [here.tenantId, door, imei, Date.now() + 60_000],
      )
      const right = await sql.first<{ id: number }>(
        `insert into door_right (tenant_id, created_at, updated_at, device_id, card_id) values ($1, 1, 1, $2, $3) returning id`,
        [here.tenantId, door, here.doorCardId],
      )
      await sql.change(
        'insert into door_list (device_id, tenant_id, wanted, confirmed) values ($1, $2, 3, 3)',
        [door, here.tenantId],
      )
      return [call?.id, right?.id]
    })
    const body = { deviceIds: [door], targetTenantId: there.tenantId }
    expect((await itemsOf(server, await done(body, tokens.root)))[0]).toMatchObject({ reason: 'call.busy' })
    await server.sql(sql => sql.change(`update call set state = 'ended' where id = $1`, [callId]))
    const id = await done(body, tokens.root)
    await server.sql(async sql => {
      expect(
        await sql.first('select removed_at is null as live from door_right where id = $1', [rightId]),
      ).toEqual({ live: false })
      expect(await sql.first('select tenant_id, wanted from door_list where device_id = $1', [door])).toEqual(
        {
          tenant_id: there.tenantId,
          wanted: 4,
        },
      )
    })
    await back(id, tokens.root)
    expect(
      await server.sql(sql =>
        sql.first('select removed_at is null as live from door_right where id = $1', [rightId]),
      ),
    ).toEqual({ live: true })
  })

  test('the card stays with its tenant, and is bound again when the device comes back', async () => {
    const { here, there, tokens } = server
    const device = await addDevice(server, here)
    const imei = (await rowOf(server, device))?.imei
    const iccid = '89860000000000000777'
    await server.sql(async sql => {
      const card = await sql.first<{ id: number }>(
        `insert into sim_card (tenant_id, created_at, updated_at, iccid, carrier, device_id) values ($1, 1, 1, $2, 'mobile', $3) returning id`,
        [here.tenantId, iccid, device],
      )
      await sql.change(
        `insert into sim_binding (tenant_id, created_at, updated_at, card_id, device_id, iccid, imei, bound_at) values ($1, 1, 1, $2, $3, $4, $5, 1)`,
        [here.tenantId, card?.id, device, iccid, imei],
      )
    })
    const card = () =>
      server.sql(sql => sql.first('select tenant_id, device_id from sim_card where iccid = $1', [iccid]))
    const id = await done({ deviceIds: [device], targetTenantId: there.tenantId }, tokens.root)
    expect(await card()).toEqual({ tenant_id: here.tenantId, device_id: null })
    // The past of the card stays to be read, though the device is not theirs to name any more.
    const past = await server.call('/api/iotCard/simBinding/page', {
      token: tokens.admin,
      query: { iccid, counts: 'true' },
    })
    expect(past).toMatchObject({
      data: { total: 1, list: [{ imei, deviceName: imei, state: 'unbound' }] },
    })
    await back(id, tokens.root)
    expect(await card()).toEqual({ tenant_id: here.tenantId, device_id: device })
  })
})
