// The simulated door unit at the real broker: rings, talks with sound and picture, opens for right orders alone.
import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderKeyOf } from '../../../../server/device-secret.ts'
import { connectDoorUnit, type DoorUnit } from '../../../../server/simulator/door-unit/door-unit.ts'
import type { CallSignal } from '../../../../src/contract/call-signal.ts'
import { type Downlink, unlockText } from '../../../../src/contract/device-messages.ts'
import { type Stage, setStage, until } from '../../broker/stage.ts'
import { answer, console_, OPENER, type Person } from '../../modules/intercom/at-the-door.ts'
import { consoleLine } from './console-line.ts'

let stage: Stage
let person: Person
const units: DoorUnit[] = []
beforeAll(async () => {
  stage = await setStage()
  person = await stage.addPerson({ permissions: OPENER })
})
afterEach(async () => {
  await Promise.all(units.splice(0).map(unit => unit.stop()))
})
afterAll(() => stage.stop())

async function door() {
  const device = await stage.addDevice({ kind: 'doorUnit' })
  const unit = connectDoorUnit({ ...device, url: `mqtt://127.0.0.1:${stage.broker.port}` })
  units.push(unit)
  await unit.connected()
  return { ...device, unit }
}

const callOf = async ({ id }: { id: number }) => {
  const [call] = await stage.query<{
    id: number
    state: string
    room_no: string
    end_reason: string | null
    answered_by: string | null
  }>('select * from call where device_id = $1 order by id desc limit 1', [id])
  if (!call) throw new Error('There is no call')
  return call
}

const tell = (imei: string, message: Downlink) => stage.broker.outlet().toDevice(imei, message)

describe('calls', () => {
  test('a press of the button is a call of that room, and giving up ends it', async () => {
    const one = await door()
    one.unit.ring({ roomNo: '1203' })
    await one.unit.until('ringing')
    expect(await callOf(one)).toMatchObject({ state: 'ringing', room_no: '1203' })
    one.unit.hangUp()
    await until(async () => (await callOf(one)).state === 'missed')
    expect(await callOf(one)).toMatchObject({ end_reason: 'cancelled' })
    expect(one.unit.state()).toMatchObject({ at: 'idle' })
  })

  test('without a room it calls the property office', async () => {
    const one = await door()
    one.unit.ring()
    await one.unit.until('ringing')
    expect(await callOf(one)).toMatchObject({ room_no: null })
  })

  test('nobody answers: the visitor is told', async () => {
    const one = await door()
    one.unit.ring()
    await one.unit.until('ringing')
    await stage.query('update call set expires_at = 1 where device_id = $1', [one.id])
    await stage.broker.sweepDoors()
    await one.unit.until('nobody')
  })

  test('answered: sound and picture both ways, a new offer on request, and the end of one is the end of both', async () => {
    const one = await door()
    const desk = await console_(stage, person, one)
    one.unit.ring()
    await one.unit.until('ringing')
    const { id: callId } = await callOf(one)
    const line = consoleLine(signal =>
      desk.client.publish(
        `acm/${person.id}/call`,
        JSON.stringify({ code: '5083', callId, signal }),
        { qos: 1 },
        () => {},
      ),
    )
    desk.client.on('message', (_topic, payload) => {
      const message: { code: string; signal: CallSignal } = JSON.parse(payload.toString())
      if (message.code === '5083') line.hear(message.signal)
    })
    await answer(stage, callId, person)
    await one.unit.until('standing')
    await until(() => line.arrived().video.frames > 5 && line.arrived().audio.frames > 5)
    await until(
      () => one.unit.framesReceived().video.frames > 5 && one.unit.framesReceived().audio.frames > 5,
    )

    desk.client.publish(
      `acm/${person.id}/call`,
      JSON.stringify({ code: '5083', callId, signal: { kind: 'renew' } }),
    )
    await until(() => line.ufrags().length === 2)
    expect(new Set(line.ufrags()).size).toBe(2)

    desk.client.publish(
      `acm/${person.id}/call`,
      JSON.stringify({ code: '5083', callId, signal: { kind: 'bye' } }),
    )
    await one.unit.until('ended')
    await until(async () => (await callOf(one)).state === 'ended')
    const { frames } = one.unit.framesReceived().video
    expect(frames).toBeGreaterThan(5)
    await line.close()
    desk.client.end()
  }, 40_000)

  test('a call that the server ends while it is answered closes the line', async () => {
    const one = await door()
    one.unit.ring()
    await one.unit.until('ringing')
    await answer(stage, (await callOf(one)).id, person)
    await one.unit.until('answered')
    one.unit.hangUp()
    await until(async () => (await callOf(one)).state === 'ended')
    expect(await callOf(one)).toMatchObject({ end_reason: 'hangUp' })
  })
})

describe('orders to unlock', () => {
  const order = (one: { imei: string; secret: string }, change: object = {}) => {
    const body = {
      code: '5082' as const,
      imei: one.imei,
      userId: person.id,
      callId: null,
      nonce: randomBytes(16).toString('base64url'),
      expiresAt: Date.now() + 10_000,
      ...change,
    }
    const mac = createHmac('sha256', orderKeyOf(one.secret)).update(unlockText(body)).digest('base64url')
    return { ...body, mac }
  }

  test('the right one opens once and is confirmed; again it does nothing', async () => {
    const one = await door()
    const right = order(one)
    for (let time = 0; time < 3; time++) await tell(one.imei, right)
    await until(() => one.unit.opened() === 1 && one.unit.refused().repeated === 2)
  })

  test('a request of somebody who may opens the door, and the console is told', async () => {
    const one = await door()
    const desk = await console_(stage, person, one)
    one.unit.ring()
    await one.unit.until('ringing')
    const { id: callId } = await callOf(one)
    await answer(stage, callId, person)
    await one.unit.until('answered')
    expect(await desk.ask(one, { callId })).toMatchObject({ result: 'sent' })
    await one.unit.until('opened')
    const told = await until(() => desk.heard.find(({ body }) => body.code === '5091'))
    expect(told.body).toMatchObject({ type: 3, result: 'opened', imei: one.imei, callId })
    expect(one.unit.opened()).toBe(1)
    desk.client.end()
  })

  test('forged, late, far ahead, or meant for another door: none opens', async () => {
    const one = await door()
    const other = await stage.addDevice({ kind: 'doorUnit' })
    await tell(one.imei, { ...order(one), mac: 'A'.repeat(43) })
    await tell(one.imei, { ...order(one), mac: 'short' })
    await tell(one.imei, { ...order(one), expiresAt: Date.now() + 20_000 })
    await tell(one.imei, { ...order(one), userId: 1_000_000 })
    await tell(one.imei, order({ ...one, secret: 'of another' }))
    await tell(one.imei, order(one, { expiresAt: Date.now() - 1 }))
    await tell(one.imei, order(one, { expiresAt: Date.now() + 3_600_000 }))
    await tell(one.imei, order(other))
    await until(() => {
      const { forged, late, otherDoor } = one.unit.refused()
      return forged + late + otherDoor === 8
    })
    expect(one.unit.refused()).toEqual({ forged: 5, late: 2, otherDoor: 1, repeated: 0 })
    expect(one.unit.opened()).toBe(0)
  })
})

describe('cards', () => {
  const cards = [
    { cardInfo: 'A1', validFrom: null, validUntil: null },
    { cardInfo: 'B2', validFrom: null, validUntil: Date.now() - 1000 },
    { cardInfo: 'C3', validFrom: Date.now() + 3_600_000, validUntil: null },
  ]

  test('a card opens by the list and its dates, and the server hears of each', async () => {
    const one = await door()
    expect(one.unit.swipe('A1')).toBe('cardRefused')
    await tell(one.imei, { code: '5086', listVersion: 7, cards })
    await one.unit.until('cards')
    expect(['A1', 'B2', 'C3', 'D4'].map(card => one.unit.swipe(card))).toEqual([
      'cardOpened',
      'cardRefused',
      'cardRefused',
      'cardRefused',
    ])
    const events = () =>
      stage.query<{ kind: string; card_info: string }>(
        'select kind, card_info from door_event where device_id = $1 order by id',
        [one.id],
      )
    await until(async () => (await events()).length === 5)
    expect((await events()).map(({ kind }) => kind).filter(kind => kind === 'cardOpened')).toHaveLength(1)
  })

  test('a new list replaces the old one', async () => {
    const one = await door()
    await tell(one.imei, { code: '5086', listVersion: 1, cards })
    await tell(one.imei, { code: '5086', listVersion: 2, cards: [] })
    await until(() => one.unit.cards()?.listVersion === 2)
    expect(one.unit.swipe('A1')).toBe('cardRefused')
  })

  test('an order to write a card is answered with its number', async () => {
    const one = await door()
    await tell(one.imei, { code: '5087', orderId: 1, holderName: 'Li', expiresAt: Date.now() + 60_000 })
    await one.unit.until('cardWritten')
  })
})
