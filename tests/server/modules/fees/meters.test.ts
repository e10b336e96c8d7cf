// Meters: what can follow a reading, replacement, rollover, and readings that come twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../start.ts'
import { command, type Estate, estate, list, meterIn, read, refusal, save, take } from './fees.ts'

let server: TestServer
let home: Estate
beforeAll(async () => {
  server = await startServer()
  home = await estate(server, 4)
})
afterAll(() => server.stop())

const room = (at: number) => home.roomIds[at] ?? 0

test('the previous reading is the server’s, and what falls needs a reason', async () => {
  const meter = await meterIn(server, room(0))
  expect(refusal(await take(server, meter, '2026-01-31', 120.5))).toBeUndefined()
  expect(refusal(await take(server, meter, '2026-02-28', 120.4))).toBe('reading.fall')
  expect(refusal(await take(server, meter, '2026-02-28', 12, { rollover: true }))).toBeUndefined()
  const [last] = await list(server, 'meterReading', { meterId: String(meter.id) })
  expect(last).toMatchObject({ before: 120.5, reading: 12, consumed: 99_891.5, state: 'open' })
  expect(await read(server, 'meter', meter.id)).toMatchObject({ lastReading: 12, lastConsumed: 99_891.5 })
})

test.each([
  ['2025-12-31', 5, 'reading.beforeInstalled'],
  ['2099-01-01', 5, 'reading.future'],
  ['2026-01-31', 5, 'reading.sameDay'],
  ['2026-02-10', 100_000, 'reading.digits'],
  ['2026-02-10', 1.0005, 'field.units'],
  ['2026-01-15', 50, 'reading.aboveNext'],
  ['2026-02-10', -1, 'field.tooSmall'],
])('a reading of %s with %s is refused: %s', async (day, value, id) => {
  const meter = await meterIn(server, room(0))
  await take(server, meter, '2026-01-31', 40)
  expect(refusal(await take(server, meter, day, value))).toBe(id)
})

test('a reading that is sent again counts once', async () => {
  const meter = await meterIn(server, room(1))
  const body = { ids: [meter.id], input: { readOn: '2026-01-31', reading: 7 } }
  for (let times = 0; times < 2; times++)
    expect(
      refusal(await command(server, 'meter/takeReading', body, 'one-reading-of-one-meter')),
    ).toBeUndefined()
  expect(await list(server, 'meterReading', { meterId: String(meter.id) })).toHaveLength(1)
})

test('of twenty who read a meter on one day, one does', async () => {
  const meter = await meterIn(server, room(1))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => take(server, meter, '2026-01-31', 10 + at)),
  )
  const refused = answers.map(refusal).filter(id => id !== undefined)
  expect(refused).toEqual(Array.from({ length: 19 }, () => 'reading.sameDay'))
})

test('a meter is replaced once, and begins where the new one does', async () => {
  const meter = await meterIn(server, room(2), { startReading: 980 })
  const input = { on: '2026-02-10', finalReading: 990, digits: 6, multiplier: 2, startReading: 3 }
  const replace = (serial: string) =>
    command(server, 'meter/replace', {
      ids: [meter.id],
      input: { ...input, serial },
      seen: [{ id: meter.id, version: meter.version }],
    })
  const answers = await Promise.all([replace('NEW-1'), replace('NEW-2')])
  expect(answers.map(refusal).filter(id => id === undefined)).toHaveLength(1)
  const meters = await list(server, 'meter', { roomId: String(room(2)) })
  expect(meters.map(each => [each.state, each.lastReading])).toEqual(
    expect.arrayContaining([
      ['removed', 990],
      ['due', 3],
    ]),
  )
  expect(meters).toHaveLength(2)
  const old = await read(server, 'meter', meter.id)
  expect(refusal(await take(server, old, '2026-02-11', 995))).toBe('state.transition')
})

test('what a meter began with stays once it was read', async () => {
  const meter = await meterIn(server, room(3))
  await take(server, meter, '2026-01-31', 1)
  const { roomId, kind, serial, digits, multiplier, installedOn, version } = await read(
    server,
    'meter',
    meter.id,
  )
  const form = {
    id: meter.id,
    version,
    roomId,
    kind,
    serial,
    digits,
    multiplier,
    installedOn,
    startReading: 0,
  }
  const changed = await save(server, 'meter', { ...form, startReading: 1 })
  expect([changed.id, changed.field]).toEqual(['meter.used', 'startReading'])
  expect((await save(server, 'meter', { ...form, note: 'cellar' })).code).toBe(0)
})

test('a meter without a device has nothing to take from one', async () => {
  const meter = await meterIn(server, room(3))
  expect(refusal(await command(server, 'meter/takeFromDevice', { ids: [meter.id] }))).toBe('meter.noDevice')
})
