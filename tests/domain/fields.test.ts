// Field schemas at their edges.
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { alarmMayStep } from '../../src/domain/alarm/alarm.ts'
import type { AlarmStatus } from '../../src/domain/alarm/alarm-step.ts'
import { commandMayStep } from '../../src/domain/device/command.ts'
import { deviceSettings } from '../../src/domain/device/settings.ts'
import { imei, moment, nonEmpty, phone, text } from '../../src/domain/fields.ts'
import { routeFacts } from '../../src/domain/navigation/pages.ts'
import { routeName } from '../../src/domain/navigation/routes.ts'
import { EVERYTHING, holds } from '../../src/domain/permission.ts'

const good = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success

describe('fields', () => {
  it.each(['13800000001', '19999999999'])('takes the phone %s', value =>
    expect(good(phone, value)).toBe(true),
  )
  it.each(['12800000001', '1380000000', '138000000011', '+8613800000001', '１3800000001', ''])(
    'refuses the phone %j',
    value => expect(good(phone, value)).toBe(false),
  )

  it('takes IMEIs of 10 to 20 digits', () => {
    expect([9, 10, 20, 21].map(length => good(imei, '1'.repeat(length)))).toEqual([false, true, true, false])
  })

  it('takes text up to its length, without NUL and lone surrogates', () => {
    expect(good(text(3), 'abc')).toBe(true)
    for (const bad of ['abcd', 'a\u0000', '\ud800', 1, null, ['a']]) expect(good(text(3), bad)).toBe(false)
    for (const blank of ['', ' ', '\t\n']) expect(good(nonEmpty(), blank)).toBe(false)
  })

  it('takes moments from the epoch on', () => {
    expect([0, -1, 1.5, 8_640_000_000_000_001].map(value => good(moment, value))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('device settings', () => {
  it('wants the lower limit below the upper one', () => {
    const limits = (lower: number, upper: number) =>
      good(deviceSettings, { limits: { heartRate: { lower, upper } } })
    expect([limits(50, 120), limits(120, 120), limits(121, 120)]).toEqual([true, false, false])
  })

  it('keeps odour between 0 and 100', () => {
    const odour = (upper: number) => good(deviceSettings, { limits: { odour: { upper } } })
    expect([odour(0), odour(100), odour(-1), odour(101)]).toEqual([true, true, false, false])
  })
})

describe('commands', () => {
  it('never leave a final state', () => {
    for (const from of ['done', 'failed', 'expired'] as const)
      for (const to of ['waiting', 'sent', 'delivered', 'done', 'failed', 'expired'] as const)
        expect(commandMayStep(from, to)).toBe(false)
    expect(commandMayStep('waiting', 'sent')).toBe(true)
    expect(commandMayStep('waiting', 'done')).toBe(false)
  })
})

describe('alarms', () => {
  it('are taken once, given back, and stay handled', () => {
    const all: AlarmStatus[] = ['open', 'taken', 'handled']
    const steps = all.flatMap(from => all.filter(to => alarmMayStep(from, to)).map(to => `${from} ${to}`))
    expect(steps).toEqual(['open taken', 'open handled', 'taken open', 'taken handled'])
  })
})

describe('routes', () => {
  it('are each once, with one name each', () => {
    expect(new Set(routeFacts.map(({ path }) => path)).size).toBe(routeFacts.length)
    expect(routeName('/unitManagement/:imei?')).toBe('unitManagement')
  })
})

describe('holds', () => {
  it('knows exact permissions and everything', () => {
    expect(holds(new Set(['device.read']), 'device.read')).toBe(true)
    expect(holds(new Set(['device']), 'device.read')).toBe(false)
    expect(holds(new Set(['device.*']), 'device.read')).toBe(false)
    expect(holds(new Set([EVERYTHING]), 'anything.at.all')).toBe(true)
  })
})
