// Cards against the real server: ordered at a door unit, written by it alone and in time, blocked, removed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Door, type DoorStage, setDoorStage, until } from './door-stage.ts'

let stage: DoorStage
let door: Door
beforeAll(async () => {
  stage = await setDoorStage()
  door = await stage.connect(await stage.addDoor())
  await online(door.id)
})
afterAll(async () => {
  await door.leave()
  await stage.stop()
})

/** 1: online, on the wire. */
const online = (id: number) => until(async () => (await stage.get('device', id)).state === 1)
const draft = (holderName: string, more: object = {}) => stage.saved('doorCard', { holderName, ...more })
const issue = async (id: number, deviceId: number, token?: string) =>
  (await stage.run('doorCard', 'issue', { ids: [id], input: { deviceId } }, token ? { token } : {}))[0]
const card = (id: number) => stage.get('doorCard', id)
const inState = (id: number, state: string) =>
  until(async () => {
    const row = await card(id)
    return row.state === state && row
  })
const notices = (cardInfo: string) =>
  stage.query('select id from card_notice where card_info = $1', [cardInfo])

/** A new card at the door of this file, as far as the order. */
async function ordered(holderName: string) {
  const from = door.heard.length
  const { id } = await draft(holderName)
  expect(await issue(id, door.id)).toMatchObject({ ok: true })
  return { id, order: await door.told('5087', from) }
}

test('a card is a draft, is written by the door unit and then has its number', async () => {
  const { id, order } = await ordered('Li Na')
  expect(order).toMatchObject({ orderId: id, holderName: 'Li Na', expiresAt: expect.any(Number) })
  expect(await card(id)).toMatchObject({
    state: 'writing',
    deviceId: door.id,
    writeExpiresAt: order.expiresAt,
    cardInfo: null,
  })
  await door.say({ code: '5084', cardInfo: 'C-0001', orderId: id })
  expect(await inState(id, 'issued')).toMatchObject({
    cardInfo: 'C-0001',
    issuedBy: 'Name of admin',
    issuedAt: expect.any(Number),
    writeExpiresAt: null,
    writeFailure: null,
  })
  const events = await stage.list('doorEvent', { kind: 'cardIssued', cardInfo: 'C-0001' })
  expect(events).toMatchObject([{ deviceId: door.id, personName: 'Li Na', cardInfo: 'C-0001' }])
  expect(await notices('C-0001')).toHaveLength(1)
  const [entry] = await stage.query(
    `select user_name from audit where action = 'doorCard.issue' and row_id = $1`,
    [id],
  )
  expect(entry).toEqual({ user_name: 'admin' })
})

describe('an answer that fits no order only makes a notice', () => {
  test.each([
    ['unknown', async () => 999_999],
    [
      'removed',
      async () => {
        const { id } = await ordered('Gone')
        await stage.run('doorCard', 'remove', { ids: [id] })
        return id
      },
    ],
    [
      'late',
      async () => {
        const { id } = await ordered('Late')
        await stage.query('update door_card set write_expires_at = 1 where id = $1', [id])
        return id
      },
    ],
    [
      'answered before',
      async () => {
        const { id } = await ordered('Twice')
        await door.say({ code: '5084', cardInfo: 'C-twice', orderId: id })
        await inState(id, 'issued')
        return id
      },
    ],
  ])('%s', async (why, make) => {
    const orderId = await make()
    const cardInfo = `X-${why}`
    await door.say({ code: '5084', cardInfo, orderId })
    await until(async () => (await notices(cardInfo)).length === 1)
    expect(await stage.list('doorCard', { cardInfo })).toEqual([])
    expect(await stage.list('doorEvent', { cardInfo })).toEqual([])
  })

  test('of another door unit', async () => {
    const { id } = await ordered('Foreign')
    const other = await stage.connect(await stage.addDoor())
    await other.say({ code: '5084', cardInfo: 'X-foreign', orderId: id })
    await until(async () => (await notices('X-foreign')).length === 1)
    expect(await card(id)).toMatchObject({ state: 'writing', cardInfo: null })
    await door.say({ code: '5084', cardInfo: 'C-own', orderId: id })
    expect(await inState(id, 'issued')).toMatchObject({ cardInfo: 'C-own' })
    await other.leave()
  })

  test('without an order at all', async () => {
    await door.say({ code: '5084', cardInfo: 'X-alone' })
    await until(async () => (await notices('X-alone')).length === 1)
    expect(await stage.list('doorCard', { cardInfo: 'X-alone' })).toEqual([])
  })
})

test('what nobody holds to the door unit in time is a draft again and says why', async () => {
  const { id } = await ordered('Slow')
  await stage.query('update door_card set write_expires_at = $2 where id = $1', [id, Date.now() - 1])
  expect(await inState(id, 'draft')).toMatchObject({ writeFailure: 'timeout', writeExpiresAt: null })
  const again = await issue(id, door.id)
  expect(again).toMatchObject({ ok: true })
  await door.say({ code: '5084', cardInfo: 'C-slow', orderId: id })
  expect(await inState(id, 'issued')).toMatchObject({ cardInfo: 'C-slow', writeFailure: null })
})

test('a number that another card of the tenant has is refused', async () => {
  await stage.issuedCard('C-taken')
  const { id } = await ordered('Second')
  await door.say({ code: '5084', cardInfo: 'C-taken', orderId: id })
  expect(await inState(id, 'draft')).toMatchObject({ writeFailure: 'duplicate', cardInfo: null })
})

test('the same number in another tenant is nobody’s business', async () => {
  await stage.issuedCard('C-both', { tenant_id: stage.server.there.tenantId, department_id: null })
  const { id } = await ordered('Ours')
  await door.say({ code: '5084', cardInfo: 'C-both', orderId: id })
  await inState(id, 'issued')
})

test('written anew, a card keeps its old number until the new one is there', async () => {
  const { id } = await stage.issuedCard('C-old')
  const right = await stage.saved('doorRight', { deviceId: door.id, cardId: id })
  await until(() =>
    door.heard.some(({ code, cards }) => code === '5086' && JSON.stringify(cards).includes('C-old')),
  )
  expect(await issue(id, door.id)).toMatchObject({ ok: true })
  expect(await card(id)).toMatchObject({ state: 'writing', cardInfo: 'C-old' })
  await door.say({ code: '5084', cardInfo: 'C-new', orderId: id })
  expect(await inState(id, 'issued')).toMatchObject({ cardInfo: 'C-new', doorCount: 1 })
  const list = await until(() =>
    door.heard.find(({ code, cards }) => code === '5086' && JSON.stringify(cards).includes('C-new')),
  )
  expect(list.cards).toContainEqual({ cardInfo: 'C-new', validFrom: null, validUntil: null })
  expect(list.cards).not.toContainEqual(expect.objectContaining({ cardInfo: 'C-old' }))
  await stage.run('doorRight', 'remove', { ids: [right.id] })
})

describe('orders that are refused', () => {
  test('a door unit that is offline', async () => {
    const away = await stage.addDoor()
    const { id } = await draft('Away')
    expect(await issue(id, away.id)).toMatchObject({ ok: false, error: { id: 'device.offline' } })
    expect(await card(id)).toMatchObject({ state: 'draft' })
  })

  test('a door unit that went away a moment ago: at once, and never later', async () => {
    const gone = await stage.connect(await stage.addDoor())
    await online(gone.id)
    await gone.leave()
    const { id } = await draft('Just gone')
    expect(await issue(id, gone.id)).toMatchObject({ ok: true })
    expect(await inState(id, 'draft')).toMatchObject({ writeFailure: 'offline' })
    const back = await stage.connect(gone)
    await back.told('1101')
    expect(back.heard.map(message => message.code)).not.toContain('5087')
    await back.leave()
  })

  test('a device that is no door unit, unknown, of a stranger or no number', async () => {
    const { here, there } = stage.server
    const { id } = await draft('Nowhere')
    expect(await issue(id, here.deviceId)).toMatchObject({ ok: false, error: { id: 'door.notDoorUnit' } })
    const foreign = await stage.addDoor({ world: there })
    for (const deviceId of [foreign.id, 999_999])
      expect(await issue(id, deviceId)).toMatchObject({ ok: false, error: { id: 'field.reference' } })
    const answer = await stage.server.call('/api/device/doorCard/issue', {
      token: stage.server.tokens.admin,
      body: { ids: [id], input: { deviceId: 'x' } },
    })
    expect(answer).toMatchObject({ code: 1400, field: 'input.deviceId' })
  })

  test('a door unit that is writing another card', async () => {
    const { id: first } = await ordered('First')
    const { id: second } = await draft('Second')
    expect(await issue(second, door.id)).toMatchObject({ ok: false, error: { id: 'door.writing' } })
    await stage.run('doorCard', 'remove', { ids: [first] })
    expect(await issue(second, door.id)).toMatchObject({ ok: true })
    await stage.run('doorCard', 'remove', { ids: [second] })
  })

  test('a blocked card', async () => {
    const { id } = await stage.issuedCard('C-blocked', { state: 'blocked' })
    expect(await issue(id, door.id)).toMatchObject({ ok: false, error: { id: 'state.transition' } })
  })
})

test('a draft cannot be blocked, an issued card not unblocked, a form cannot set what the door says', async () => {
  const { id } = await draft('Plain')
  const { id: issued } = await stage.issuedCard('C-plain')
  const [blocked] = await stage.run('doorCard', 'block', { ids: [id] })
  const [unblocked] = await stage.run('doorCard', 'unblock', { ids: [issued] })
  for (const outcome of [blocked, unblocked])
    expect(outcome).toMatchObject({ ok: false, error: { id: 'state.transition' } })
  const answer = await stage.save('doorCard', { holderName: 'X', cardInfo: 'C-forged' })
  expect(answer).toMatchObject({ code: 1400, id: 'field.unknownKey' })
})

describe('who may', () => {
  test('a stranger, and who lacks the permission, get nothing and change nothing', async () => {
    const { id } = await stage.issuedCard('C-ours')
    const { tokens } = stage.server
    expect(await stage.get('doorCard', id, { token: tokens.stranger })).toBeUndefined()
    expect(await issue(id, door.id, tokens.stranger)).toMatchObject({
      ok: false,
      error: { id: 'row.unknown' },
    })
    for (const token of [tokens.patrol, tokens.visitor])
      for (const verb of ['issue', 'cancel', 'block', 'unblock', 'remove'])
        expect(
          await stage.server.call(`/api/device/doorCard/${verb}`, {
            token,
            body: { ids: [id], ...(verb === 'issue' && { input: { deviceId: door.id } }) },
          }),
        ).toMatchObject({ code: 1403 })
    expect(await card(id)).toMatchObject({ state: 'issued', version: 1 })
  })

  test('people of one department see its cards and its door units', async () => {
    const { here } = stage.server
    const asked = { token: stage.keeper }
    const own = await stage.saved('doorCard', { holderName: 'Own' }, asked)
    expect(own.departmentId).toBe(here.departmentId)
    const { id: foreign } = await stage.issuedCard('C-other-dept', { department_id: here.otherDepartmentId })
    expect(await stage.get('doorCard', foreign, asked)).toBeUndefined()
    const far = await stage.addDoor({ departmentId: here.otherDepartmentId })
    expect(await issue(own.id, far.id, stage.keeper)).toMatchObject({
      ok: false,
      error: { id: 'field.reference' },
    })
    const [outcome] = await stage.run('doorCard', 'block', { ids: [foreign] }, asked)
    expect(outcome).toMatchObject({ ok: false, error: { id: 'row.unknown' } })
  })
})

describe('an order that is called off', () => {
  const cancel = async (id: number, token?: string) =>
    (await stage.run('doorCard', 'cancel', { ids: [id] }, token ? { token } : {}))[0]

  test('leaves a draft; the door unit is told, and what it writes late is a notice without an order', async () => {
    const { id } = await ordered('Ma Chao')
    const from = door.heard.length
    expect(await cancel(id)).toMatchObject({ ok: true })
    expect(await card(id)).toMatchObject({ state: 'draft', writeFailure: 'cancelled', writeExpiresAt: null })
    const off = await door.told('5087', from)
    expect(off).toMatchObject({ orderId: id, expiresAt: expect.any(Number) })
    expect(Number(off.expiresAt)).toBeLessThanOrEqual(Date.now())
    await door.say({ code: '5084', cardInfo: 'C-LATE', orderId: id })
    await until(async () => (await notices('C-LATE')).length > 0)
    const [notice] = await stage.query('select order_id from card_notice where card_info = $1', ['C-LATE'])
    expect(notice).toEqual({ order_id: null })
    expect(await card(id)).toMatchObject({ state: 'draft', cardInfo: null })
  })

  test('gives a card that was written before its state back, and the door unit is free for another', async () => {
    const { id } = await stage.issuedCard('C-BEFORE')
    expect(await issue(id, door.id)).toMatchObject({ ok: true })
    expect(await cancel(id)).toMatchObject({ ok: true })
    expect(await card(id)).toMatchObject({ state: 'issued', cardInfo: 'C-BEFORE' })
    const { id: next } = await ordered('Huang Zhong')
    expect(await cancel(next)).toMatchObject({ ok: true })
  })

  test('is nothing where nothing is written, and nothing for strangers', async () => {
    const { id } = await draft('Pang Tong')
    expect(await cancel(id)).toMatchObject({ ok: false, error: { id: 'state.transition' } })
    const { id: writing } = await ordered('Jiang Wei')
    const { tokens } = stage.server
    expect(await cancel(writing, tokens.stranger)).not.toMatchObject({ ok: true })
    expect(await card(writing)).toMatchObject({ state: 'writing' })
    expect(await cancel(writing)).toMatchObject({ ok: true })
  })
})

test('the notice of a card names the order that it answers', async () => {
  const { id } = await ordered('Fa Zheng')
  await door.say({ code: '5084', cardInfo: 'C-ORDER', orderId: id })
  await inState(id, 'issued')
  expect(await stage.query('select order_id from card_notice where card_info = $1', ['C-ORDER'])).toEqual([
    { order_id: id },
  ])
  const { data } = await stage.server.call('/api/message/message/pending', {
    token: stage.server.tokens.admin,
  })
  const { cards } = data as { cards: { notice: { cardInfo: string; orderId?: number } }[] }
  const orderOf = (cardInfo: string) => cards.find(each => each.notice.cardInfo === cardInfo)?.notice.orderId
  expect([orderOf('C-ORDER'), orderOf('C-LATE')]).toEqual([id, undefined])
})
