// Rooms made from a plan: what is there stays, two who make them at once make them once, and nothing half is left.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildingFront } from '../../../../src/contract/endpoints/community.ts'
import { type Answer, insert, startServer, type TestServer } from '../../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const post = (path: string, body: object, token = server.tokens.admin): Promise<Answer> =>
  server.call(`/api/user/${path}`, { token, body })

let counter = 0
async function community(more: object = {}): Promise<number> {
  const answer = await post('community/save', {
    name: `Park ${++counter}`,
    buildingPattern: '{number}号楼',
    unitPattern: '{number}单元',
    roomPattern: '{floor}{room:2}',
    ...more,
  })
  expect(answer.code).toBe(0)
  return (answer.data as { id: number }).id
}

const plan = (more: object = {}) => ({
  ...{ firstBuilding: 1, lastBuilding: 1, units: 1, fromFloor: 1, toFloor: 33, perFloor: 4 },
  ...{ skippedFloors: [4, 14], kind: 'home', ...more },
})

const roomsOf = (id: number) =>
  server.sql(sql =>
    sql.query<{ room_no: string; floor_no: number; id: number }>(
      'select id, room_no, floor_no from room where community_id = $1 and removed_at is null order by id',
      [id],
    ),
  )

test('33 floors of 4 without two of them are 124 rooms; a second run makes none', async () => {
  const communityId = await community()
  const asked = { communityId, plan: plan() }
  const fresh = { total: 124, rooms: 124, buildings: 1, units: 1, existing: 0 }
  expect((await post('community/previewRooms', asked)).data).toMatchObject({ ...fresh, doubled: [] })
  expect(await roomsOf(communityId)).toHaveLength(0)
  expect((await post('community/generateRooms', asked)).data).toMatchObject(fresh)
  const rooms = await roomsOf(communityId)
  expect(rooms).toHaveLength(124)
  expect(rooms.some(({ floor_no }) => floor_no === 4 || floor_no === 14)).toBe(false)
  expect((await post('community/generateRooms', asked)).data).toMatchObject({ rooms: 0, existing: 124 })
  expect(await roomsOf(communityId)).toEqual(rooms)
})

test('what is there is neither renamed nor doubled when the plan grows', async () => {
  const communityId = await community()
  await post('community/generateRooms', { communityId, plan: plan({ toFloor: 2, skippedFloors: [] }) })
  const before = await roomsOf(communityId)
  await post('community/generateRooms', {
    communityId,
    plan: plan({ toFloor: 3, perFloor: 5, skippedFloors: [] }),
  })
  const after = await roomsOf(communityId)
  expect(after).toHaveLength(15)
  expect(after.slice(0, before.length)).toEqual(before)
  const floors = await server.sql(sql =>
    sql.first<{ floors: number }>('select floors from building where community_id = $1', [communityId]),
  )
  expect(floors?.floors).toBe(3)
})

test('ten who make the same rooms at once make them once', async () => {
  const communityId = await community()
  const asked = { communityId, plan: plan({ lastBuilding: 2, units: 2 }) }
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('community/generateRooms', asked)))
  expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(0))
  const made = answers.map(({ data }) => (data as { rooms: number }).rooms)
  expect(made.reduce((sum, each) => sum + each, 0)).toBe(496)
  expect(await roomsOf(communityId)).toHaveLength(496)
})

test('numbers that come twice are shown and refused, and nothing is made', async () => {
  const communityId = await community({ roomPattern: '{floor}{room}' })
  const asked = { communityId, plan: plan({ toFloor: 11, perFloor: 11, skippedFloors: [] }) }
  expect((await post('community/previewRooms', asked)).data).toMatchObject({ doubled: [{ roomNo: '111' }] })
  expect(await post('community/generateRooms', asked)).toMatchObject({ id: 'field.duplicate', field: 'plan' })
  expect(await roomsOf(communityId)).toHaveLength(0)
})

test('absurd plans are refused by the field that is wrong', async () => {
  const communityId = await community()
  const refused = async (more: object) => {
    const { id, field } = await post('community/generateRooms', { communityId, plan: plan(more) })
    return [id, field]
  }
  expect(await refused({ toFloor: 0 })).toEqual(['field.floorZero', 'plan.toFloor'])
  expect(await refused({ toFloor: 900 })).toEqual(['field.tooBig', 'plan.toFloor'])
  expect(await refused({ perFloor: 0 })).toEqual(['rooms.none', 'plan'])
  expect(await refused({ lastBuilding: 100, units: 20, perFloor: 60 })).toEqual(['rooms.tooMany', 'plan'])
})

test('a room in which somebody lives keeps its number, and is not deleted', async () => {
  const communityId = await community()
  await post('community/generateRooms', { communityId, plan: plan({ toFloor: 1, perFloor: 1 }) })
  const [{ id } = { id: 0 }] = await roomsOf(communityId)
  const tenant_id = server.here.tenantId
  const occupancy = await server.sql(async sql => {
    const resident_id = await insert(sql, 'resident', { tenant_id, name: 'Li', phone: '13800000001' })
    return insert(sql, 'occupancy', {
      ...{ tenant_id, room_id: id, resident_id, role: 'tenant', from_day: '2026-01-01', state: 'active' },
    })
  })
  const read = await server.call('/api/user/room/get', {
    token: server.tokens.admin,
    query: { id: String(id) },
  })
  const row = read.data as { version: number; unitId: number }
  expect(read.data).toMatchObject({ state: 'tenant', tenants: ['Li'], owners: [] })
  const same = { id, version: row.version, unitId: row.unitId, floorNo: 1, kind: 'home' }
  expect(await post('room/save', { ...same, roomNo: '102' })).toMatchObject({
    id: 'room.occupied',
    field: 'roomNo',
  })
  expect(await post('room/save', { ...same, roomNo: '101', area: 88.5 })).toMatchObject({ code: 0 })
  expect(
    await post('room/save', { ...same, version: row.version + 1, roomNo: '101', area: 88.555 }),
  ).toMatchObject({
    id: 'field.twoDecimals',
  })
  expect((await post('room/remove', { ids: [id] })).data).toMatchObject({ results: [{ ok: false }] })
  await server.sql(sql => sql.change(`update occupancy set state = 'ended' where id = $1`, [occupancy]))
  expect(await post('room/save', { ...same, version: row.version + 1, roomNo: '102' })).toMatchObject({
    code: 0,
  })
})

test('rooms are refused above the roof, on floor 0, and with full-width digits', async () => {
  const communityId = await community()
  await post('community/generateRooms', {
    communityId,
    plan: plan({ toFloor: 6, perFloor: 1, skippedFloors: [] }),
  })
  const unit = await server.sql(sql =>
    sql.first<{ id: number }>('select id from unit where community_id = $1', [communityId]),
  )
  const save = (more: object) =>
    post('room/save', { unitId: unit?.id, kind: 'home', roomNo: '699', floorNo: 6, ...more })
  expect(await save({ floorNo: 7 })).toMatchObject({ id: 'room.above', field: 'floorNo' })
  expect(await save({ floorNo: 0 })).toMatchObject({ id: 'field.floorZero', field: 'floorNo' })
  expect(await save({ roomNo: '６９９' })).toMatchObject({ id: 'field.fullWidth', field: 'roomNo' })
  expect(await save({ roomNo: '601' })).toMatchObject({ id: 'field.duplicate', field: 'roomNo' })
  expect(await save({ kind: 'shop', roomNo: '601' })).toMatchObject({ code: 0 })
})

test('a building from the front has its rooms with their states', async () => {
  const communityId = await community()
  await post('community/generateRooms', { communityId, plan: plan({ units: 2, toFloor: 2, perFloor: 2 }) })
  const building = await server.sql(sql =>
    sql.first<{ id: number }>('select id from building where community_id = $1', [communityId]),
  )
  const front = await server.call('/api/user/community/front', {
    token: server.tokens.admin,
    query: { id: String(building?.id) },
  })
  expect(front).toMatchObject({ code: 0 })
  expect(front.data).toMatchObject({
    name: '1号楼',
    floors: 2,
    units: [{ name: '1单元' }, { name: '2单元' }],
  })
  const { rooms } = front.data as { rooms: { state: string; roomNo: string }[] }
  expect(rooms).toHaveLength(8)
  expect(rooms.every(({ state }) => state === 'empty')).toBe(true)
})

test('what a room owes past its day and the alarm in it are said on the front and beside it', async () => {
  const communityId = await community()
  await post('community/generateRooms', { communityId, plan: plan({ units: 1, toFloor: 1, perFloor: 4 }) })
  const { tenantId: tenant_id, deviceId, imei } = server.here
  const building = await server.sql(async sql => {
    const rooms = await sql.query<{ id: number }>(
      'select id from room where community_id = $1 order by room_no',
      [communityId],
    )
    const [late = 0, today = 0, closed = 0, alarmed = 0] = rooms.map(({ id }) => id)
    const run_id = await insert(sql, 'fee_run', {
      ...{ tenant_id, community_id: communityId, month: '2026-01', due_on: '2026-02-15', state: 'issued' },
    })
    // Bills of one room, each due so many days ago in the tenant's zone.
    const owe = async (room_id: number, month: string, amount: number, state: string, days: number) => {
      const bill_id = await insert(sql, 'bill', {
        ...{ tenant_id, order_number: `F-${room_id}-${month}`, kind: 'fee', amount, subject: month, state },
        ...{ user_id: server.here.userId, user_name: 'x', closes_at: Date.UTC(2036, 0, 1) },
      })
      await sql.change(
        `insert into fee_bill (tenant_id, created_at, updated_at, run_id, community_id, room_id, month, amount, bill_id, due_on)
         select $1, 1, 1, $2, $3, $4, $5, $6, $7, (now() at time zone z.zone)::date - $8::int from tenant z where z.id = $1`,
        [tenant_id, run_id, communityId, room_id, month, amount, bill_id, days],
      )
    }
    await owe(late, '2026-01', 8_750, 'unpaid', 1)
    await owe(late, '2026-02', 1_000, 'failed', 40)
    await owe(late, '2026-03', 5_000, 'paid', 40)
    await owe(today, '2026-01', 8_750, 'unpaid', 0)
    await owe(closed, '2026-01', 8_750, 'paid', 90)
    await sql.change('update device set room_id = $2 where id = $1', [deviceId, alarmed])
    await sql.change(`update alarm set status = 'handled' where device_id = $1`, [deviceId])
    await insert(sql, 'alarm', {
      ...{
        tenant_id,
        device_id: deviceId,
        imei,
        device_name: 'Smoke 4',
        device_kind: 'smoke',
        type: 'smoke',
      },
      ...{ severity: 'critical', title: 'Smoke 4', raised_at: Date.now() },
    })
    return sql.first<{ id: number }>('select id from building where community_id = $1', [communityId])
  })
  const ask = async (path: string, id: number | undefined) => {
    const answer = await server.call(`/api/user/community/${path}`, {
      token: server.tokens.admin,
      query: { id: String(id) },
    })
    expect(answer.code, answer.id).toBe(0)
    return answer.data
  }
  const { rooms } = buildingFront.response.parse(await ask('front', building?.id))
  expect(rooms.map(({ state, owed, alarm }) => ({ state, owed, alarm }))).toEqual([
    { state: 'owing', owed: 9_750, alarm: null },
    { state: 'empty', owed: null, alarm: null },
    { state: 'empty', owed: null, alarm: null },
    { state: 'alarm', owed: null, alarm: { type: 'smoke', title: 'Smoke 4' } },
  ])
  const [first, second] = rooms
  expect(await ask('roomPeople', first?.id)).toMatchObject({ owed: 9_750 })
  expect(await ask('roomPeople', second?.id)).toMatchObject({ owed: 0 })
})
