// Who lives where, against the real server: reviewed once, what moving in gives, what moving out takes, and which doors still open.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endDue, giveNewDoors } from '../../../../server/modules/living/clock.ts'
import { DAY_MS } from '../../../../src/domain/durations.ts'
import { addDays, dayIn } from '../../../../src/domain/site/calendar-day.ts'
import { insert } from '../../start.ts'
import { type DoorStage, setDoorStage, until } from '../intercom/door-stage.ts'
import { command, list, made, type Row, read, refusal, save } from '../site/site.ts'

let stage: DoorStage
let place: { communityId: number; buildingId: number; unitId: number }
beforeAll(async () => {
  stage = await setDoorStage()
  const { server } = stage
  place = await server.sql(async sql => {
    const tenant_id = server.here.tenantId
    const patterns = {
      building_pattern: '{number}',
      unit_pattern: '{number}',
      room_pattern: '{floor}{room:2}',
    }
    const department_id = server.here.departmentId
    const communityId = await insert(sql, 'community', {
      tenant_id,
      name: 'Court',
      department_id,
      ...patterns,
    })
    const buildingId = await insert(sql, 'building', {
      ...{ tenant_id, community_id: communityId, name: '3', floors: 9 },
    })
    const unitId = await insert(sql, 'unit', {
      ...{ tenant_id, community_id: communityId, building_id: buildingId, name: '2' },
    })
    return { communityId, buildingId, unitId }
  })
})
afterAll(() => stage.stop())

let number = 100
const today = () => dayIn('Asia/Shanghai', Date.now())

/** A room that is called at doors of its own. */
async function newRoom(doors = 1) {
  const { server } = stage
  const roomNo = String(++number)
  const room = await made(save(server, 'room', { unitId: place.unitId, floorNo: 1, kind: 'home', roomNo }))
  const units = []
  for (let each = 0; each < doors; each++) {
    const door = await stage.addDoor()
    await made(save(server, 'roomDoor', { roomId: room.id, deviceId: door.id, callNumber: roomNo }))
    units.push(door)
  }
  return { room, units }
}
const newResident = (phone = '13911112222') =>
  made(save(stage.server, 'resident', { name: `Resident ${++number}`, phone }))
const ask = (room: Row, resident: Row, more: object = {}) =>
  save(stage.server, 'occupancy', {
    ...{ roomId: room.id, residentId: resident.id, role: 'owner', fromDay: today() },
    ...more,
  })
const seen = ({ id, version }: Row) => ({ ids: [id], seen: [{ id, version }] })
const approve = (stay: Row) => command(stage.server, 'occupancy/approve', seen(stay))
async function movedIn(room: Row, resident: Row, more: object = {}): Promise<Row> {
  const stay = await made(ask(room, resident, more))
  expect(refusal(await approve(stay))).toBeUndefined()
  return read(stage.server, 'occupancy', stay.id)
}
const moveOut = (stay: Row) =>
  command(stage.server, 'occupancy/end', { ...seen(stay), input: { reason: 'Sold' } })
const rightsOf = (stay: Row) =>
  stage.query<{ deviceId: number; cardId: number | null }>(
    `select device_id as "deviceId", card_id as "cardId" from door_right where occupancy_id = $1 and removed_at is null`,
    [stay.id],
  )

test('of two reviewers at once one makes the occupancy, and once', async () => {
  const { room, units } = await newRoom()
  const stay = await made(ask(room, await newResident()))
  const answers = await Promise.all([approve(stay), approve(stay), approve(stay)])
  expect(answers.map(refusal).filter(each => each === undefined)).toHaveLength(1)
  expect(await rightsOf(stay)).toEqual([{ deviceId: units[0]?.id, cardId: null }])
  expect(await read(stage.server, 'occupancy', stay.id)).toMatchObject({
    ...{ state: 'active', decidedBy: 'Name of admin', stillOpensAt: [] },
  })
  const [row] = await list(stage.server, 'room', { roomNo: String(room.roomNo) })
  expect(row).toMatchObject({ state: 'owner' })
})

test('the same room is asked for once, whoever asks twice at the same time', async () => {
  const { room } = await newRoom()
  const resident = await newResident()
  const answers = await Promise.all([ask(room, resident), ask(room, resident), ask(room, resident)])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.find(({ code }) => code !== 0)).toMatchObject({ id: 'field.duplicate', field: 'residentId' })
})

test('a lease that ends before it starts is refused, and one that is over is not begun', async () => {
  const { room } = await newRoom()
  const resident = await newResident()
  const early = { role: 'tenant', fromDay: '2026-05-02', untilDay: '2026-05-01' }
  expect(await ask(room, resident, early)).toMatchObject({ id: 'field.limitOrder', field: 'untilDay' })
  const over = { role: 'tenant', fromDay: '2020-05-01', untilDay: '2020-05-02' }
  expect(await ask(room, resident, over)).toMatchObject({ id: 'occupancy.over', field: 'untilDay' })
})

test('moving out takes exactly what the stay gave, and says which doors still open', async () => {
  const { server } = stage
  const resident = await newResident()
  const [one, other] = [await newRoom(2), await newRoom()]
  const [stay, kept] = [await movedIn(one.room, resident), await movedIn(other.room, resident)]
  for (const each of [stay, kept])
    expect(refusal(await command(server, 'occupancy/addCard', { ids: [each.id] }))).toBeUndefined()
  await server.sql(sql =>
    sql.change(
      `update door_card set state = 'issued', card_info = 'L-' || id where occupancy_id is not null`,
    ),
  )
  expect(await rightsOf(stay)).toHaveLength(4)
  const [first] = one.units
  if (!first) throw new Error('no door')
  const door = await stage.connect(first)
  const out = await moveOut(await read(server, 'occupancy', stay.id))
  expect(refusal(out)).toBeUndefined()
  expect(await rightsOf(stay)).toHaveLength(0)
  expect(await rightsOf(kept)).toHaveLength(2)
  expect((await read(server, 'occupancy', stay.id)).stillOpensAt).toHaveLength(2)
  const wanted = await stage.query<{ wanted: number }>('select wanted from door_list where device_id = $1', [
    first.id,
  ])
  // The door that is connected learns it and confirms; the other one is offline.
  const message = await until(() =>
    door.heard.find(({ code, listVersion }) => code === '5086' && listVersion === wanted[0]?.wanted),
  )
  expect(message.cards).toEqual([])
  await door.say({ code: '5093', listVersion: message.listVersion })
  await until(
    async () => (await read(server, 'occupancy', stay.id)).stillOpensAt?.toString().includes(',') === false,
  )
  expect((await read(server, 'occupancy', stay.id)).stillOpensAt).toHaveLength(1)
  expect(refusal(await moveOut(await read(server, 'occupancy', stay.id)))).toBe('state.transition')
})

test('the clock ends a stay after its last day, and gives doors that came later', async () => {
  const { server } = stage
  const { room } = await newRoom()
  const stay = await movedIn(room, await newResident(), { role: 'tenant', untilDay: addDays(today(), 3) })
  const later = await stage.addDoor()
  await made(save(server, 'roomDoor', { roomId: room.id, deviceId: later.id, callNumber: '1' }))
  const parts = server.app.parts
  await giveNewDoors(parts, Date.now())
  expect((await rightsOf(stay)).map(({ deviceId }) => deviceId)).toContain(later.id)
  await endDue(parts, Date.now() + 2 * DAY_MS)
  expect(await read(server, 'occupancy', stay.id)).toMatchObject({ state: 'active' })
  await endDue(parts, Date.now() + 4 * DAY_MS)
  expect(await read(server, 'occupancy', stay.id)).toMatchObject({ state: 'ended', endedBy: null })
  expect(await rightsOf(stay)).toHaveLength(0)
})

test('two residents share a telephone, and who lives somewhere is not deleted', async () => {
  const { server } = stage
  const [one, two] = [await newResident('13911110000'), await newResident('13911110000')]
  expect(await list(server, 'resident', { phone: '13911110000' })).toHaveLength(2)
  const { room } = await newRoom()
  await movedIn(room, one)
  const remove = (row: Row) => command(server, 'resident/remove', { ids: [row.id] })
  expect(refusal(await remove(one))).toBe('row.inUse')
  expect(refusal(await remove(two))).toBeUndefined()
})
