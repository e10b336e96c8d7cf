// The resident page against the real server: its own session, one's own homes alone, the door that is opened, guest codes counted at
// the door, and what is left after moving out.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderKeyOf } from '../../../../server/device-secret.ts'
import { HOUR_MS } from '../../../../src/domain/durations.ts'
import { dayIn } from '../../../../src/domain/site/calendar-day.ts'
import { residentToken } from '../../resident-token.ts'
import { insert } from '../../start.ts'
import { type Door, type DoorStage, setDoorStage, until } from '../intercom/door-stage.ts'
import { command, list, made, read, refusal, save } from '../site/site.ts'

const PHONE = '13922223333'

let stage: DoorStage
let door: Door
let otherDoor: Door
let roomId: number
let token: string
let stranger: string
beforeAll(async () => {
  stage = await setDoorStage()
  const { server } = stage
  const tenant_id = server.here.tenantId
  const [unitId, otherUnitId] = await server.sql(async sql => {
    const patterns = {
      building_pattern: '{number}',
      unit_pattern: '{number}',
      room_pattern: '{floor}{room:2}',
    }
    const community_id = await insert(sql, 'community', { tenant_id, name: 'Garden Court', ...patterns })
    const building_id = await insert(sql, 'building', { tenant_id, community_id, name: '3', floors: 9 })
    const unit = { tenant_id, community_id, building_id }
    return [
      await insert(sql, 'unit', { ...unit, name: '1' }),
      await insert(sql, 'unit', { ...unit, name: '2' }),
    ]
  })
  const room = async (unit: number | undefined, roomNo: string) => {
    const row = await made(save(server, 'room', { unitId: unit, floorNo: 1, kind: 'home', roomNo }))
    const made_ = await stage.addDoor()
    await server.sql(sql =>
      sql.change('update device set order_key = $2 where id = $1', [
        made_.id,
        orderKeyOf('secret of a door unit'),
      ]),
    )
    await made(save(server, 'roomDoor', { roomId: row.id, deviceId: made_.id, callNumber: roomNo }))
    return { id: row.id, door: await stage.connect(made_) }
  }
  const [own, other] = [await room(unitId, '101'), await room(otherUnitId, '102')]
  roomId = own.id
  door = own.door
  otherDoor = other.door
  token = await residentToken(server, PHONE)
  stranger = await residentToken(server, '13922224444')
})
afterAll(() => stage.stop())

const ask = (path: string, body?: object, as = token) =>
  stage.server.call(`/api/user/home/${path}`, { token: as, ...(body && { body }) })
const nonce = () => randomBytes(24).toString('base64url')
const open = async (deviceId: number, as = token) =>
  (await ask('open', { deviceId, nonce: nonce() }, as)).data
interface State {
  homes: { occupancyId: number; roomNo: string; doors: { deviceId: number }[]; guestCodes: object[] }[]
  asked: { state: string }[]
}
const state = async (as = token) => (await ask('state', undefined, as)).data as State
const orders = () => door.heard.filter(({ code }) => code === '5082')

test('a binding is asked for on the phone, reviewed, opens the door, and opens it no more after moving out', async () => {
  const { server } = stage
  expect(await state()).toMatchObject({ homes: [], asked: [] })
  const places = (await ask('places', { community: 'garden court', roomNo: '101' })).data
  expect(places).toMatchObject([{ roomId, communityName: 'Garden Court', place: '3 · 1' }])
  expect((await ask('places', { community: 'garden', roomNo: '101' })).data).toEqual([])
  const request = { roomId, name: 'Lin', role: 'owner', fromDay: dayIn('Asia/Shanghai', Date.now()) }
  const twice = await Promise.all([ask('ask', request), ask('ask', request)])
  expect(twice.map(({ id }) => id).sort()).toEqual(['field.duplicate', undefined])
  expect(await ask('ask', { ...request, untilDay: '2020-01-01' })).toMatchObject({ id: 'field.limitOrder' })
  expect(await open(door.id)).toEqual({ result: 'forbidden' })

  const [stay] = await list(server, 'occupancy', { residentPhone: PHONE })
  if (!stay) throw new Error('nothing was asked')
  expect(stay).toMatchObject({ state: 'applied', askedByResident: true, residentName: 'Lin' })
  const seen = [{ id: stay.id, version: stay.version }]
  expect(refusal(await command(server, 'occupancy/approve', { ids: [stay.id], seen }))).toBeUndefined()
  const [home] = (await state()).homes
  expect(home).toMatchObject({ roomNo: '101', doors: [{ deviceId: door.id, online: false }] })
  expect(await open(door.id)).toEqual({ result: 'sent' })
  await until(() => orders().length === 1)
  expect(await open(otherDoor.id)).toEqual({ result: 'forbidden' })
  expect(await open(door.id, stranger)).toEqual({ result: 'forbidden' })
  const same = { deviceId: door.id, nonce: nonce() }
  expect((await ask('open', same)).data).toEqual({ result: 'sent' })
  expect((await ask('open', same)).data).toEqual({ result: 'repeated' })

  const now = await read(server, 'occupancy', stay.id)
  await command(server, 'occupancy/end', {
    ...{ ids: [stay.id], seen: [{ id: now.id, version: now.version }], input: { reason: 'Sold' } },
  })
  expect((await state()).homes).toEqual([])
  expect(await open(door.id)).toEqual({ result: 'forbidden' })
})

test('a guest code opens as often as it may, at its doors alone, and nobody guesses one', async () => {
  const { server } = stage
  const resident = await made(save(server, 'resident', { name: 'Qin', phone: PHONE }))
  const stay = await made(
    save(server, 'occupancy', {
      ...{ roomId, residentId: resident.id, role: 'owner', fromDay: dayIn('Asia/Shanghai', Date.now()) },
    }),
  )
  await command(server, 'occupancy/approve', {
    ids: [stay.id],
    seen: [{ id: stay.id, version: stay.version }],
  })
  const hours = { validFrom: Date.now() - 1000, validUntil: Date.now() + HOUR_MS, mostUses: 2 }
  const wanted = { occupancyId: stay.id, guestName: 'Aunt', ...hours }
  expect(await ask('guest', wanted, stranger)).toMatchObject({ id: 'row.unknown' })
  expect(await ask('guest', { ...wanted, validUntil: Date.now() + 80 * HOUR_MS })).toMatchObject({
    ...{ id: 'guest.tooLong', field: 'validUntil' },
  })
  const code = (await ask('guest', wanted)).data as { id: number; digits: string }
  const before = orders().length
  const elsewhere = otherDoor.heard.length
  await otherDoor.say({ code: '5100', digits: code.digits })
  for (let each = 0; each < 4; each++) await door.say({ code: '5100', digits: code.digits })
  await until(() => orders().length === before + 2)
  const used = () => stage.query<{ used: number }>('select used from guest_code where id = $1', [code.id])
  expect(await used()).toEqual([{ used: 2 }])
  expect(otherDoor.heard.slice(elsewhere).filter(message => message.code === '5082')).toEqual([])
  expect(await ask('guest/end', { id: code.id }, stranger)).toMatchObject({ id: 'row.unknown' })
  expect((await ask('guest/end', { id: code.id })).code).toBe(0)
})

test('a session ends with logging out, and a wrong code opens none', async () => {
  expect((await ask('logout', {}, stranger)).code).toBe(0)
  expect((await ask('state', undefined, stranger)).id).toBe('session.ended')
  const wrong = await stage.server.call('/api/user/home/login', {
    body: { phone: PHONE, code: '000000', requestId: 'nothing' },
  })
  expect(wrong).toMatchObject({ id: 'session.badCode', field: 'code' })
})
