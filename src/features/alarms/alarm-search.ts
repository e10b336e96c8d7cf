// The search part of the addresses of alarms: which tab, which one alarm, and what each tab's list keeps there.
import * as z from 'zod/mini'
import { alarm } from '../../domain/alarm/alarm.ts'
import { alarmRule, alarmTest } from '../../domain/alarm/alarm-rule.ts'
import { alarmText } from '../../domain/alarm/alarm-text.ts'
import { type ListSearch, readListSearch } from '../../resource/search.ts'

const alarmTab = z.enum(['log', 'rules', 'tests', 'texts'])
export type AlarmTab = z.output<typeof alarmTab>

export interface AlarmSearch extends ListSearch {
  /** Absent: the log. */
  tab?: Exclude<AlarmTab, 'log'> | undefined
  /** Id of the alarm whose whole page is shown. */
  alarm?: number | undefined
}

const whole = z.int().check(z.positive())

/** What an address of the alarm log means. Bad values are dropped. */
export function readAlarmSearch(raw: Record<string, unknown>): AlarmSearch {
  const one = whole.safeParse(raw.alarm)
  if (one.success) return { alarm: one.data }
  if (raw.tab === 'rules') return { tab: 'rules', ...readListSearch(alarmRule, raw) }
  if (raw.tab === 'tests') return { tab: 'tests', ...newTest(raw), ...readListSearch(alarmTest, raw) }
  if (raw.tab === 'texts') return { tab: 'texts', ...readListSearch(alarmText, raw) }
  return readListSearch(alarm, raw)
}

// A test that is begun from a device or an alarm knows what it is about.
const newTest = ({ device, types }: Record<string, unknown>): ListSearch => ({
  ...(whole.safeParse(device).success && { device: Number(device) }),
  ...(typeof types === 'string' && { types: types.slice(0, 400) }),
})

/** Address of one alarm's own page, inside the router. */
export const detailPath = (id: number): string => `/AlarmHistory?alarm=${id}`

/** Address of all text messages that an alarm caused. */
export const textsPath = (alarmId: number): string => `/AlarmHistory?tab=texts&alarmId=${alarmId}`

/** Address of the form for a new test window, about a device or of certain types. */
export const newTestPath = (about: { device?: number; types?: readonly string[] }): string => {
  const more = [
    ...(about.device ? [`device=${about.device}`] : []),
    ...(about.types?.length ? [`types=${about.types.join(',')}`] : []),
  ]
  return `/AlarmHistory?${['tab=tests', 'form=new', ...more].join('&')}`
}
