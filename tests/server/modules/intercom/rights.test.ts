// Rights against the real server: who may be given what, and the list of cards that each door unit holds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insert } from '../../start.ts'
import { type Door, type DoorStage, setDoorStage, until } from './door-stage.ts'

let stage: DoorStage
beforeAll(async () => {
  stage = await setDoorStage()
})
afterAll(() => stage.stop())

const HOUR = 3_600_000
const right = (id: number) => stage.get('doorRight', id)
/** A list may come more than once: with what changed, and when the unit arrives. */
const listIn = async (door: Door, version: number, from = 0) => {
  const message = await until(() =>
    door.heard.slice(from).find(({ code, listVersion }) => code === '5086' && listVersion === version),
  )
  return { version, cards: message.cards as { cardInfo: string }[] }
}
const confirm = async (door: Door, version: unknown) => {
  await door.say({ code: '5093', listVersion: version })
  await until(
    async () =>
      (
        await stage.query('select 1 from door_list where device_id = $1 and confirmed = $2', [
          door.id,
          version,
        ])
      ).length > 0,
  )
}
const newDoor = async () => stage.connect(await stage.addDoor())
let number = 0
const newCard = (more: Record<string, unknown> = {}) => stage.issuedCard(`R-${++number}`, more)

describe('the list of a door unit', () => {
  test('is sent with every change, waits for the unit and is then in force', async () => {
    const door = await newDoor()
    const [one, two] = [await newCard(), await newCard()]
    const until_ = Date.now() + HOUR
    const granted = await stage.saved('doorRight', { deviceId: door.id, cardId: one.id })
    expect(granted).toMatchObject({
      state: 'waiting',
      syncedAt: null,
      grantedBy: 'Name of admin',
      cardState: 'issued',
    })
    const first = await listIn(door, 1)
    expect(first).toMatchObject({ cards: [{ validFrom: null, validUntil: null }] })
    await confirm(door, 1)
    expect(await right(granted.id)).toMatchObject({ state: 'active', syncedAt: expect.any(Number) })

    const planned = await stage.saved('doorRight', {
      deviceId: door.id,
      cardId: two.id,
      validFrom: until_ - 1000,
      validUntil: until_,
    })
    expect(planned).toMatchObject({ state: 'planned' })
    expect(await right(granted.id)).toMatchObject({ syncedAt: null })
    const second = await listIn(door, 2)
    expect(second.cards).toHaveLength(2)
    expect(second.cards[1]).toMatchObject({ validFrom: until_ - 1000, validUntil: until_ })
    await door.leave()
  })

  test('leaves out what is over, blocked cards and removed ones, and takes them in again', async () => {
    const door = await newDoor()
    const [kept, blocked, removed, over] = [
      await newCard(),
      await newCard(),
      await newCard(),
      await newCard(),
    ]
    for (const { id } of [kept, blocked, removed])
      await stage.saved('doorRight', { deviceId: door.id, cardId: id })
    expect(
      await stage.saved('doorRight', { deviceId: door.id, cardId: over.id, validUntil: Date.now() - HOUR }),
    ).toMatchObject({ state: 'expired' })
    const cards = async (version: number) => (await listIn(door, version)).cards.length
    expect(await cards(4)).toBe(3)
    await stage.run('doorCard', 'block', { ids: [blocked.id] })
    expect(await stage.list('doorRight', { deviceId: String(door.id), state: 'blocked' })).toHaveLength(1)
    expect(await cards(5)).toBe(2)
    await stage.run('doorCard', 'remove', { ids: [removed.id] })
    expect(await cards(6)).toBe(1)
    expect(await stage.list('doorRight', { deviceId: String(door.id), cardId: String(removed.id) })).toEqual(
      [],
    )
    await stage.run('doorCard', 'restore', { ids: [removed.id] })
    expect(await cards(7)).toBe(2)
    await stage.run('doorCard', 'unblock', { ids: [blocked.id] })
    expect(await cards(8)).toBe(3)
    await door.leave()
  })

  test('of both doors changes when a right moves from one to the other', async () => {
    const [one, two] = [await newDoor(), await newDoor()]
    const card = await newCard()
    const row = await stage.saved('doorRight', { deviceId: one.id, cardId: card.id })
    expect((await listIn(one, 1)).cards).toHaveLength(1)
    await stage.saved('doorRight', { id: row.id, version: row.version, deviceId: two.id, cardId: card.id })
    expect((await listIn(one, 2)).cards).toEqual([])
    expect((await listIn(two, 1)).cards).toHaveLength(1)
    await one.leave()
    await two.leave()
  })

  test('waits for a unit that is away and is sent when it comes, once confirmed not again', async () => {
    const away = await stage.addDoor()
    const card = await newCard()
    const { id } = await stage.saved('doorRight', { deviceId: away.id, cardId: card.id })
    await stage.run('doorRight', 'remove', { ids: [id] })
    await stage.run('doorRight', 'restore', { ids: [id] })
    const door = await stage.connect(away)
    const { version, cards } = await listIn(door, 3)
    expect(cards).toHaveLength(1)
    await confirm(door, version)
    await door.leave()
    const again = await stage.connect(away)
    await again.told('1101')
    await again.say({ code: '1002' })
    expect(again.heard.map(message => message.code)).not.toContain('5086')
    await again.leave()
  })

  test('is sent again to a unit that says that it holds none', async () => {
    const door = await newDoor()
    const { id } = await stage.saved('doorRight', { deviceId: door.id, cardId: (await newCard()).id })
    const { version } = await listIn(door, 1)
    await confirm(door, version)
    const from = door.heard.length
    await door.say({ code: '5093', listVersion: 0 })
    expect(await listIn(door, version, from)).toMatchObject({ cards: [{}] })
    expect(await right(id)).toMatchObject({ state: 'waiting' })
    await confirm(door, version)
    expect(await right(id)).toMatchObject({ state: 'active' })
    await door.leave()
  })

  test('is not confirmed by a number that was never sent, by an older one, or by another unit', async () => {
    const [door, other] = [await newDoor(), await newDoor()]
    const { id } = await stage.saved('doorRight', { deviceId: door.id, cardId: (await newCard()).id })
    await listIn(door, 1)
    await door.say({ code: '5093', listVersion: 2 })
    await door.say({ code: '5093', listVersion: 0 })
    await other.say({ code: '5093', listVersion: 1 })
    expect(await right(id)).toMatchObject({ syncedAt: null })
    await confirm(door, 1)
    expect(await right(id)).toMatchObject({ syncedAt: expect.any(Number) })
    await door.leave()
    await other.leave()
  })
})

describe('a right is refused', () => {
  test('without a holder or with two', async () => {
    const { id: deviceId } = await stage.addDoor()
    const { id: cardId } = await newCard()
    const accountId = stage.server.here.userId
    expect(await stage.save('doorRight', { deviceId })).toMatchObject({
      id: 'door.oneHolder',
      field: 'cardId',
    })
    expect(await stage.save('doorRight', { deviceId, cardId: null, accountId: null })).toMatchObject({
      id: 'door.oneHolder',
    })
    expect(await stage.save('doorRight', { deviceId, cardId, accountId })).toMatchObject({
      id: 'door.oneHolder',
      field: 'accountId',
    })
    const row = await stage.saved('doorRight', { deviceId, cardId })
    const { version } = row
    expect(await stage.save('doorRight', { id: row.id, version, deviceId, accountId })).toMatchObject({
      id: 'door.oneHolder',
      field: 'accountId',
    })
    expect(
      await stage.save('doorRight', { id: row.id, version, deviceId, accountId, cardId: null }),
    ).toMatchObject({ code: 0 })
  })

  test('at a device that is no door unit or a stranger’s', async () => {
    const { here, there } = stage.server
    const { id: cardId } = await newCard()
    expect(await stage.save('doorRight', { deviceId: here.deviceId, cardId })).toMatchObject({
      id: 'door.notDoorUnit',
      field: 'deviceId',
    })
    const foreign = await stage.addDoor({ world: there })
    for (const deviceId of [foreign.id, 999_999])
      expect(await stage.save('doorRight', { deviceId, cardId })).toMatchObject({
        id: 'field.reference',
        field: 'deviceId',
      })
  })

  test('for a card that is not issued, blocked, unknown or a stranger’s', async () => {
    const { id: deviceId } = await stage.addDoor()
    const draft = await stage.saved('doorCard', { holderName: 'Draft' })
    const blocked = await newCard({ state: 'blocked' })
    for (const cardId of [draft.id, blocked.id])
      expect(await stage.save('doorRight', { deviceId, cardId })).toMatchObject({
        id: 'door.cardNotIssued',
        field: 'cardId',
      })
    const foreign = await newCard({ tenant_id: stage.server.there.tenantId, department_id: null })
    for (const cardId of [foreign.id, 999_999])
      expect(await stage.save('doorRight', { deviceId, cardId })).toMatchObject({
        id: 'field.reference',
        field: 'cardId',
      })
  })

  test('for a person of another tenant, a visitor or nobody', async () => {
    const { id: deviceId } = await stage.addDoor()
    const [visitor] = await stage.query<{ id: number }>(`select id from account where username = 'visitor'`)
    for (const accountId of [stage.server.there.userId, visitor?.id, 999_999])
      expect(await stage.save('doorRight', { deviceId, accountId })).toMatchObject({
        id: 'field.reference',
        field: 'accountId',
      })
  })

  test('when it ends before it begins, twice, or in the wrong shape', async () => {
    const { id: deviceId } = await stage.addDoor()
    const { id: cardId } = await newCard()
    const validFrom = Date.now()
    for (const validUntil of [validFrom, validFrom - 1])
      expect(await stage.save('doorRight', { deviceId, cardId, validFrom, validUntil })).toMatchObject({
        id: 'field.limitOrder',
        field: 'validUntil',
      })
    await stage.saved('doorRight', { deviceId, cardId })
    expect(await stage.save('doorRight', { deviceId, cardId })).toMatchObject({
      id: 'field.duplicate',
      field: 'cardId',
    })
    const accountId = stage.server.here.userId
    await stage.saved('doorRight', { deviceId, accountId })
    expect(await stage.save('doorRight', { deviceId, accountId })).toMatchObject({
      id: 'field.duplicate',
      field: 'accountId',
    })
    expect(await stage.save('doorRight', { deviceId, cardId, grantedBy: 'me' })).toMatchObject({
      id: 'field.unknownKey',
    })
    expect(await stage.save('doorRight', { deviceId: 'one', cardId })).toMatchObject({ field: 'deviceId' })
  })
})

describe('what goes along', () => {
  test('a door unit with rights stays', async () => {
    const door = await stage.addDoor()
    await stage.saved('doorRight', { deviceId: door.id, cardId: (await newCard()).id })
    const [outcome] = await stage.run('device', 'remove', { ids: [door.id] })
    expect(outcome).toMatchObject({ ok: false, error: { id: 'row.inUse', params: { count: 1 } } })
  })

  test('a person takes their rights along and brings them back', async () => {
    const { id: deviceId } = await stage.addDoor()
    const { here, tokens } = stage.server
    const accountId = await stage.server.sql(sql =>
      insert(sql, 'account', {
        tenant_id: here.tenantId,
        username: `leaver ${++number}`,
        name: 'Leaver',
        password_hash: '',
        department_id: here.departmentId,
      }),
    )
    const row = await stage.saved('doorRight', { deviceId, accountId })
    expect(row).toMatchObject({ accountName: 'Leaver', state: 'active', syncedAt: null })
    const call = (verb: string) =>
      stage.server.call(`/api/user/user/${verb}`, { token: tokens.admin, body: { ids: [accountId] } })
    expect(await call('remove')).toMatchObject({ code: 0 })
    expect(await right(row.id)).toBeUndefined()
    expect((await stage.run('doorRight', 'restore', { ids: [row.id] }))[0]).toMatchObject({
      ok: false,
      error: { id: 'field.reference' },
    })
    expect(await call('restore')).toMatchObject({ code: 0 })
    expect(await right(row.id)).toMatchObject({ accountName: 'Leaver' })
  })
})

describe('who may', () => {
  test('a stranger, and who lacks the permission, get nothing and change nothing', async () => {
    const { id: deviceId } = await stage.addDoor()
    const row = await stage.saved('doorRight', { deviceId, cardId: (await newCard()).id })
    const { tokens } = stage.server
    const asked = { token: tokens.stranger }
    expect(await stage.get('doorRight', row.id, asked)).toBeUndefined()
    expect((await stage.list('doorRight', {}, asked)).map(({ id }) => id)).not.toContain(row.id)
    expect(
      await stage.save('doorRight', { id: row.id, version: 1, validUntil: null, deviceId }, asked),
    ).toMatchObject({
      id: 'row.unknown',
    })
    expect((await stage.run('doorRight', 'remove', { ids: [row.id] }, asked))[0]).toMatchObject({ ok: false })
    for (const token of [tokens.patrol, tokens.visitor]) {
      expect(await stage.save('doorRight', { deviceId, cardId: 1 }, { token })).toMatchObject({ code: 1403 })
      for (const entity of ['doorRight', 'doorCard', 'doorEvent', 'call'])
        expect(await stage.server.call(`/api/device/${entity}/page`, { token })).toMatchObject({ code: 1403 })
    }
    expect(await right(row.id)).toMatchObject({ version: 1 })
  })

  test('people of one department give rights to its cards and people, at its doors', async () => {
    const { here } = stage.server
    const asked = { token: stage.keeper }
    const own = await stage.addDoor()
    const far = await stage.addDoor({ departmentId: here.otherDepartmentId })
    const { id: cardId } = await newCard()
    const { id: farCard } = await newCard({ department_id: here.otherDepartmentId })
    const saved = await stage.saved('doorRight', { deviceId: own.id, cardId }, asked)
    expect(await stage.save('doorRight', { deviceId: far.id, cardId }, asked)).toMatchObject({
      id: 'field.reference',
      field: 'deviceId',
    })
    expect(await stage.save('doorRight', { deviceId: own.id, cardId: farCard }, asked)).toMatchObject({
      id: 'field.reference',
      field: 'cardId',
    })
    // This account belongs to the other department.
    expect(await stage.save('doorRight', { deviceId: own.id, accountId: here.userId }, asked)).toMatchObject({
      id: 'field.reference',
      field: 'accountId',
    })
    const { id: hidden } = await stage.saved('doorRight', { deviceId: far.id, cardId: farCard })
    const seen = (await stage.list('doorRight', { size: '200' }, asked)).map(row => row.id)
    expect(seen).toContain(saved.id)
    expect(seen).not.toContain(hidden)
  })
})
