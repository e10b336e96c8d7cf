// A will says that the line broke; whether that silence is an alarm is judged all the same. A goodbye is no silence.
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIngest } from '../../../../server/modules/ingest/ingest.ts'
import { silentOutlet } from '../../../../server/outlet.ts'
import { log, type Stage, setStage, until } from '../../broker/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

const MINUTE = 60_000
const topicOf = (imei: string) => `sfwatch/${imei}/server`
const say = (client: MqttClient, imei: string, body: object) =>
  client.publishAsync(topicOf(imei), JSON.stringify(body), { qos: 1 })
/** With the will that the protocol names. */
const connect = ({ imei, secret }: { imei: string; secret: string }, payload = '{"code":"1003"}') =>
  stage.device(imei, secret, {
    will: { topic: topicOf(imei), payload: Buffer.from(payload), qos: 1, retain: false },
  })
const cut = (client: MqttClient) => client.stream.destroy()
const stateOf = async (id: number) =>
  (await stage.query<{ state: string }>('select state from device_state where device_id = $1', [id]))[0]
    ?.state
const alarmsOf = async (id: number) =>
  (await stage.query<{ type: string }>('select type from alarm where device_id = $1 order by id', [id])).map(
    ({ type }) => type,
  )
const wait = async (minutes: number) => {
  stage.clock.advance(minutes * MINUTE)
  await stage.broker.ingest.sweep()
}

test('an ankle bracelet that is cut is offline at once, and missed when it stays away', async () => {
  const bracelet = await stage.addDevice({ kind: 'ankleBracelet' })
  const client = await connect(bracelet)
  await say(client, bracelet.imei, { code: '1002' })
  cut(client)
  await until(async () => (await stateOf(bracelet.id)) === 'offline')
  await wait(1)
  expect(await alarmsOf(bracelet.id)).toEqual([])
  // Another process, or this one after a restart, knows no less.
  stage.broker.ingest.devices.forget([bracelet.id])
  await wait(1.5)
  expect(await alarmsOf(bracelet.id)).toEqual(['offline'])
  await wait(10)
  expect(await alarmsOf(bracelet.id)).toEqual(['offline'])
  const back = await connect(bracelet)
  await say(back, bracelet.imei, { code: '1002' })
  expect(await alarmsOf(bracelet.id)).toEqual(['offline', 'online'])
  expect(await stateOf(bracelet.id)).toBe('online')
  // Again, as often as it happens.
  cut(back)
  await until(async () => (await stateOf(bracelet.id)) === 'offline')
  await wait(3)
  expect(await alarmsOf(bracelet.id)).toEqual(['offline', 'online', 'offline'])
})

test('who comes back in time is not missed, and neither is who said goodbye', async () => {
  const [torn, gone, helmet] = [
    await stage.addDevice({ kind: 'ankleBracelet' }),
    await stage.addDevice({ kind: 'ankleBracelet' }),
    await stage.addDevice({ kind: 'helmet' }),
  ]
  const clients = [await connect(torn), await connect(gone), await connect(helmet)] as const
  await say(clients[0], torn.imei, { code: '1002' })
  await say(clients[1], gone.imei, { code: '1002' })
  await say(clients[2], helmet.imei, { code: '1002' })
  cut(clients[0])
  cut(clients[2])
  await say(clients[1], gone.imei, { code: '1003' })
  // The line breaks after the goodbye: the will of who has gone is no news.
  cut(clients[1])
  await until(async () => (await stateOf(torn.id)) === 'offline' && (await stateOf(helmet.id)) === 'offline')
  await until(() => stage.broker.counts().devices === 0)
  await wait(1)
  const back = await connect(torn)
  await say(back, torn.imei, { code: '1002' })
  await wait(1.5)
  await say(back, torn.imei, { code: '1002' })
  await wait(1)
  for (const { id } of [torn, gone, helmet]) expect(await alarmsOf(id)).toEqual([])
  expect(await Promise.all([torn, gone, helmet].map(({ id }) => stateOf(id)))).toEqual([
    'online',
    'offline',
    'offline',
  ])
  await back.endAsync()
})

test('a will is no sign of life, whatever it says', async () => {
  const bracelet = await stage.addDevice({ kind: 'ankleBracelet' })
  const client = await connect(bracelet, '{"code":"2003","seq":1,"footRing":1}')
  await say(client, bracelet.imei, { code: '1002', seq: 1 })
  cut(client)
  await until(async () => (await alarmsOf(bracelet.id)).length > 0)
  expect(await alarmsOf(bracelet.id)).toEqual(['wearing'])
  expect(await stateOf(bracelet.id)).toBe('offline')
  await wait(3)
  expect(await alarmsOf(bracelet.id)).toEqual(['wearing', 'offline'])
})

test('behind a broker of the operator’s own, which says nothing of wills, the silence is judged', async () => {
  const bracelet = await stage.addDevice({ kind: 'ankleBracelet' })
  const take = (text: string) =>
    stage.broker.ingest.take(bracelet.imei, Buffer.from(text), topicOf(bracelet.imei))
  await take('{"code":"1002"}')
  await take('{"code":"1003"}')
  expect(await stateOf(bracelet.id)).toBe('offline')
  await wait(3)
  expect(await alarmsOf(bracelet.id)).toEqual(['offline'])
})

test('a server that was away gives who was cut before the time to come back', async () => {
  const bracelet = await stage.addDevice({ kind: 'ankleBracelet' })
  await stage.broker.ingest.take(
    bracelet.imei,
    Buffer.from('{"code":"1002"}'),
    topicOf(bracelet.imei),
    'device',
  )
  await stage.broker.ingest.take(
    bracelet.imei,
    Buffer.from('{"code":"1003"}'),
    topicOf(bracelet.imei),
    'will',
  )
  let at = stage.clock.now() + 60 * MINUTE
  const later = createIngest({
    data: stage.data,
    bus: stage.bus,
    log,
    outlet: () => silentOutlet,
    now: () => at,
    sweepEveryMs: 0,
    inventedFleet: true,
  })
  await later.sweep()
  expect(await alarmsOf(bracelet.id)).toEqual([])
  at += 2.1 * MINUTE
  await later.sweep()
  expect(await alarmsOf(bracelet.id)).toEqual(['offline'])
  await later.stop()
})
