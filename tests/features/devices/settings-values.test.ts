// Settings of a device between a form of text fields and what is sent.
import { describe, expect, test } from 'vitest'
import { type DeviceSettings, deviceSettings } from '../../../src/domain/device/settings.ts'
import { agrees, differing, draftOf, settingsOf } from '../../../src/features/devices/settings-values.ts'
import { problemsOf } from '../../../src/resource/form-values.ts'

const settings: Partial<DeviceSettings> = {
  limits: { heartRate: { lower: 45, upper: 120 }, ambientTemperature: { lower: -20 } },
  positionMinutes: 5,
  contacts: [{ name: 'Li Wei', phone: '13800000007' }],
  allowedNumbers: ['13800000001', '13800000002'],
}

describe('there and back', () => {
  test('keeps every value', () => {
    expect(settingsOf(draftOf(settings))).toEqual({ ...settings, blockedNumbers: [] })
  })

  test('an emptied field is left out', () => {
    const draft = draftOf(settings)
    draft.limits.heartRate = { lower: '', upper: '' }
    draft.intervals.positionMinutes = ' '
    const sent = settingsOf(draft)
    expect(sent.limits).toEqual({ ambientTemperature: { lower: -20 } })
    expect(sent).not.toHaveProperty('positionMinutes')
  })

  test('numbers may be separated by lines, commas or semicolons', () => {
    const draft = { ...draftOf({}), blockedNumbers: '13800000001，13800000002;\n13800000003 \n\n' }
    expect(settingsOf(draft).blockedNumbers).toEqual(['13800000001', '13800000002', '13800000003'])
  })
})

describe('what is wrong', () => {
  const problems = (changes: (draft: ReturnType<typeof draftOf>) => void) => {
    const draft = draftOf(settings)
    changes(draft)
    return problemsOf(deviceSettings, { ...settingsOf(draft) })
  }

  test('a lower limit above the upper one', () => {
    expect(
      problems(draft => {
        draft.limits.heartRate = { lower: '130', upper: '120' }
      }),
    ).toEqual({ 'limits.heartRate': { id: 'field.limitOrder' } })
  })

  test('odour beyond 0 to 100', () => {
    expect(
      problems(draft => {
        draft.limits.odour = { lower: '', upper: '101' }
      }),
    ).toEqual({ 'limits.odour.upper': { id: 'field.tooBig', params: { max: 100 } } })
  })

  test('what is no number', () => {
    expect(
      problems(draft => {
        draft.limits.heartRate = { lower: '.', upper: '' }
      }),
    ).toEqual({ 'limits.heartRate.lower': { id: 'field.type' } })
  })

  test('a contact without a name, a wrong phone', () => {
    expect(
      problems(draft => {
        draft.contacts = [{ name: '', phone: '12', relationship: '' }]
      }),
    ).toEqual({ 'contacts.0.name': { id: 'field.required' }, 'contacts.0.phone': { id: 'field.phone' } })
  })
})

test('what is typed and what the device uses agree by value', () => {
  expect(agrees('', undefined)).toBe(true)
  expect(agrees('45', 45)).toBe(true)
  expect(agrees('45.0', 45)).toBe(true)
  expect(agrees('45', undefined)).toBe(false)
  expect(agrees('', 45)).toBe(false)
})

describe('what waits for the device', () => {
  test('names what is wanted and not used, and nothing else', () => {
    expect(differing(settings, settings)).toEqual([])
    expect(differing(settings, { ...settings, alarmSeconds: 30 })).toEqual([])
    expect(
      differing(settings, {
        ...settings,
        limits: { heartRate: { lower: 45, upper: 110 } },
        positionMinutes: 6,
      }),
    ).toEqual(['limits.heartRate', 'limits.ambientTemperature', 'positionMinutes'])
    expect(differing({ allowedNumbers: [] }, {})).toEqual([])
    expect(differing({ allowedNumbers: [] }, { allowedNumbers: ['13800000001'] })).toEqual(['allowedNumbers'])
  })
})
