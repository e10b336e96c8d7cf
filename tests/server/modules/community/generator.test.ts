// Rooms made from a plan: what is there stays, two who make them at once make them once, and nothing half is left.
import { afterAll, beforeAll, expect, test } from 'vitest'
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
