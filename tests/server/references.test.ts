// What is being removed at the same moment does not stay referred to: allocations and their target, batches and what they
// make, records and their batch, cards and devices, rights to doors. Each pair runs against each other as people would do
// it, and once more with the removal caught half-way, where an order without a lock slips through every time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allocationJob } from '../../server/modules/life/allocator.ts'
import { entities } from '../../src/domain/entities.ts'
import { addDevice, freshImei, settled } from './modules/life/fleet.ts'
import { type Answer, insert, startServer, type TestServer } from './start.ts'

const RACES = 12

let server: TestServer
let root: string
let doorCategory: number
beforeAll(async () => {
  server = await startServer()
  root = server.tokens.root
  const row = await server.sql(sql =>
    sql.first<{ id: number }>(`select id from device_category where tenant_id = $1 and kind = 'doorUnit'`, [
      server.here.tenantId,
    ]),
  )
  doorCategory = row?.id ?? 0
})
afterAll(() => server.stop())

/** One row that is referred to and removed. */
interface Pair {
  entity: string
  table: string
  id: number
  /** Makes the reference; the call is refused, or a row of it is, when it comes too late. */
  refer(): Promise<Answer>
  /** How many live rows refer to it although it is removed. */
  left: string
}

let counter = 0
const call = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/${path}`, { token, body })
const row = (table: string, more: Record<string, unknown> = {}) =>
  server.sql(sql => insert(sql, table, { tenant_id: server.here.tenantId, ...more }))
const named = () => `passing ${++counter}`
const remove = (entity: string, id: number) => {
  const service = entities.find(({ key }) => key === entity)?.service
  return call(`${service}/${entity}/remove`, { ids: [id] }, root)
}
const isRefused = ({ code, data }: Answer) =>
  code !== 0 || (data as { results?: { ok: boolean }[] } | null)?.results?.[0]?.ok === false

const door = () => addDevice(server, server.here, { kind: 'doorUnit', category_id: doorCategory })
const card = () => row('door_card', { holder_name: named(), card_info: `C${++counter}`, state: 'issued' })
const account = () =>
  row('account', { username: `passing${++counter}`, name: 'Passing', password_hash: 'none' })
const batch = (more: Record<string, unknown> = {}) =>
  row('production_batch', {
    number: named(),
    product_id: server.here.productId,
    category_id: server.here.categoryId,
    manufacturer: 'Factory',
    planned: 10,
    serial_prefix: `R${counter}-`,
    state: 'producing',
    ...more,
  })
const category = () => row('device_category', { name: named(), kind: 'helmet' })
const product = () => row('product', { name: named() })
const saveBatch = (more: Record<string, unknown>) =>
  call('device/productionBatch/save', {
    number: named(),
    productId: server.here.productId,
    categoryId: server.here.categoryId,
    manufacturer: 'Factory',
    planned: 10,
    serialPrefix: `S${counter}-`,
    ...more,
  })
/** A batch whose one record waits to become a device. */
async function checkedBatch(more: Record<string, unknown>): Promise<number> {
  const id = await batch({ state: 'checking', ...more })
  await row('production_record', {
    batch_id: id,
    product_name: 'Made',
    serial: named(),
    imei: freshImei(),
    quality: 'passed',
  })
  return id
}
async function simCard(): Promise<{ id: number; iccid: string }> {
  const iccid = `898600${String(Date.now()).slice(-9)}${String(++counter).padStart(5, '0')}`
  return { iccid, id: await row('sim_card', { iccid, carrier: 'mobile', asked_at: Date.now() + 86_400_000 }) }
}
const imeiOf = async (id: number) =>
  (await server.sql(sql => sql.first<{ imei: string }>('select imei from device where id = $1', [id])))?.imei

const pairs: Record<string, () => Promise<Pair>> = {
  'a department that devices are handed to': async () => {
    const id = await row('department', { name: named() })
    const deviceIds = [await addDevice(server, server.here)]
    return {
      ...{ entity: 'department', table: 'department', id },
      refer: async () => {
        const answer = await call('device/allocation/start', { deviceIds, targetDepartmentId: id })
        const { allocationId } = (answer.data ?? {}) as { allocationId?: number }
        if (allocationId !== undefined) await settled(server, allocationId)
        return answer
      },
      left: 'select count(*)::int as n from device where department_id = $1 and removed_at is null',
    }
  },
  'a tenant that devices are handed to': async () => {
    const id = await server.sql(sql => insert(sql, 'tenant', { name: named(), scenario: 'site' }))
    const deviceIds = [await addDevice(server, server.here)]
    return {
      ...{ entity: 'tenant', table: 'tenant', id },
      refer: async () => {
        const answer = await call('device/allocation/start', { deviceIds, targetTenantId: id }, root)
        const { allocationId } = (answer.data ?? {}) as { allocationId?: number }
        if (allocationId !== undefined) await settled(server, allocationId)
        return answer
      },
      left: 'select count(*)::int as n from device where tenant_id = $1 and removed_at is null',
    }
  },
  'the product of a new batch': async () => {
    const id = await product()
    return {
      ...{ entity: 'product', table: 'product', id },
      refer: () => saveBatch({ productId: id }),
      left: 'select count(*)::int as n from production_batch where product_id = $1 and removed_at is null',
    }
  },
  'the category of a new batch': async () => {
    const id = await category()
    return {
      ...{ entity: 'deviceCategory', table: 'device_category', id },
      refer: () => saveBatch({ categoryId: id }),
      left: 'select count(*)::int as n from production_batch where category_id = $1 and removed_at is null',
    }
  },
  'the product of a batch that is released': async () => {
    const id = await product()
    const released = await checkedBatch({ product_id: id })
    return {
      ...{ entity: 'product', table: 'product', id },
      refer: () => call('device/productionBatch/release', { ids: [released] }),
      left: 'select count(*)::int as n from device where product_id = $1 and removed_at is null',
    }
  },
  'the category of a batch that is released': async () => {
    const id = await category()
    const released = await checkedBatch({ category_id: id })
    return {
      ...{ entity: 'deviceCategory', table: 'device_category', id },
      refer: () => call('device/productionBatch/release', { ids: [released] }),
      left: 'select count(*)::int as n from device where category_id = $1 and removed_at is null',
    }
  },
  'the batch of a new record': async () => {
    const id = await batch()
    return {
      ...{ entity: 'productionBatch', table: 'production_batch', id },
      refer: () =>
        call('device/productionRecord/save', { batchId: id, productName: 'Made', serial: `N-${++counter}` }),
      left: 'select count(*)::int as n from production_record where batch_id = $1 and removed_at is null',
    }
  },
  'the card that goes into a device': async () => {
    const { id, iccid } = await simCard()
    const imei = await imeiOf(await addDevice(server, server.here))
    return {
      ...{ entity: 'simCard', table: 'sim_card', id },
      refer: () => call('iotCard/simBinding/save', { iccid, imei }),
      left: 'select count(*)::int as n from sim_binding where card_id = $1 and unbound_at is null',
    }
  },
  'the device that a card goes into': async () => {
    const { iccid } = await simCard()
    const id = await addDevice(server, server.here)
    const imei = await imeiOf(id)
    return {
      ...{ entity: 'device', table: 'device', id },
      refer: () => call('iotCard/simBinding/save', { iccid, imei }),
      left: 'select count(*)::int as n from sim_binding where device_id = $1 and unbound_at is null',
    }
  },
  'the person who is given a door': async () => {
    const [id, deviceId] = [await account(), await door()]
    return {
      ...{ entity: 'user', table: 'account', id },
      refer: () => call('device/doorRight/save', { deviceId, accountId: id }),
      left: 'select count(*)::int as n from door_right where account_id = $1 and removed_at is null',
    }
  },
  'the person whose right to a door is given back': async () => {
    const [id, device_id] = [await account(), await door()]
    const right = await row('door_right', { device_id, account_id: id, removed_at: Date.now() })
    return {
      ...{ entity: 'user', table: 'account', id },
      refer: () => call('device/doorRight/restore', { ids: [right] }),
      left: 'select count(*)::int as n from door_right where account_id = $1 and removed_at is null',
    }
  },
  'the card that is given a door': async () => {
    const [id, deviceId] = [await card(), await door()]
    return {
      ...{ entity: 'doorCard', table: 'door_card', id },
      refer: () => call('device/doorRight/save', { deviceId, cardId: id }),
      left: 'select count(*)::int as n from door_right where card_id = $1 and removed_at is null',
    }
  },
  'the door that somebody is given': async () => {
    const [id, cardId] = [await door(), await card()]
    return {
      ...{ entity: 'device', table: 'device', id },
      refer: () => call('device/doorRight/save', { deviceId: id, cardId }),
      left: 'select count(*)::int as n from door_right where device_id = $1 and removed_at is null',
    }
  },
}

/** Live rows that refer to what is removed. */
async function leftOf({ table, id, left }: Pair): Promise<number> {
  return server.sql(async sql => {
    const gone = await sql.first(`select id from ${table} where id = $1 and removed_at is not null`, [id])
    if (!gone) return 0
    return (await sql.first<{ n: number }>(left, [id]))?.n ?? 0
  })
}

describe.each(Object.entries(pairs))('%s', (_, make) => {
  test(`is not left behind by ${RACES} removals at the same moment`, async () => {
    let dangling = 0
    for (let race = 0; race < RACES; race++) {
      const pair = await make()
      const begin = [() => pair.refer(), () => remove(pair.entity, pair.id)]
      await Promise.all((race % 2 === 0 ? begin : begin.toReversed()).map(each => each()))
      dangling += await leftOf(pair)
    }
    expect(dangling).toBe(0)
  }, 60_000)

  test('is refused while a removal is under way', async () => {
    const pair = await make()
    const client = await server.app.pools.of.jobs.connect()
    try {
      await client.query(`begin; select set_config('app.tenant', '*', true)`)
      await client.query(`select id from ${pair.table} where id = $1 for update`, [pair.id])
      let answered = false
      const answer = pair.refer().finally(() => {
        answered = true
      })
      // It waits for the removal, or has not noticed it.
      await expect
        .poll(
          async () =>
            answered ||
            ((
              await server.app.pools.of.probe.query(
                `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'gatehouse people'`,
              )
            ).rowCount ?? 0) > 0,
          { timeout: 10_000 },
        )
        .toBe(true)
      await client.query(`update ${pair.table} set removed_at = $2 where id = $1`, [pair.id, Date.now()])
      await client.query('commit')
      expect(isRefused(await answer)).toBe(true)
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect(await leftOf(pair)).toBe(0)
  }, 60_000)
})

describe('what is under way', () => {
  test('keeps its target: who removes it is told so, until it is over', async () => {
    const departmentId = await row('department', { name: named() })
    const allocation = await row('allocation', {
      target_tenant_id: server.here.tenantId,
      target_department_id: departmentId,
      total: 1,
      user_id: server.here.userId,
      user_name: 'Somebody',
      state: 'done',
    })
    const client = await server.app.pools.of.jobs.connect()
    try {
      // Held, it is worked off by nobody in the meantime.
      const held = async () => {
        await client.query(`rollback; begin; select set_config('app.tenant', '*', true)`)
        await client.query(`update allocation set state = 'running' where id = $1`, [allocation])
        await client.query(`commit; begin; select set_config('app.tenant', '*', true)`)
        const { rows } = await client.query('select state from allocation where id = $1 for update', [
          allocation,
        ])
        return rows[0]?.state === 'running'
      }
      await expect.poll(held).toBe(true)
      const open = await remove('department', departmentId)
      expect(open.data).toMatchObject({ results: [{ ok: false, error: { id: 'row.inUse' } }] })
      await client.query(`update allocation set state = 'done' where id = $1`, [allocation])
      await client.query('commit')
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect((await remove('department', departmentId)).data).toMatchObject({ results: [{ ok: true }] })
  })

  test('fails device by device where its target has gone or was disabled before', async () => {
    const departmentId = await row('department', { name: named(), removed_at: Date.now() })
    const device = await addDevice(server, server.here)
    const imei = await imeiOf(device)
    const admin = await server.sql(sql =>
      sql.first<{ id: number }>(`select id from account where username = 'admin'`),
    )
    const allocation = await server.sql(async sql => {
      const id = await insert(sql, 'allocation', {
        tenant_id: server.here.tenantId,
        target_tenant_id: server.here.tenantId,
        target_department_id: departmentId,
        total: 1,
        user_id: admin?.id,
        user_name: 'Name of admin',
        state: 'running',
      })
      await sql.change(
        `insert into allocation_item (allocation_id, tenant_id, device_id, imei, device_name) values ($1, $2, $3, $4, 'D')`,
        [id, server.here.tenantId, device, imei],
      )
      return id
    })
    await server.sql(sql => server.app.parts.jobs.send(sql, allocationJob, { allocationId: allocation }))
    await settled(server, allocation)
    const [item] = await server.sql(sql =>
      sql.query('select state, reason from allocation_item where allocation_id = $1', [allocation]),
    )
    expect(item).toEqual({ state: 'failed', reason: 'field.reference' })
  })

  test.each(['product', 'deviceCategory'] as const)(
    'keeps the %s of a batch until it is released',
    async entity => {
      const [id, field] =
        entity === 'product' ? [await product(), 'product_id'] : [await category(), 'category_id']
      const open = await batch({ [field]: id })
      expect((await remove(entity, id)).data).toMatchObject({
        results: [{ ok: false, error: { id: 'row.inUse' } }],
      })
      await server.sql(sql =>
        sql.change(`update production_batch set state = 'closed' where id = $1`, [open]),
      )
      expect((await remove(entity, id)).data).toMatchObject({ results: [{ ok: true }] })
    },
  )
})

test('doors that come back with a card are those that are there', async () => {
  const [cardId, deviceId] = [await card(), await door()]
  await row('door_right', {
    card_id: cardId,
    device_id: deviceId,
    removed_at: Date.now(),
    removed_along: true,
  })
  await server.sql(sql => sql.change('update door_card set removed_at = 1 where id = $1', [cardId]))
  const client = await server.app.pools.of.jobs.connect()
  try {
    await client.query(`begin; select set_config('app.tenant', '*', true)`)
    await client.query('select id from device where id = $1 for update', [deviceId])
    const answer = call('device/doorCard/restore', { ids: [cardId] })
    await expect
      .poll(
        async () =>
          (
            await server.app.pools.of.probe.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'gatehouse people'`,
            )
          ).rowCount,
      )
      .toBeGreaterThan(0)
    await client.query('update device set removed_at = 1 where id = $1', [deviceId])
    await client.query('commit')
    expect((await answer).data).toMatchObject({ results: [{ ok: true }] })
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(
    await server.sql(sql =>
      sql.query('select from door_right where card_id = $1 and removed_at is null', [cardId]),
    ),
  ).toEqual([])
})
