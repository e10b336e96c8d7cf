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
  homes: {
    occupancyId: number
    roomNo: string
    mallAddress: string | null
    doors: { deviceId: number; online: boolean }[]
    guestCodes: object[]
  }[]
  asked: { state: string }[]
  announcements: { title: string; occupancyIds: number[] }[]
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
  const opens = await until(async () => {
    const [home] = (await state()).homes
    return home?.doors[0]?.online ? home : undefined
  })
  expect(opens).toMatchObject({ roomNo: '101', doors: [{ deviceId: door.id }] })
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

test('what is announced to residents is read by those of its community alone, while it is published', async () => {
  const { server } = stage
  const [community] = await list(server, 'community', { name: 'Garden Court' })
  const elsewhere = await made(
    save(server, 'community', {
      name: 'Hill Court',
      ...{ buildingPattern: '{number}', unitPattern: '{number}', roomPattern: '{floor}{room:2}' },
    }),
  )
  const draft = {
    ...{ content: 'Take the stairs.', pictures: [], audience: 'residents', needsApproval: 2 },
    ...{ mustConfirm: true, spoken: true },
  }
  const act = async (row: { id: number }, verb: string) => {
    const { data, id } = await server.call(`/api/message/announcement/${verb}`, {
      ...{ token: server.tokens.admin, body: { ids: [row.id] } },
    })
    const [result] = (data as { results: { ok: boolean; error?: { id: string } }[] } | null)?.results ?? []
    return result?.ok ? 'ok' : (result?.error?.id ?? id)
  }
  const published = async (title: string, more: object = {}, as = server.tokens.admin) => {
    const row = await made(
      server.call('/api/message/announcement/save', { token: as, body: { ...draft, title, ...more } }),
    )
    for (const verb of ['submit', 'publish']) if ((await act(row, verb)) !== 'ok') return [verb, row] as const
    return ['ok', row] as const
  }
  const [all, forAll] = await published('Water off', { communityIds: [] })
  const [own] = await published('Fire drill', { communityIds: [community?.id] })
  // Nobody lives there: nobody would get it.
  expect((await published('Gate', { communityIds: [elsewhere.id] }))[0]).toBe('submit')
  // What staff are told is none of the residents' business.
  await published('Payday', { audience: 'everyone' })
  expect([all, own]).toEqual(['ok', 'ok'])
  const read_ = async (as = token) =>
    (await state(as)).announcements.map(({ title, occupancyIds }) => [title, occupancyIds.length])
  expect(await read_()).toEqual([
    ['Fire drill', 1],
    ['Water off', 1],
  ])
  expect(await read_(stranger)).toEqual([])
  expect(
    await stage.query('select must_confirm, spoken from announcement where id = $1', [forAll.id]),
  ).toEqual([{ must_confirm: false, spoken: false }])
  expect(await act(forAll, 'withdraw')).toBe('ok')
  expect(await read_()).toEqual([['Fire drill', 1]])
})

test('orders of the mall are seen by the telephone that they name while it lives there, and the way to the mall is told', async () => {
  const { server } = stage
  const { tenantId } = server.here
  const orders = async (as = token) =>
    (await ask('orders', undefined, as)).data as { orderNumber: string; lines: object[]; parcels: object[] }[]
  expect(await orders()).toEqual([])
  // One of the own tenant, and one of another in which the telephone does not live.
  await server.sql(sql => sql.change('update mall_order set buyer_phone = $1', [PHONE]))
  const [order, ...more] = await orders()
  expect(more).toEqual([])
  expect(order).toMatchObject({
    ...{ state: 'closed', amount: 1990, lines: [{ quantity: 1 }], parcels: [{ carrier: 'SF' }] },
  })
  const [own] = await stage.query<{ number: string }>(
    'select order_number as number from mall_order where tenant_id = $1',
    [tenantId],
  )
  expect(order?.orderNumber).toBe(own?.number)
  expect(await orders(stranger)).toEqual([])

  const mall = async () => (await state()).homes[0]?.mallAddress
  expect(await mall()).toBeNull()
  await server.sql(async sql => {
    await sql.change('delete from website where tenant_id = $1', [tenantId])
    const published = {
      ...{ siteName: 'Ours', logo: null, accentWhite: null, accentBlue: null, welcome: null, links: [] },
      mallAddress: 'https://mall.example.com/ours',
    }
    await insert(sql, 'website', { tenant_id: tenantId, site_name: 'Ours', published })
  })
  expect(await mall()).toBe('https://mall.example.com/ours')
})

test('a session ends with logging out, and a wrong code opens none', async () => {
  expect((await ask('logout', {}, stranger)).code).toBe(0)
  expect((await ask('state', undefined, stranger)).id).toBe('session.ended')
  const wrong = await stage.server.call('/api/user/home/login', {
    body: { phone: PHONE, code: '000000', requestId: 'nothing' },
  })
  expect(wrong).toMatchObject({ id: 'session.badCode', field: 'code' })
})

test('a login takes the place of the session that the browser had, whoever’s that was', async () => {
  const before = await residentToken(stage.server, '13922225555')
  const after = await residentToken(stage.server, '13922226666', before)
  expect((await ask('state', undefined, after)).code).toBe(0)
  expect((await ask('state', undefined, before)).code).toBe(208)
})
