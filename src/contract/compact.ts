// The compact binary form of device messages; its bytes are described in docs/device-protocol.md.
import * as z from 'zod/mini'
import { readingKinds, readings } from '../domain/device/readings.ts'
import { stateFacts } from '../domain/device/state-fields.ts'
import { type DeviceMessage, deviceMessage, wireValueOf } from './device-messages.ts'
import { definitionOf } from './schema-parts.ts'

/** First byte of every compact message; JSON never begins with it. */
export const COMPACT_MAGIC = 0xa7
const VERSION = 1
const HAS_SEQ = 1
const HAS_TIME = 2
/** Longest field, as the two length bytes of the form can say. */
const MAX_FIELD = 0x3fff

/** Kind byte of the header. */
const kinds = {
  1: '1001',
  2: '1002',
  3: '1003',
  4: '2001',
  5: '2002',
  6: '3001',
  7: '6002',
  8: '6003',
  9: '5084',
  10: '2003',
  11: '2004',
  12: '2005',
  13: '7001',
}
const kindOf = new Map(Object.entries(kinds).map(([byte, code]) => [code, Number(byte)]))
const codeOf = new Map(Object.entries(kinds).map(([byte, code]) => [Number(byte), code]))

type Field = { name: string } & (
  | { form: 'number'; decimals: number }
  | { form: 'double' }
  | { form: 'text' }
  | { form: 'bytes' }
  | { form: 'json' }
  | { form: 'flag' }
  | { form: 'word'; words: readonly string[] }
)

const ownFields: readonly (readonly [number, Field])[] = [
  [48, { name: 'lat', form: 'number', decimals: 7 }],
  [49, { name: 'lon', form: 'number', decimals: 7 }],
  [50, { name: 'accuracy', form: 'number', decimals: 1 }],
  [51, { name: 'source', form: 'word', words: ['gps', 'lbs', 'wifi', 'uwb'] }],
  [52, { name: 'map', form: 'number', decimals: 0 }],
  [53, { name: 'x', form: 'number', decimals: 3 }],
  [54, { name: 'y', form: 'number', decimals: 3 }],
  [55, { name: 'z', form: 'number', decimals: 3 }],
  [56, { name: 'positions', form: 'json' }],
  [64, { name: 'type', form: 'number', decimals: 0 }],
  [65, { name: 'value', form: 'double' }],
  [80, { name: 'appVersion', form: 'text' }],
  [81, { name: 'systemVersion', form: 'text' }],
  [82, { name: 'iccid', form: 'text' }],
  [83, { name: 'imsi', form: 'text' }],
  [84, { name: 'mainsPower', form: 'flag' }],
  [85, { name: 'settings', form: 'json' }],
  [96, { name: 'id', form: 'number', decimals: 0 }],
  [97, { name: 'result', form: 'word', words: ['delivered', 'done', 'failed'] }],
  [98, { name: 'reason', form: 'text' }],
  [112, { name: 'cardInfo', form: 'text' }],
  [131, { name: 'switches', form: 'json' }],
  [134, { name: 'mains', form: 'number', decimals: 0 }],
  // A payload: the tag says its form, and what is hex in JSON travels as the bytes that it means.
  [144, { name: 'hex', form: 'bytes' }],
  [145, { name: 'text', form: 'text' }],
  [146, { name: 'json', form: 'text' }],
]

function stateField({ said: name, digits, schema }: (typeof stateFacts)[number]): Field {
  if (digits) return { name, form: 'number', decimals: 0 }
  const { type, entries = {} } = definitionOf(schema)
  return type === 'boolean' ? { name, form: 'flag' } : { name, form: 'word', words: Object.values(entries) }
}

const fields = new Map<number, Field>([
  ...readingKinds.map((name): [number, Field] => {
    const [tag, decimals] = readings[name].compact
    return [tag, { name, form: 'number', decimals }]
  }),
  ...stateFacts.map((facts): [number, Field] => [facts.tag, stateField(facts)]),
  ...ownFields,
])
const tagOf = new Map([...fields].map(([tag, field]) => [field.name, tag]))

/** Why bytes are no message. `schema` comes with the field that is wrong. */
export type CompactRefusal =
  | 'tooShort'
  | 'notCompact'
  | 'version'
  | 'kind'
  | 'flags'
  | 'checksum'
  | 'fieldCut'
  | 'fieldUnknown'
  | 'fieldTwice'
  | 'fieldValue'
  | 'schema'

export type CompactResult =
  | { ok: true; message: DeviceMessage }
  | { ok: false; reason: CompactRefusal; field?: string }

/** CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected; "123456789" gives 0x29B1. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc
}

const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Two's complement, big-endian, in as few of one to six bytes as the number needs. */
function wholeBytes(value: number): number[] {
  if (!Number.isSafeInteger(value) || Math.abs(value) >= 2 ** 47)
    throw new RangeError('Number too big for the form')
  let length = 1
  while (length < 6 && (value < -(2 ** (8 * length - 1)) || value >= 2 ** (8 * length - 1))) length++
  let rest = value < 0 ? value + 2 ** (8 * length) : value
  const bytes = new Array<number>(length)
  for (let at = length - 1; at >= 0; at--) {
    bytes[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return bytes
}

function readWhole(bytes: Uint8Array): number | undefined {
  const [first] = bytes
  if (first === undefined || bytes.length > 6) return undefined
  let value = 0
  for (const byte of bytes) value = value * 256 + byte
  return first >= 0x80 ? value - 2 ** (8 * bytes.length) : value
}

const hexBytes = (digits: string): number[] =>
  (digits.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16))

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0').toUpperCase()).join('')

function fieldBytes(field: Field, value: unknown): Uint8Array | readonly number[] {
  switch (field.form) {
    case 'number':
      return wholeBytes(Math.round(Number(value) * 10 ** field.decimals))
    case 'double': {
      const bytes = new Uint8Array(8)
      new DataView(bytes.buffer).setFloat64(0, Number(value))
      return bytes
    }
    case 'flag':
      return [value ? 1 : 0]
    case 'word':
      return [field.words.indexOf(String(value))]
    case 'text':
      return utf8.encode(String(value))
    case 'bytes':
      return hexBytes(String(value))
    case 'json':
      return utf8.encode(JSON.stringify(value))
  }
}

/** The value of a field, or undefined when its bytes say nothing. */
function readField(field: Field, bytes: Uint8Array): unknown {
  switch (field.form) {
    case 'number': {
      const whole = readWhole(bytes)
      return whole === undefined ? undefined : whole / 10 ** field.decimals
    }
    case 'double':
      return bytes.length === 8 ? new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0) : undefined
    case 'flag':
      return bytes.length === 1 && (bytes[0] === 0 || bytes[0] === 1) ? bytes[0] === 1 : undefined
    case 'word':
      return bytes.length === 1 ? field.words[bytes[0] ?? -1] : undefined
    case 'bytes':
      return hexOf(bytes)
    case 'text':
    case 'json':
      try {
        const text = strictUtf8.decode(bytes)
        return field.form === 'text' ? text : JSON.parse(text)
      } catch {
        return undefined
      }
  }
}

/**
 * Bytes of a message. Readings are rounded to the decimals of the form. Throws a RangeError for what the form
 * cannot carry: a code of door units, a field of more than 16,383 bytes.
 */
export function encodeCompact(message: DeviceMessage): Uint8Array {
  const { code, time, seq } = message
  const kind = kindOf.get(code)
  if (kind === undefined) throw new RangeError(`The form has no ${code}`)
  const out: number[] = [COMPACT_MAGIC, VERSION, kind]
  out.push((seq === undefined ? 0 : HAS_SEQ) | (time === undefined ? 0 : HAS_TIME))
  if (seq !== undefined) out.push(seq >>> 24, (seq >>> 16) & 255, (seq >>> 8) & 255, seq & 255)
  if (time !== undefined) {
    const high = Math.floor(time / 2 ** 32)
    out.push((high >>> 8) & 255, high & 255)
    for (const shift of [24, 16, 8, 0]) out.push((time / 2 ** shift) & 255)
  }
  for (const [name, value] of Object.entries(flatFields(message))) {
    const tag = tagOf.get(name)
    const field = tag === undefined ? undefined : fields.get(tag)
    if (tag === undefined || !field || value === undefined) continue
    const bytes = fieldBytes(field, wireValueOf(name, value))
    if (bytes.length > MAX_FIELD) throw new RangeError(`Field ${name} is too long for the form`)
    out.push(tag)
    if (bytes.length < 0x80) out.push(bytes.length)
    else out.push(0x80 | (bytes.length >> 8), bytes.length & 255)
    for (const byte of bytes) out.push(byte)
  }
  const crc = crc16(Uint8Array.from(out))
  return Uint8Array.from([...out, crc >> 8, crc & 255])
}

/** The fields of a message by the names that their tags have. */
function flatFields(message: DeviceMessage): Record<string, unknown> {
  if (message.code === '2001') return message.values
  if (message.code === '7001') return { [message.form]: message.data }
  return message
}

/** The fields of a message of this code, from what its tags said. */
function deepFields(code: string, body: Record<string, unknown>): Record<string, unknown> {
  if (code === '2001') return { values: body }
  if (code !== '7001') return body
  const { hex, text, json, ...rest } = body
  const said = Object.entries({ hex, text, json }).filter(([, data]) => data !== undefined)
  const [form, data] = said[0] ?? []
  // Two payloads are none: nobody knows which is meant.
  return said.length > 1 ? rest : { ...rest, form, data }
}

/** Reads a compact message. Never throws: any bytes give a message or a named reason. */
export function decodeCompact(bytes: Uint8Array): CompactResult {
  const refuse = (reason: CompactRefusal, field?: string): CompactResult => ({
    ok: false,
    reason,
    ...(field === undefined ? {} : { field }),
  })
  if (bytes.length < 6) return refuse('tooShort')
  if (bytes[0] !== COMPACT_MAGIC) return refuse('notCompact')
  if (bytes[1] !== VERSION) return refuse('version')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - 2
  if (view.getUint16(end) !== crc16(bytes.subarray(0, end))) return refuse('checksum')
  const code = codeOf.get(bytes[2] ?? 0)
  if (code === undefined) return refuse('kind')
  const flags = bytes[3] ?? 0
  if (flags > (HAS_SEQ | HAS_TIME)) return refuse('flags')
  const raw: Record<string, unknown> = { code }
  let at = 4
  if (flags & HAS_SEQ) {
    if (at + 4 > end) return refuse('tooShort')
    raw.seq = view.getUint32(at)
    at += 4
  }
  if (flags & HAS_TIME) {
    if (at + 6 > end) return refuse('tooShort')
    raw.time = view.getUint16(at) * 2 ** 32 + view.getUint32(at + 2)
    at += 6
  }
  const body: Record<string, unknown> = {}
  while (at < end) {
    const tag = bytes[at++] ?? 0
    if (at >= end) return refuse('fieldCut')
    let length = bytes[at++] ?? 0
    if (length & 0x80) {
      if (at >= end) return refuse('fieldCut')
      length = ((length & 0x3f) << 8) | (bytes[at++] ?? 0)
    }
    if (at + length > end) return refuse('fieldCut')
    const field = fields.get(tag)
    if (!field) return refuse('fieldUnknown', String(tag))
    if (Object.hasOwn(body, field.name)) return refuse('fieldTwice', field.name)
    const value = readField(field, bytes.subarray(at, at + length))
    if (value === undefined) return refuse('fieldValue', field.name)
    body[field.name] = value
    at += length
  }
  const result = z.safeParse(deviceMessage, { ...raw, ...deepFields(code, body) })
  return result.success
    ? { ok: true, message: result.data }
    : refuse('schema', result.error.issues[0]?.path.join('.'))
}

/**
 * What can be read of a compact message that `decodeCompact` refuses: fields up to the first that is cut, without those
 * that say nothing. Undefined for what is no compact message at all.
 */
export function readLoosely(bytes: Uint8Array): Record<string, unknown> | undefined {
  const code = codeOf.get(bytes[2] ?? 0)
  if (bytes[0] !== COMPACT_MAGIC || code === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const body = bytes.length - 2
  if (body >= 4 && view.getUint16(body) === crc16(bytes.subarray(0, body))) {
    const { found, ended } = fieldsUntil(body, bytes, view)
    // One broken message in 65,536 ends by chance as if with a checksum: then its fields do not end before it.
    if (ended) return { code, ...found }
  }
  // Cut off, it has no checksum at its end: the last bytes may be fields.
  return { code, ...fieldsUntil(bytes.length, bytes, view).found }
}

/** Whatever the bytes before `end` say, and whether the last field ends there. */
function fieldsUntil(end: number, bytes: Uint8Array, view: DataView) {
  const flags = bytes[3] ?? 0
  const found: Record<string, unknown> = {}
  let at = 4
  if (flags & HAS_SEQ && at + 4 <= end) {
    found.seq = view.getUint32(at)
    at += 4
  }
  if (flags & HAS_TIME && at + 6 <= end) {
    found.time = view.getUint16(at) * 2 ** 32 + view.getUint32(at + 2)
    at += 6
  }
  while (at + 1 < end) {
    const field = fields.get(bytes[at++] ?? 0)
    let length = bytes[at++] ?? 0
    if (length & 0x80) length = ((length & 0x3f) << 8) | (bytes[at++] ?? 0)
    if (at + length > end) break
    const value = field && readField(field, bytes.subarray(at, at + length))
    if (field && value !== undefined && !Object.hasOwn(found, field.name)) found[field.name] = value
    at += length
  }
  return { found, ended: at === end }
}
