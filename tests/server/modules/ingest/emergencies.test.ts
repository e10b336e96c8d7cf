// Nothing about an emergency but its sender keeps it out: mutated messages, repeated numbers, clocks that are wrong.
// MUTATIONS sets how many of each; what is random is the same in every run.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDeviceMessage } from '../../../../server/modules/ingest/read-message.ts'
import { missedKinds } from '../../../../server/modules/rules/faults.ts'
import { createChance } from '../../../../server/simulator/random.ts'
import { crc16, encodeCompact } from '../../../../src/contract/compact.ts'
import { alarmTypes } from '../../../../src/domain/alarm/alarm-types.ts'
import { isEmergency } from '../../../../src/domain/alarm/emergency.ts'
import { type Stage, setStage } from '../../broker/stage.ts'

const MUTATIONS = Number(process.env.MUTATIONS ?? 20_000)
const STORED = Math.min(MUTATIONS, 2000)
const DAY = 86_400_000
const chance = createChance(20261122)
const some = (most: number) => Math.floor(chance.between(0, most))

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

type Fields = Record<string, unknown>
const absent = Symbol('absent')
const junk = () =>
  chance.pick([null, true, {}, [], [1], { a: 1 }, '', 'x', 'é\u0000ü', '\ud800', 'a'.repeat(5000), -0, 1e308])
const bad: Record<string, (now: number) => unknown> = {
  time: now =>
    chance.pick([
      absent,
      junk(),
      0,
      946_684_800_000,
      946_684_800,
      1,
      -1,
      1e20,
      now + 0.5,
      now / 1000,
      String(now),
      'yesterday',
      now - 40 * DAY,
      now + 40 * DAY,
      '0x10',
      ' ',
      1e15,
    ]),
  seq: () => chance.pick([absent, junk(), '7', ' 8 ', -1, 1.5, 4_294_967_296, 2 ** 53, 'seven', '-1']),
  value: () => chance.pick([absent, junk(), '12.5', 'high', ' 3 ', '1e400', '--1']),
  lat: () => chance.pick([absent, junk(), 91, -91, '22.5', 'north', 0, 1e9, '91']),
  lon: () => chance.pick([absent, junk(), 181, -181, '114', 'east', 0, 'NaN']),
}

const baseOf = (type: number, time: number, seq: number): Fields => ({
  code: '3001',
  type,
  time,
  seq,
  value: 1.5,
  lat: 22.5,
  lon: 114.1,
})

/** One to four things are wrong with it, and some things are there that nobody knows. */
function mutatedFields(type: number, now: number, seq: number): Fields {
  const fields = baseOf(type, now, seq)
  for (let n = 0; n <= some(4); n++) {
    const name = chance.pick(Object.keys(bad)) ?? 'time'
    const value = bad[name]?.(now)
    if (value === absent) delete fields[name]
    else fields[name] = value
  }
  if (chance.happens(0.2)) fields.code = chance.pick([3001, ' 3001', '3001 ', 3001.0])
  if (chance.happens(0.3))
    fields.type = chance.pick([
      String(type),
      ` ${type} `,
      `${type}.0`,
      alarmTypes[type - 1],
      alarmTypes[type - 1]?.toUpperCase(),
    ])
  if (chance.happens(0.3))
    fields[chance.pick(['mood', 'values', 'x'.repeat(300), 'settings', '']) ?? ''] = junk()
  return fields
}

/** What cheap firmware makes of JSON. */
function mutatedText(fields: Fields): Buffer {
  const whole = Buffer.from(JSON.stringify(fields))
  // What says that it is an emergency stands first; the rest may be anything.
  const head = `{"code":"3001","type":${JSON.stringify(fields.type)}`
  switch (some(8)) {
    case 0:
      return Buffer.from(`${head},"value":NaN,"seq":007}`)
    case 1:
      return Buffer.from(`${head},"lat":-nan,"lon":inf,"time":,}`)
    case 2:
      return Buffer.from(head)
    case 3:
      return Buffer.from(`${head},"note":"broken off in the mid`)
    case 4:
      return Buffer.concat([
        Buffer.from(`${head},"note":"`),
        Buffer.from([0xff, 0xfe, 0xc0]),
        Buffer.from('"}'),
      ])
    case 5:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${head},}`)])
    case 6:
      return Buffer.from(`\r\n ${head}}\u0000\u0000`)
    default:
      return whole
  }
}

const withChecksum = (bytes: Uint8Array) => {
  const crc = crc16(bytes)
  return Buffer.from([...bytes, crc >> 8, crc & 255])
}

function mutatedCompact(type: number, time: number, seq: number): Buffer {
  const word = alarmTypes[type - 1] ?? 'sos'
  const good = Buffer.from(
    encodeCompact({ code: '3001', type: word, time, seq, value: 1.5, lat: 22.5, lon: 114.1 }),
  )
  const body = good.subarray(0, -2)
  // Header, number, time, then the type: three bytes.
  const head = 4 + 4 + 6 + 3
  switch (some(7)) {
    case 0:
      return Buffer.concat([body, Buffer.from([1, 2])])
    case 1:
      return good.subarray(0, head + some(good.length - head))
    case 2:
      return withChecksum(Buffer.concat([body, Buffer.from([200, 2, 1, 1])]))
    case 3:
      return withChecksum(Buffer.concat([body, Buffer.from([65, 3, 1, 1, 1])]))
    case 4:
      return withChecksum(Buffer.from([...body.subarray(0, 1), 9, ...body.subarray(2)]))
    case 5:
      return withChecksum(Buffer.from([...body.subarray(0, 3), 0xf3, ...body.subarray(4)]))
    default:
      // A latitude of 91 degrees.
      return withChecksum(
        Buffer.concat([body.subarray(0, head), Buffer.from([48, 4, 0x36, 0x3d, 0x9a, 0x80])]),
      )
  }
}

/** Written out here: what is taken off the list of the product is missed. */
const EMERGENCIES = [
  'sos',
  'fall',
  'smoke',
  'fireButton',
  'harmfulGas',
  'nearElectricity',
  'wearing',
  'offline',
] as const
const numbers = EMERGENCIES.map(type => alarmTypes.indexOf(type) + 1)

type Tally = Record<string, { mutated: number; kept: number }>
const count = (tally: Tally, type: string, kept: boolean) => {
  const of = tally[type] ?? { mutated: 0, kept: 0 }
  tally[type] = { mutated: of.mutated + 1, kept: of.kept + (kept ? 1 : 0) }
}

test.each(EMERGENCIES)('%s is an emergency', type => expect(isEmergency(type)).toBe(true))

test(`of ${MUTATIONS} mutated emergencies each is read as what it is`, () => {
  const tally: Tally = {}
  for (let n = 0; n < MUTATIONS; n++) {
    const type = chance.pick(numbers) ?? 15
    const now = Date.now() - n
    const form = some(3)
    const bytes =
      form === 0
        ? Buffer.from(JSON.stringify(mutatedFields(type, now, n)))
        : form === 1
          ? mutatedText(mutatedFields(type, now, n))
          : mutatedCompact(type, now, n)
    const read = readDeviceMessage(bytes)
    count(tally, alarmTypes[type - 1] ?? '', read.ok)
    expect(read, bytes.toString('latin1')).toMatchObject({
      ok: true,
      message: { code: '3001', type: alarmTypes[type - 1] },
    })
  }
  console.info('EMERGENCIES READ', JSON.stringify(tally))
  // Calls for help, falls, fire, gas, current, loose rings, silence: none of them was left out.
  expect(Object.keys(tally).sort()).toEqual([...EMERGENCIES].sort())
})

test('an emergency that is cut off behind its type is read, also where its last bytes are a checksum by chance', () => {
  // Header, number and time, then the type: a tag, a length of one, the type.
  const cut = (seq: number) =>
    Buffer.from(encodeCompact({ code: '3001', type: 'sos', time: 1_795_259_305_123, seq })).subarray(0, 17)
  const byChance = (bytes: Uint8Array) =>
    crc16(bytes.subarray(0, 15)) === ((bytes[15] ?? 0) << 8) + (bytes[16] ?? 0)
  let seq = 0
  while (!byChance(cut(seq))) seq++
  for (const bytes of [cut(seq), cut(seq + 1)])
    expect(readDeviceMessage(bytes)).toMatchObject({ ok: true, message: { code: '3001', type: 'sos' } })
})

/** A state that tells of an emergency; what else it says may be as wrong as it likes. */
function mutatedState(told: 'footRing' | 'harmfulGas', now: number): Buffer {
  const fields: Fields = { code: chance.pick(['2003', 2003, ' 2003', '2003 ']) }
  fields[told] =
    told === 'footRing' ? chance.pick([1, '1', ' 1 ', '1.0', 'loose']) : chance.pick([0, '0', ' 0'])
  for (const name of ['time', 'seq'])
    if (chance.happens(0.6)) {
      const value = bad[name]?.(now)
      if (value !== absent) fields[name] = value
    }
  for (const name of ['closed', 'locked', 'control', 'switch', 'switches', 'mains', 'valve', 'mood'])
    if (chance.happens(0.3)) fields[name] = junk()
  const text = JSON.stringify(fields)
  // Broken off behind what it tells, or never JSON.
  if (chance.happens(0.1))
    return Buffer.from(`{"code":"2003","${told}":${JSON.stringify(fields[told])},"mains":NaN`)
  return Buffer.from(text)
}

test(`of ${MUTATIONS / 4} mutated states each loose ring and each gas is read`, () => {
  const tally: Tally = {}
  for (let n = 0; n < MUTATIONS / 4; n++) {
    const told = chance.happens(0.5) ? 'footRing' : 'harmfulGas'
    const bytes = mutatedState(told, Date.now() - n)
    const read = readDeviceMessage(bytes)
    count(tally, told, read.ok)
    expect(read, bytes.toString('latin1')).toMatchObject({
      ok: true,
      message: { code: '2003', [told]: told === 'footRing' ? 'loose' : 'detected' },
    })
  }
  console.info('STATES READ', JSON.stringify(tally))
})

test(`of ${STORED} mutated emergencies each is an alarm of its own`, { timeout: 120_000 }, async () => {
  const { id, imei } = await stage.addDevice({})
  const takes: Promise<void>[] = []
  const said = new Map<string, number>()
  for (let n = 0; n < STORED; n++) {
    const type = chance.pick(numbers) ?? 15
    const word = alarmTypes[type - 1] ?? ''
    said.set(word, (said.get(word) ?? 0) + 1)
    stage.clock.advance(2)
    const now = stage.clock.now() - 3_600_000 - n * 2000
    const fields = mutatedFields(type, now, n)
    // Repeated numbers are another test's.
    if (chance.happens(0.7)) fields.seq = n
    else delete fields.seq
    const bytes = chance.happens(0.7)
      ? Buffer.from(JSON.stringify(fields))
      : mutatedCompact(type, now, 1_000_000 + n)
    takes.push(stage.broker.ingest.take(imei, bytes, `sfwatch/${imei}/server`))
  }
  await Promise.all(takes)
  const [row] = await stage.query<{ kept: number; flawed: number }>(
    'select count(*)::int as kept, count(flaws)::int as flawed from alarm where device_id = $1',
    [id],
  )
  console.info('EMERGENCIES STORED', JSON.stringify({ mutated: STORED, ...row }))
  expect(row?.kept).toBe(STORED)
  const byType = await stage.query<{ type: string; n: number }>(
    'select type, count(*)::int as n from alarm where device_id = $1 group by type',
    [id],
  )
  expect(new Map(byType.map(({ type, n }) => [type, n]))).toEqual(said)
  expect(row?.flawed).toBeGreaterThan(STORED / 2)
})

const say = async (body: Fields | Buffer, to?: { id: number; imei: string }) => {
  const device = to ?? (await stage.addDevice({}))
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  await stage.broker.ingest.take(device.imei, bytes, `sfwatch/${device.imei}/server`)
  return device
}
const alarmsOf = ({ id }: { id: number }) =>
  stage.query<{
    type: string
    at: number
    latitude: number | null
    value: number | null
    flaws: { field: string; said: string }[] | null
  }>('select type, raised_at as at, latitude, value, flaws from alarm where device_id = $1 order by id', [id])
const flawsOf = async (body: Fields) => (await alarmsOf(await say(body)))[0]?.flaws

test('each detail that is wrong is left out and noted', async () => {
  const sos = { code: '3001', type: 15 }
  expect(await flawsOf(sos)).toBeNull()
  expect(await flawsOf({ ...sos, time: 0 })).toEqual([{ field: 'time', said: '1970-01-01T00:00:00.000Z' }])
  expect(await flawsOf({ ...sos, time: 946_684_800 })).toEqual([
    { field: 'time', said: '2000-01-01T00:00:00.000Z' },
  ])
  expect(await flawsOf({ ...sos, time: null })).toEqual([{ field: 'time', said: 'null' }])
  expect(await flawsOf({ ...sos, lat: null, lon: 114 })).toEqual([{ field: 'place', said: 'null, 114' }])
  expect(await flawsOf({ ...sos, lat: 91, lon: 114 })).toEqual([{ field: 'place', said: '91, 114' }])
  expect(await flawsOf({ ...sos, value: 'high' })).toEqual([{ field: 'value', said: 'high' }])
  expect(await flawsOf({ ...sos, seq: '7' })).toEqual([{ field: 'seq', said: '7' }])
  expect(await flawsOf({ ...sos, code: 3001 })).toEqual([{ field: 'code', said: '3001' }])
  expect(await flawsOf({ ...sos, lat: 91, seq: null, value: '3' })).toEqual([
    { field: 'seq', said: 'null' },
    { field: 'value', said: '3' },
    { field: 'place', said: '91, –' },
  ])
  const before = stage.clock.now()
  const [row] = await alarmsOf(
    await say({ ...sos, time: before - 31 * DAY, value: ' 3.5 ', lat: '22.5', lon: '114' }),
  )
  expect(row).toMatchObject({ type: 'sos', value: 3.5, latitude: 22.5 })
  expect(row?.at).toBeGreaterThanOrEqual(before)
})

test('loose rings and gas are kept in the same way', async () => {
  for (const [body, type] of [
    [{ code: '2003', footRing: 1, mains: 'yes', time: null }, 'wearing'],
    [{ code: 2003, footRing: '1.0', control: 7 }, 'wearing'],
    [{ code: '2003', footRing: 'loose', switches: {} }, 'wearing'],
    [{ code: '2003', harmfulGas: 0, time: 0 }, 'harmfulGas'],
    [{ code: '2003', harmfulGas: ' 0', valve: 'ajar', seq: -1 }, 'harmfulGas'],
  ] as const) {
    const [row] = await alarmsOf(await say(body))
    expect([body, row?.type, (row?.flaws ?? []).length > 0]).toEqual([body, type, true])
  }
  // It says that all is well: then it is a message like others.
  expect(await alarmsOf(await say({ code: '2003', footRing: 0, mains: 'yes' }))).toEqual([])
})

test('a ring that came loose is an alarm though a newer status came first', async () => {
  const now = stage.clock.now()
  const device = await say({ code: '2003', footRing: 0, time: now - 1000 })
  await say({ code: '2003', footRing: 1, time: now - 60_000 }, device)
  await say({ code: '2003', footRing: 1, time: now - 60_000 }, device)
  expect(await alarmsOf(device)).toMatchObject([{ type: 'wearing', at: now - 60_000 }])
  const [state] = await stage.query('select foot_ring from device_state where device_id = $1', [device.id])
  expect(state).toEqual({ foot_ring: 'tight' })
})

test('the older set of texts: 04 is a call for help, 4 is wearing', async () => {
  for (const [type, word] of [
    ['01', 'lowVoltage'],
    ['02', 'offline'],
    ['03', 'deviceFault'],
    ['04', 'sos'],
    [4, 'wearing'],
    ['4', 'wearing'],
    ['15', 'sos'],
    [15, 'sos'],
  ] as const) {
    const [row] = await alarmsOf(await say({ code: '3001', type }))
    expect([type, row?.type, row?.flaws]).toEqual([type, word, null])
  }
})

test('after a restart a call for help is not taken for an old message', async () => {
  const device = await say({ code: '1001', seq: 1 })
  for (let seq = 2; seq < 6; seq++) await say({ code: '2001', seq, values: { heartRate: 70 } }, device)
  stage.clock.advance(60_000)
  await say({ code: '1001', seq: 1 }, device)
  await say({ code: '3001', seq: 2, type: 15 }, device)
  expect(await alarmsOf(device)).toMatchObject([{ type: 'sos', flaws: null }])
  // What it says next counts from there.
  await say({ code: '2001', seq: 3, values: { steps: 9 } }, device)
  const readings = await stage.query("select 1 from reading where device_id = $1 and kind = 'steps'", [
    device.id,
  ])
  expect(readings).toHaveLength(1)
})

test('a repeated number keeps no call for help out, and does not make two of one', async () => {
  const device = await say({ code: '2001', seq: 2, values: { heartRate: 70 } })
  // Started again without saying so.
  await say({ code: '3001', seq: 2, type: 15 }, device)
  expect(await alarmsOf(device)).toMatchObject([{ flaws: [{ field: 'repeated', said: '2' }] }])
  // The same once more, for want of an answer, also when the server has forgotten what it knew.
  stage.clock.advance(5000)
  await say({ code: '3001', seq: 2, type: 15 }, device)
  stage.broker.ingest.devices.forget([device.id])
  await say({ code: '3001', seq: 2, type: 15 }, device)
  expect(await alarmsOf(device)).toHaveLength(1)
  // Somebody has handled it: now it is another one.
  await stage.query("update alarm set status = 'handled' where device_id = $1", [device.id])
  await say({ code: '3001', seq: 2, type: 15 }, device)
  expect(await alarmsOf(device)).toHaveLength(2)
  // A fall is not the SOS that had its number.
  await say({ code: '3001', seq: 2, type: 13 }, device)
  // With times of their own, they are told apart by these.
  const now = stage.clock.now()
  await say({ code: '3001', seq: 3, type: 15, time: now - 9000 }, device)
  await say({ code: '3001', seq: 3, type: 15, time: now - 9000 }, device)
  await say({ code: '3001', seq: 3, type: 15, time: now - 8000 }, device)
  expect((await alarmsOf(device)).map(({ type }) => type)).toEqual(['sos', 'sos', 'fall', 'sos', 'sos'])
})

test('only its sender makes an emergency be refused', async () => {
  const before = stage.broker.counts().refused
  await stage.broker.ingest.take(
    '99999999999999',
    Buffer.from('{"code":"3001","type":15}'),
    'sfwatch/9/server',
  )
  expect(stage.broker.counts().refused.unknownDevice).toBe((before.unknownDevice ?? 0) + 1)
  // What is no emergency is judged as strictly as ever.
  const device = await say({ code: '3001', type: 24, lat: 91, lon: 0 })
  await say({ code: '3001', type: 99 }, device)
  await say({ code: '3001' }, device)
  await say(Buffer.from('{"code":"2001","note":"\\"code\\":\\"3001\\",\\"type\\":15'), device)
  expect(await alarmsOf(device)).toEqual([])
})

/** What a device said before it fell silent, in which form and with which clock it may be. */
function lastWords(now: number): Buffer {
  switch (some(6)) {
    case 0:
      return Buffer.from(
        JSON.stringify({ code: '1002', time: chance.pick([0, null, now, now / 1000, 1e20]) }),
      )
    case 1:
      return Buffer.from(JSON.stringify({ code: '2001', seq: some(9), values: { battery: some(101) } }))
    case 2:
      return Buffer.from(JSON.stringify(mutatedFields(15, now, some(9))))
    case 3:
      return mutatedCompact(13, now, some(9))
    case 4:
      return Buffer.from('{"code":"1001","seq":1}')
    default:
      return Buffer.from(chance.pick(['', '{', '[]', 'hello', '{"code":"9999"}']) ?? '')
  }
}

test('whatever was said before it, and whatever the will says, each silence that is missed is one alarm', {
  timeout: 120_000,
}, async () => {
  const { ingest } = stage.broker
  const devices = await Promise.all(
    Array.from({ length: 240 }, async (_, n) => ({
      ...(await stage.addDevice({ kind: missedKinds[n % missedKinds.length] ?? 'ankleBracelet' })),
      saysGoodbye: chance.happens(0.25),
    })),
  )
  const told = (imei: string, body: Buffer | string, from: 'device' | 'will' = 'device') =>
    ingest.take(imei, Buffer.from(body), `sfwatch/${imei}/server`, from)
  for (const { imei, saysGoodbye } of devices) {
    await told(imei, '{"code":"1002"}')
    for (let n = 0; n < some(5); n++) await told(imei, lastWords(stage.clock.now()))
    // A goodbye counts while it is the last word.
    if (chance.happens(0.3)) await told(imei, '{"code":"1003"}')
    await told(imei, '{"code":"1002"}')
    if (saysGoodbye) await told(imei, '{"code":"1003"}')
    const will = chance.pick([
      undefined,
      '{"code":"1003"}',
      '{"code":1003,"time":0}',
      '{}',
      '\u0000',
      '{"code":"1002"}',
    ])
    if (will !== undefined) await told(imei, will, 'will')
    if (chance.happens(0.3)) ingest.devices.forget(devices.map(({ id }) => id))
  }
  stage.clock.advance(27 * 3_600_000)
  await ingest.sweep()
  await ingest.sweep()
  const rows = await stage.query<{ id: number; n: number }>(
    `select device_id as id, count(*)::int as n from alarm where type = 'offline' and device_id = any($1) group by 1`,
    [devices.map(({ id }) => id)],
  )
  const alarms = new Map(rows.map(({ id, n }) => [id, n]))
  console.info(
    'SILENCES',
    JSON.stringify({ silent: devices.filter(each => !each.saysGoodbye).length, alarms: rows.length }),
  )
  expect(devices.map(({ id, saysGoodbye }) => [saysGoodbye, alarms.get(id) ?? 0])).toEqual(
    devices.map(({ saysGoodbye }) => [saysGoodbye, saysGoodbye ? 0 : 1]),
  )
})
