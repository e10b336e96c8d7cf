// The compact form: what goes in comes out, to the decimals of the form.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crc16, decodeCompact, encodeCompact } from '../../src/contract/compact.ts'
import { type DeviceMessage, deviceMessage } from '../../src/contract/device-messages.ts'

const time = 1_795_259_305_123
const messages: DeviceMessage[] = [
  {
    code: '1001',
    seq: 0,
    time,
    appVersion: '2.1',
    systemVersion: '版本',
    iccid: '89860000000000000001',
    imsi: '460001234567890',
    mainsPower: true,
    settings: { positionMinutes: 5 },
  },
  { code: '1002' },
  { code: '1002', battery: 0, signal: 4 },
  { code: '1003', seq: 4_294_967_295 },
  {
    code: '2001',
    time,
    values: {
      bodyTemperature: 36.57,
      ambientTemperature: -12.5,
      energy: 12_345_678.125,
      altitude: -500,
      steps: 1_000_000,
    },
  },
  { code: '2002', time, lat: -22.5412345, lon: 179.9999999, accuracy: 12.5, source: 'uwb' },
  { code: '2004', time, map: 12, x: -4.125, y: 56.789, z: 1.5 },
  { code: '2005', seq: 5, positions: [{ imei: '860000000000042', map: 12, x: 1.5, y: 2, time }] },
  { code: '3001', time, type: 'sos', value: 0.1 + 0.2, lat: 0, lon: 0 },
  { code: '3001', type: 'reserved34' },
  { code: '6002', id: 2 ** 40, result: 'failed', reason: 'x'.repeat(200) },
  { code: '6003', settings: { welcomeMessage: 'y'.repeat(100) } },
  { code: '5084', cardInfo: '0004A1B2' },
  { code: '2003', time, closed: true, locked: false, control: 'auto', mains: false },
  { code: '2003', footRing: 'loose', harmfulGas: 'detected', valve: 'closed' },
  { code: '2003', switch: 'leftOpen', switches: [{ channel: 1, closed: true }] },
  { code: '2003', switch: 'rightOpen' },
  { code: '7001', seq: 3, time, form: 'hex', data: '01030000000AC5CD' },
  { code: '7001', form: 'hex', data: '0F'.repeat(2048) },
  { code: '7001', form: 'text', data: '温度 21.5 °C' },
  { code: '7001', form: 'text', data: '温'.repeat(4096) },
  { code: '7001', form: 'json', data: '{"t": 21.5}' },
  { code: '2003', footRing: 'tight', harmfulGas: 'none', switches: [{ channel: 3, closed: false }] },
]

test.each(messages)('$code goes through', message => {
  expect(decodeCompact(encodeCompact(message))).toEqual({ ok: true, message })
})

test('hex in small letters means the same bytes', () => {
  const bytes = encodeCompact({ code: '7001', form: 'hex', data: 'c5cd' })
  expect(Buffer.from(bytes).toString('hex')).toMatch(/^a7010d009002c5cd/)
  expect(decodeCompact(bytes)).toMatchObject({ ok: true, message: { form: 'hex', data: 'C5CD' } })
})

test('every message of a device but those of door units has a compact form', () => {
  const codes = deviceMessage.def.options.flatMap(({ shape }) => shape.code.def.values)
  const none = codes.filter(code => !messages.some(message => message.code === code))
  expect(none).toEqual(['5080', '5083', '5090', '5091', '5092', '5093', '5100', '5094', '5095'])
  expect(() => encodeCompact({ code: '5093', listVersion: 1 })).toThrow(RangeError)
})

test('the checksum is CRC-16/CCITT-FALSE', () => {
  expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x29b1)
})

test('the bytes of the documentation', () => {
  const protocol = readFileSync(join(import.meta.dirname, '../../docs/device-protocol.md'), 'utf8')
  const now = encodeCompact({ code: '2001', values: { heartRate: 72, battery: 80 } })
  // What is there to be sent has no time in it: it is taken on any day.
  expect(protocol).toContain(`printf ${Buffer.from(now).toString('hex')} | xxd`)
  const bytes = encodeCompact({ code: '2001', seq: 7, time, values: { heartRate: 72, battery: 80 } })
  expect(Buffer.from(bytes).toString('hex')).toBe('a70104030000000701a1fdcb0ca3010148130150c3bb')
})

test('bytes that are wrong have a reason', () => {
  const good = encodeCompact({ code: '2001', values: { heartRate: 72 } })
  const sealed = (...bytes: number[]) => {
    const crc = crc16(Uint8Array.from(bytes))
    return Uint8Array.from([...bytes, crc >> 8, crc & 255])
  }
  const reasonOf = (bytes: Uint8Array) => {
    const result = decodeCompact(bytes)
    return result.ok ? 'ok' : result.reason
  }
  expect(reasonOf(new Uint8Array())).toBe('tooShort')
  expect(reasonOf(good.subarray(1))).toBe('notCompact')
  expect(reasonOf(good.with(1, 2))).toBe('version')
  expect(reasonOf(good.with(5, 0))).toBe('checksum')
  expect(reasonOf(sealed(0xa7, 1, 77, 0))).toBe('kind')
  expect(reasonOf(sealed(0xa7, 1, 2, 8))).toBe('flags')
  expect(reasonOf(sealed(0xa7, 1, 2, 1, 0))).toBe('tooShort')
  expect(reasonOf(sealed(0xa7, 1, 4, 0, 1))).toBe('fieldCut')
  expect(reasonOf(sealed(0xa7, 1, 4, 0, 1, 9, 1))).toBe('fieldCut')
  expect(reasonOf(sealed(0xa7, 1, 4, 0, 40, 1, 1))).toBe('fieldUnknown')
  expect(reasonOf(sealed(0xa7, 1, 4, 0, 1, 1, 70, 1, 1, 70))).toBe('fieldTwice')
  expect(reasonOf(sealed(0xa7, 1, 4, 0, 1, 0))).toBe('fieldValue')
  expect(reasonOf(sealed(0xa7, 1, 4, 0, 1, 2, 1, 255))).toBe('schema')
  // A payload: none, an empty one, two, bytes that are no text, a text that is no JSON.
  expect(reasonOf(sealed(0xa7, 1, 13, 0))).toBe('schema')
  expect(reasonOf(sealed(0xa7, 1, 13, 0, 144, 0))).toBe('schema')
  expect(reasonOf(sealed(0xa7, 1, 13, 0, 144, 1, 65, 145, 1, 65))).toBe('schema')
  expect(reasonOf(sealed(0xa7, 1, 13, 0, 145, 1, 255))).toBe('fieldValue')
  expect(reasonOf(sealed(0xa7, 1, 13, 0, 146, 1, 123))).toBe('schema')
  expect(reasonOf(sealed(0xa7, 1, 13, 0, 146, 2, 123, 125))).toBe('ok')
})
