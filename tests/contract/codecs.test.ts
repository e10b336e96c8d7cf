// Digits on the wire, words inside: both ways, wrapped and nested.

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { wireOf } from '../../src/contract/codecs.ts'
import { gender } from '../../src/domain/access/session-words.ts'
import { alarmType, alarmTypes } from '../../src/domain/alarm/alarm-types.ts'
import { genericStatus } from '../../src/domain/device/catalogue.ts'
import { deviceState } from '../../src/domain/device/device.ts'
import { switchPosition } from '../../src/domain/device/state-fields.ts'
import { stationStatus } from '../../src/domain/indoor/indoor.ts'

describe('wireOf', () => {
  it.each([
    [deviceState, 0, 'offline'],
    [deviceState, 1, 'online'],
    [deviceState, 2, 'notActivated'],
    [deviceState, 3, 'abnormal'],
    [genericStatus, 0, 'disabled'],
    [genericStatus, 1, 'enabled'],
    [genericStatus, 2, 'deleted'],
    [switchPosition, 0, 'leftOpen'],
    [switchPosition, 1, 'stopped'],
    [switchPosition, 2, 'rightOpen'],
    [stationStatus, 0, 'default'],
    [stationStatus, 1, 'disabled'],
    [stationStatus, 2, 'normal'],
    [gender, 1, 'male'],
    [gender, 0, 'female'],
  ] as const)('reads and writes a code', (schema, code, word) => {
    const wire = wireOf<z.ZodMiniType<string>>(schema)
    expect(z.decode(wire, code)).toBe(word)
    expect(z.decode(wire, String(code))).toBe(word)
    expect(z.encode(wire, word)).toBe(code)
  })

  it('takes every other number of a device state as abnormal', () => {
    expect(z.decode(wireOf(deviceState), 77)).toBe('abnormal')
  })

  it('refuses a number that a closed table lacks, and words on the wire', () => {
    expect(z.safeDecode(wireOf(genericStatus), 9).success).toBe(false)
    expect(z.safeDecode(wireOf(deviceState), 'online').success).toBe(false)
  })

  it('numbers the alarm types from 1 to 34', () => {
    expect(alarmTypes).toHaveLength(34)
    const wire = wireOf(alarmType)
    expect(alarmTypes.map(word => z.encode(wire, word))).toEqual(
      Array.from({ length: 34 }, (_, index) => index + 1),
    )
    expect(z.decode(wire, 15)).toBe('sos')
    for (const outside of [0, 35, -1, 1.5]) expect(z.safeDecode(wire, outside).success).toBe(false)
  })

  it('reaches into optional, nullable, arrays and objects, and leaves the rest alone', () => {
    const inner = z.object({
      state: z.optional(deviceState),
      gender: z.nullable(gender),
      list: z.array(genericStatus),
      name: z.string(),
    })
    const wire = wireOf(inner)
    const words = { state: 'online', gender: null, list: ['enabled', 'disabled'], name: 'a' } as const
    const digits = { state: 1, gender: null, list: [1, 0], name: 'a' }
    expect(z.encode(wire, { ...words, list: [...words.list] })).toEqual(digits)
    expect(z.decode(wire, digits)).toEqual(words)
    const plain = z.object({ name: z.string() })
    expect(wireOf(plain)).toBe(plain)
  })
})
