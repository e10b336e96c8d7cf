// Which day it is and where it begins: by the tenant's zone and the server's clock, wherever and on whatever one looks.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { axesOf } from '../../src/features/alarms/analysis-search.ts'
import { questionsOf } from '../../src/features/alarms/statistics-search.ts'
import { endSession } from '../../src/platform/session-store.ts'
import { tenantCalendar } from '../../src/resource/zone.ts'
import { countDaysBy, dayText, otherZone } from '../../src/ui/calendar.ts'
import { readDay } from '../../src/ui/dates/typed-date.ts'
import {
  dayBefore,
  endOfDay,
  periodBefore,
  periodOfPreset,
  startOfDay,
  startOfMonth,
  wholePeriod,
} from '../../src/ui/period.ts'
import { signIn } from './sign-in.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
beforeAll(() => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  countDaysBy(tenantCalendar)
})
afterAll(() => {
  vi.unstubAllEnvs()
  countDaysBy()
})
afterEach(() => endSession('logout'))

const at = (text: string) => new Date(text).getTime()
const HOUR = 3_600_000

describe('somebody in Berlin looks at a tenant in Shanghai', () => {
  // 00:30 of the 22nd in Shanghai, still the 21st in Berlin.
  const now = at('2026-11-21T16:30:00Z')
  test('today is the tenant’s', () => {
    signIn([], { tenantZone: 'Asia/Shanghai' })
    expect(periodOfPreset('today', now)).toEqual({
      from: at('2026-11-21T16:00:00Z'),
      to: at('2026-11-22T16:00:00Z') - 1,
    })
    expect(periodOfPreset('week', now).from).toBe(at('2026-11-15T16:00:00Z'))
    expect(periodOfPreset('thisMonth', now).from).toBe(at('2026-10-31T16:00:00Z'))
    expect(periodOfPreset('lastMonth', now)).toEqual({
      from: at('2026-09-30T16:00:00Z'),
      to: at('2026-10-31T16:00:00Z') - 1,
    })
    expect(periodOfPreset('thisYear', now).from).toBe(at('2025-12-31T16:00:00Z'))
    expect(wholePeriod(undefined, undefined, now)).toEqual(periodOfPreset('thisMonth', now))
    expect(startOfMonth(now, -1)).toBe(at('2026-11-30T16:00:00Z'))
  })

  test('so are the days that are typed, named and counted', () => {
    signIn([], { tenantZone: 'Asia/Shanghai' })
    expect(dayText(now)).toBe('2026-11-22')
    expect(readDay('2026-11-22', 'en')).toBe(at('2026-11-21T16:00:00Z'))
    expect(readDay('2026-02-30', 'en')).toBe(undefined)
    expect(otherZone()).toBe('Asia/Shanghai')
    expect(questionsOf({}, now).now).toMatchObject({
      from: at('2026-11-15T16:00:00Z'),
      to: at('2026-11-22T16:00:00Z'),
      zone: 'Asia/Shanghai',
    })
    expect(axesOf({}, now).now.starts.map(start => dayText(start))).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
  })

  test('where the session tells no zone it is the browser’s, and nothing is said of another', () => {
    signIn([])
    expect(startOfDay(now)).toBe(at('2026-11-21T00:00:00'))
    expect(otherZone()).toBe(undefined)
  })
})

test('days of a zone that sets its clocks have 23 and 25 hours', () => {
  signIn([], { tenantZone: 'Pacific/Auckland' })
  const length = (moment: string) => endOfDay(at(moment)) + 1 - startOfDay(at(moment))
  expect(length('2026-09-26T18:00:00Z')).toBe(23 * HOUR)
  expect(length('2026-04-05T00:00:00Z')).toBe(25 * HOUR)
  const day = periodOfPreset('today', at('2026-09-27T18:00:00Z'))
  expect(periodBefore(day).to - periodBefore(day).from + 1).toBe(23 * HOUR)
  expect(dayText(dayBefore(day.from, 1))).toBe('2026-09-27')
})
