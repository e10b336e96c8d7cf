// Words of reports: what is counted, by what, over which time, when by itself; and those of other rooms, handed in.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { createContext, useContext } from 'react'
import type * as z from 'zod/mini'
import type {
  ReportGroup,
  ReportSubject,
  reportChart,
  reportPeriod,
  reportSchedule,
} from '../../domain/report/report.ts'

export const subjectWords: Record<ReportSubject, MessageDescriptor> = {
  alarms: msg`Alarms`,
  online: msg`Time online`,
  readings: msg`Readings`,
  commands: msg`Commands`,
  devices: msg`Devices`,
  simCards: msg`SIM cards`,
  bills: msg`Bills`,
}

export const groupWords: Record<ReportGroup, MessageDescriptor> = {
  hour: msg`Hour`,
  day: msg`Day`,
  week: msg`Week`,
  month: msg`Month`,
  type: msg`Alarm type`,
  severity: msg`Severity`,
  status: msg`State`,
  deviceKind: msg`Device type`,
  department: msg`Department`,
  deviceGroup: msg`Group`,
  place: msg`Place`,
  device: msg`Device`,
  carrier: msg`Carrier`,
  kind: msg`Kind`,
}

export const periodWords: Record<z.output<typeof reportPeriod>, MessageDescriptor> = {
  today: msg`Today`,
  yesterday: msg`Yesterday`,
  last7Days: msg`Last 7 days`,
  last30Days: msg`Last 30 days`,
  thisMonth: msg`This month`,
  lastMonth: msg`Last month`,
  custom: msg`Chosen days`,
}

export const chartWords: Record<z.output<typeof reportChart>, MessageDescriptor> = {
  table: msg({ context: 'chart', message: 'Table' }),
  line: msg({ context: 'chart', message: 'Line' }),
  bar: msg({ context: 'chart', message: 'Bars' }),
  pie: msg({ context: 'chart', message: 'Doughnut' }),
}

export const scheduleWords: Record<z.output<typeof reportSchedule>, MessageDescriptor> = {
  none: msg`Only on demand`,
  daily: msg`Every day`,
  weekly: msg`Every week`,
  monthly: msg`Every month`,
}

/** What the figures are: headings of their column. */
export const unitWords = {
  count: msg({ context: 'count', message: 'Number' }),
  minutes: msg`Hours online`,
  fen: msg`Amount`,
} as const

type Words = Readonly<Record<string, MessageDescriptor>>

/** Words that other rooms have for the coded values of a breakdown. */
export interface ReportWords {
  type: Words
  severity: Words
  deviceKind: Words
  carrier: Words
  /** By subject, as each has states and kinds of its own. */
  status: Partial<Record<ReportSubject, Words>>
  kind: Partial<Record<ReportSubject, Words>>
  reading: Words
}

const none: ReportWords = {
  type: {},
  severity: {},
  deviceKind: {},
  carrier: {},
  status: {},
  kind: {},
  reading: {},
}

export const ReportWordsContext = createContext<ReportWords>(none)
export const useReportWords = (): ReportWords => useContext(ReportWordsContext)

/** Words for the values of a breakdown; undefined where they are names already. */
export function wordsOf(words: ReportWords, subject: ReportSubject, group: ReportGroup): Words | undefined {
  switch (group) {
    case 'type':
    case 'severity':
    case 'deviceKind':
    case 'carrier':
      return words[group]
    case 'status':
    case 'kind':
      return words[group][subject]
    default:
      return undefined
  }
}
