// A ring for a room: first those who live there and look at their page, then the property; and everybody at once where none does.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderKeyOf } from '../../../../server/device-secret.ts'
import { openResidentSession } from '../../../../server/modules/living/resident-sessions.ts'
import { residentToken } from '../../resident-token.ts'
import { insert } from '../../start.ts'
import { type Door, type DoorStage, setDoorStage, until } from './door-stage.ts'

const PHONE = '13933334444'
const WIFE = '13933336666'

let stage: DoorStage
let door: Door
let roomId: number
let stayId: number
let stays: number[]
let token: string
let neighbour: string
/** Lives in the same room. */
let wife: string
beforeAll(async () => {
  stage = await setDoorStage()
  const { server } = stage
  const tenant_id = server.here.tenantId
  const made = await stage.addDoor()
  await server.sql(async sql => {
    const patterns = {
      building_pattern: '{number}',
      unit_pattern: '{number}',
      room_pattern: '{floor}{room:2}',
    }
    const community_id = await insert(sql, 'community', { tenant_id, name: 'Ring Court', ...patterns })
    const building_id = await insert(sql, 'building', { tenant_id, community_id, name: '3', floors: 9 })
    const unit_id = await insert(sql, 'unit', { tenant_id, community_id, building_id, name: '1' })
    const live = async (room_no: string, phone: string) => {
      const place = { tenant_id, community_id, building_id, unit_id }
      const room_id = await insert(sql, 'room', { ...place, floor_no: 1, kind: 'home', room_no })
      await insert(sql, 'room_door', { tenant_id, room_id, device_id: made.id, call_number: room_no })
      const resident_id = await insert(sql, 'resident', { tenant_id, name: `Of ${room_no}`, phone })
      const occupancy_id = await insert(sql, 'occupancy', {
        ...{ tenant_id, room_id, resident_id, role: 'owner', from_day: '2026-01-01', state: 'active' },
      })
      await insert(sql, 'door_right', { tenant_id, device_id: made.id, occupancy_id })
      return { room_id, occupancy_id }
    }
    const own = await live('101', PHONE)
    roomId = own.room_id
    stayId = own.occupancy_id
    const resident_id = await insert(sql, 'resident', { tenant_id, name: 'Wife of 101', phone: WIFE })
    await insert(sql, 'occupancy', {
      ...{ tenant_id, room_id: roomId, resident_id, role: 'family', from_day: '2026-01-01', state: 'active' },
    })
    stays = [stayId, (await live('102', '13933335555')).occupancy_id]
  })
  token = await residentToken(server, PHONE)
  neighbour = await residentToken(server, '13933335555')
  wife = await residentToken(server, WIFE)
})
afterAll(() => stage.stop())
beforeEach(async () => {
  // One that rings too often is held back: each test has a door of its own before the same rooms.
  const next = await stage.addDoor()
  await stage.query('update device set order_key = $2 where id = $1', [
    next.id,
    orderKeyOf('secret of a door unit'),
  ])
  await stage.query(
    'update room_door set device_id = $1 where room_id in (select room_id from occupancy where id = any($2))',
    [next.id, stays],
  )
  await stage.query('update door_right set device_id = $1 where occupancy_id = any($2)', [next.id, stays])
  door = await stage.connect(next)
  await stage.query('update resident_session set watching_until = null')
  await stage.query(
    `update call set state = 'ended', held_until = null where state in ('ringing', 'answered')`,
  )
})

interface RoomCall {
  callId: number
  doorName: string
  isHeld: boolean
  ringsForMs: number
}
const home = (path: string, body: object, as = token) =>
  stage.server.call(`/api/user/home/${path}`, { token: as, body })
const calls = async (as = token, watching = true) =>
  (await home('calls', { watching }, as)).data as RoomCall[]
/** What a console of the property would ring with. */
const office = async () => {
  const { data } = await stage.server.call('/api/message/message/pending', {
    token: stage.server.tokens.admin,
  })
  return (data as { calls: { callId: number }[] }).calls.map(({ callId }) => callId)
}
async function ring(roomNo?: string): Promise<{ id: number; roomId: number | null; held: boolean }> {
  await door.say({ code: '5080', ...(roomNo && { roomNo }) })
  const [call] = await until(async () => {
    const found = await stage.query<{ id: number; roomId: number | null; held: boolean }>(
      `select id, room_id as "roomId", held_until is not null as held from call where device_id = $1 and state = 'ringing'`,
      [door.id],
    )
    return found.length > 0 ? found : undefined
  })
  if (!call) throw new Error('It does not ring')
  return call
}
const callOf = async (id: number) =>
  (await stage.query('select state, end_reason, unlocked_by from call where id = $1', [id]))[0]

test('rings for the home alone while its page is looked at, and for the property after its time', async () => {
  expect(await calls()).toEqual([])
  const call = await ring('101')
  expect(call).toMatchObject({ roomId, held: true })
  expect(await calls()).toMatchObject([{ callId: call.id, isHeld: true }])
  expect(await office()).toEqual([])
  expect(await calls(neighbour)).toEqual([])
  await stage.query('update call set held_until = 1 where id = $1', [call.id])
  await until(async () => (await office()).includes(call.id))
  // Who lives there may still take it.
  expect(await calls()).toMatchObject([{ callId: call.id, isHeld: false }])
})

test('declined it is the property’s at once; the call of others cannot be declined', async () => {
  await calls()
  const call = await ring('101')
  expect((await home('calls/decline', { callId: call.id }, neighbour)).id).toBe('call.none')
  expect(await office()).toEqual([])
  expect((await home('calls/decline', { callId: call.id })).code).toBe(0)
  expect(await office()).toEqual([call.id])
  const lines = await stage.query(
    `select user_name from audit where action = 'call.decline' and row_id = $1`,
    [call.id],
  )
  expect(lines).toHaveLength(1)
})

test('where nobody looks, and for the property’s number, it rings there from the start', async () => {
  await calls(token, false)
  const silent = await ring('101')
  expect(silent).toMatchObject({ roomId, held: false })
  expect(await office()).toEqual([silent.id])
  // Who opens the page now is asked all the same.
  expect(await calls()).toMatchObject([{ callId: silent.id, isHeld: false }])
  await stage.query(`update call set state = 'ended'`)
  expect(await ring('000000')).toMatchObject({ roomId: null, held: false })
  await stage.query(`update call set state = 'ended'`)
  expect(await ring('999')).toMatchObject({ roomId: null, held: false })
  expect(await calls()).toEqual([])
})

test('the door is opened for the visitor, and the call is over with that, by name', async () => {
  await calls()
  const call = await ring('101')
  const nonce = randomBytes(24).toString('base64url')
  const from = door.heard.length
  const opened = await home('open', { deviceId: door.id, callId: call.id, nonce })
  expect(opened.data).toEqual({ result: 'sent' })
  const order = await door.told('5082', from)
  expect(order).toMatchObject({ callId: call.id })
  await door.say({ code: '5091', type: 3, nonce: order.nonce, result: 'opened' })
  await until(async () => (await callOf(call.id))?.state === 'ended')
  expect(await callOf(call.id)).toMatchObject({ end_reason: 'unlocked', unlocked_by: 'Of 101' })
  expect(await calls()).toEqual([])
  // The list of the door says who, not that nobody answered.
  const events = await stage.query(
    'select kind, person_name from door_event where device_id = $1 order by id',
    [door.id],
  )
  expect(events).toEqual([{ kind: 'unlocked', person_name: 'Of 101' }])
})

test('whoever opens for the call of others opens their own door, and ends nothing', async () => {
  await calls()
  const call = await ring('101')
  const nonce = randomBytes(24).toString('base64url')
  const from = door.heard.length
  expect((await home('open', { deviceId: door.id, callId: call.id, nonce }, neighbour)).data).toEqual({
    ...{ result: 'sent' },
  })
  expect(await door.told('5082', from)).toMatchObject({ callId: null })
  expect(await callOf(call.id)).toMatchObject({ state: 'ringing' })
})

test('a visitor who goes again while it rings for the home alone is no missed call of the property', async () => {
  await calls()
  const missed = () => stage.query(`select id from notice where kind = 'call'`)
  const before = (await missed()).length
  const call = await ring('101')
  await door.say({ code: '5090', callId: call.id, reason: 'hangUp' })
  await until(async () => (await callOf(call.id))?.state === 'missed')
  expect(await missed()).toHaveLength(before)
})

describe('answered in the home', () => {
  const answer = (callId: number, as = token) => home('calls/answer', { callId }, as)
  const say = (callId: number, signal: object, as = token) => home('calls/say', { callId, signal }, as)
  const hear = async (callId: number, as = token, after = 0) =>
    (await home('calls/hear', { callId, after }, as)).data as {
      isLive: boolean
      words: { id: number; signal: { kind: string } }[]
    }
  const answered = async () => {
    await calls()
    const call = await ring('101')
    expect((await answer(call.id)).code).toBe(0)
    return call
  }

  test('by somebody who lives there now, once: the others of the home and the property see it as taken', async () => {
    await calls()
    const call = await ring('101')
    expect((await answer(call.id, neighbour)).id).toBe('call.none')
    const from = door.heard.length
    const both = await Promise.all([answer(call.id), answer(call.id, wife)])
    expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
    const lost = both.find(({ code }) => code !== 0)
    const won = both[0]?.code === 0 ? { as: token, name: 'Of 101' } : { as: wife, name: 'Wife of 101' }
    const other = won.as === token ? wife : token
    expect(lost).toMatchObject({ id: 'call.takenBy', params: { name: won.name } })
    const { data } = both.find(({ code }) => code === 0) ?? {}
    expect(data).toMatchObject({ join: { callId: call.id, provider: 'builtIn', offers: false } })
    expect(await door.told('5085', from)).toMatchObject({ state: 'answered', by: won.name })
    expect(await calls(other)).toMatchObject([{ callId: call.id, taken: { by: won.name } }])
    expect(await calls(won.as)).toEqual([])
    expect(await calls(neighbour)).toEqual([])
    expect(await office()).toEqual([])
    const staff = await stage.server.call('/api/device/voiceNet/buildToken', {
      ...{ token: stage.server.tokens.admin, body: { imei: door.imei, callId: call.id } },
    })
    expect(staff).toMatchObject({ id: 'call.takenBy', params: { name: won.name } })
    const [entry] = await stage.query(
      `select user_id, user_name from audit where action = 'call.answer' and row_id = $1`,
      [call.id],
    )
    expect(entry).toEqual({ user_id: null, user_name: won.name })
  })

  test('what each end says reaches the other alone, and nothing of recordings', async () => {
    const call = await answered()
    const offer = { kind: 'offer', sdp: 'v=0' }
    await door.say({ code: '5083', callId: call.id, signal: offer })
    await door.say({ code: '5083', callId: call.id, signal: { kind: 'consent', yes: true } })
    const { words } = await until(async () => {
      const said = await hear(call.id)
      return said.words.length > 0 ? said : undefined
    })
    expect(words).toMatchObject([{ signal: offer }])
    expect(await hear(call.id, token, words[0]?.id)).toEqual({ isLive: true, words: [] })
    const from = door.heard.length
    expect((await say(call.id, { kind: 'answer', sdp: 'v=0' })).code).toBe(0)
    expect(await door.told('5083', from)).toMatchObject({ callId: call.id, signal: { kind: 'answer' } })
    // The same telephone in another browser.
    const caller = { address: '::1', agent: null, host: '', header: () => undefined }
    const again = await stage.server.sql(sql => openResidentSession(sql, PHONE, caller))
    for (const as of [neighbour, wife, again]) {
      expect((await say(call.id, offer, as)).id).toBe('call.over')
      expect(await hear(call.id, as)).toEqual({ isLive: false, words: [] })
      expect((await home('calls/end', { callId: call.id }, as)).code).toBe(0)
    }
    expect((await say(call.id, { kind: 'consent', yes: true })).id).toMatch(/^field\./)
    expect(await callOf(call.id)).toMatchObject({ state: 'answered' })
  })

  test('the door is opened while they speak, and the call goes on until it is hung up', async () => {
    const call = await answered()
    const from = door.heard.length
    const open = (as: string) =>
      home('open', { deviceId: door.id, callId: call.id, nonce: randomBytes(24).toString('base64url') }, as)
    expect((await open(token)).data).toEqual({ result: 'sent' })
    const order = await door.told('5082', from)
    expect(order).toMatchObject({ callId: call.id })
    await door.say({ code: '5091', type: 3, nonce: order.nonce, result: 'opened' })
    await until(async () => (await callOf(call.id))?.unlocked_by === 'Of 101')
    expect(await callOf(call.id)).toMatchObject({ state: 'answered' })
    await door.say({ code: '5083', callId: call.id, signal: { kind: 'renew' } })
    expect((await home('calls/end', { callId: call.id })).code).toBe(0)
    expect(await callOf(call.id)).toMatchObject({ state: 'ended', end_reason: 'hangUp' })
    expect((await hear(call.id)).isLive).toBe(false)
    expect(await stage.query('select id from call_word where call_id = $1', [call.id])).toEqual([])
    expect((await answer(call.id)).id).toBe('call.over')
  })

  test('a visitor who goes, and a resident who moves out in between, end it', async () => {
    const first = await answered()
    await door.say({ code: '5083', callId: first.id, signal: { kind: 'bye' } })
    await until(async () => (await callOf(first.id))?.state === 'ended')
    expect((await hear(first.id)).isLive).toBe(false)
    const second = await answered()
    await stage.query(`update occupancy set state = 'ended' where id = $1`, [stayId])
    try {
      expect((await say(second.id, { kind: 'renew' })).id).toBe('call.over')
      expect((await hear(second.id)).isLive).toBe(false)
      stage.server.app.parts.bus.emit('rights.changed', {})
      await until(async () => (await callOf(second.id))?.state === 'ended')
      expect(await callOf(second.id)).toMatchObject({ end_reason: 'lost' })
    } finally {
      await stage.query(`update occupancy set state = 'active' where id = $1`, [stayId])
    }
  })
})

test('the homes of a tenant that is switched off hear nothing, and keep nothing from the property', async () => {
  const { tenantId } = stage.server.here
  await calls()
  const call = await ring('101')
  await stage.query(`update tenant set status = 'disabled' where id = $1`, [tenantId])
  try {
    expect(await calls()).toEqual([])
    expect((await home('calls/decline', { callId: call.id })).id).toBe('call.none')
  } finally {
    await stage.query(`update tenant set status = 'enabled' where id = $1`, [tenantId])
  }
})

test('who has moved out hears nothing any more', async () => {
  await calls()
  const call = await ring('101')
  await stage.query(`update occupancy set state = 'ended' where id = $1`, [stayId])
  expect(await calls()).toEqual([])
  expect((await home('calls/answer', { callId: call.id })).id).toBe('call.none')
  expect((await home('calls/decline', { callId: call.id })).id).toBe('call.none')
  await stage.query(`update call set state = 'ended'`)
  expect(await ring('101')).toMatchObject({ held: false })
})
