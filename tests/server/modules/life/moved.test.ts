// A device that changes tenant while it speaks: what it says afterwards is the new tenant's, at once and whole.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WHOLE } from '../../../../server/db/scoped.ts'
import { handOut, lockDevices } from '../../../../server/modules/life/allocation-item.ts'
import { hear, type Stage, setStage, until } from '../../broker/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

// Each at a moment of its own: a device tells a reading once a moment.
const reading = (bpm: number) =>
  JSON.stringify({ code: '2001', time: Date.now() - 10_000 + bpm, values: { heartRate: bpm } })

/** Hands the device to the other tenant, as the allocator does. `tell`: whether this process hears of it. */
function move(id: number, tell = true): Promise<void> {
  const silent = { ...stage.bus, emit: () => {} }
  return stage.data.scoped(WHOLE, async sql => {
    const devices = await lockDevices(sql, [id])
    await handOut(
      sql,
      tell ? stage.bus : silent,
      {
        id: 1,
        tenantId: 0,
        targetTenantId: stage.tenants[1],
        targetDepartmentId: null,
        targetDepartmentName: null,
        note: null,
        userId: 1,
        userName: 'root',
        undoneBy: null,
      },
      devices.get(id),
    )
  })
}

async function speaking() {
  const device = await stage.addDevice({})
  await stage.query(`update device set lifecycle = 'assigned' where id = $1`, [device.id])
  await stage.query('insert into device_state (device_id, tenant_id) values ($1, $2)', [
    device.id,
    stage.tenants[0],
  ])
  const client = await stage.device(device.imei, device.secret)
  const say = (payload: string) => client.publishAsync(`sfwatch/${device.imei}/server`, payload, { qos: 1 })
  await say(reading(71))
  return { ...device, client, say }
}

const readings = (id: number) =>
  stage.query<{ tenant_id: number; value: number }>(
    'select tenant_id, value from reading where device_id = $1 order by at, value',
    [id],
  )

test.each([
  ['this process hears of it', true],
  ['another process has done it', false],
])('the next message is the new tenant’s: %s', async (_, tell) => {
  const { id, say, client } = await speaking()
  await move(id, tell)
  const [before] = await stage.query<{ state: string; tenant_id: number }>(
    'select state, tenant_id from device_state where device_id = $1',
    [id],
  )
  expect(before).toMatchObject({ state: 'notActivated', tenant_id: stage.tenants[1] })
  expect(await stage.query('select kind from latest_reading where device_id = $1', [id])).toEqual([])
  await say(reading(99))
  expect(await readings(id)).toEqual([
    { tenant_id: stage.tenants[0], value: 71 },
    { tenant_id: stage.tenants[1], value: 99 },
  ])
  expect(await stage.query('select tenant_id, value from latest_reading where device_id = $1', [id])).toEqual(
    [{ tenant_id: stage.tenants[1], value: 99 }],
  )
  const [after] = await stage.query('select state, tenant_id from device_state where device_id = $1', [id])
  expect(after).toMatchObject({ state: 'online', tenant_id: stage.tenants[1] })
  // To the old tenant it went offline; its activation there is the old tenant's own story.
  const changes = await stage.query<{ tenant_id: number; online: boolean }>(
    'select tenant_id, online from online_change where device_id = $1 order by at, tenant_id, online desc',
    [id],
  )
  expect(changes.filter(row => row.tenant_id === stage.tenants[0]).at(-1)?.online).toBe(false)
  await client.endAsync()
})

test('messages and the move at once: each is one tenant’s, none is lost, nothing of the old one is left', async () => {
  const { id, say, client } = await speaking()
  const values = Array.from({ length: 60 }, (_, index) => 100 + index)
  const talk = Promise.all(values.map(value => say(reading(value))))
  await move(id)
  await talk
  const rows = await readings(id)
  expect(new Set(rows.map(row => row.value))).toEqual(new Set([71, ...values]))
  expect(
    await stage.query(
      'select count(*)::int as n from latest_reading where device_id = $1 and tenant_id <> $2',
      [id, stage.tenants[1]],
    ),
  ).toEqual([{ n: 0 }])
  await client.endAsync()
})

test('consoles of the old tenant hear nothing more of it', async () => {
  const { id, imei, say, client } = await speaking()
  const people = await Promise.all(
    [0, 1].map(async index => {
      const tenant = stage.tenants[index as 0 | 1]
      const person = await stage.addPerson({ tenant })
      const console_ = await stage.person(person)
      await console_.subscribeAsync(`acm/tenant/${tenant}/state`)
      return hear(console_)
    }),
  )
  const told = (index: number) =>
    people[index]?.some(({ body }) => JSON.stringify(body).includes(`"id":${id},`)) ?? false
  // Up to here it is theirs, and they hear it; nothing of that is on its way any more when it leaves.
  await say(reading(72))
  await until(() => JSON.stringify(people[0]).includes('"value":72'))
  people[0]?.splice(0)
  await move(id)
  await say(reading(88))
  await until(() => told(1))
  expect(told(0)).toBe(false)
  expect(JSON.stringify(people[0])).not.toContain(imei)
  await client.endAsync()
})

test('recycled, its connection is closed', async () => {
  const { id, client } = await speaking()
  const closed = new Promise<void>(resolve => client.once('close', () => resolve()))
  await stage.query(`update device set lifecycle = 'recycled' where id = $1`, [id])
  stage.bus.emit('device.changed', { ids: [id], tenantId: stage.tenants[0], change: 'changed' })
  await closed
})
