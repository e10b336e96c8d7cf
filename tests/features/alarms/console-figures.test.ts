// What the alarm pages work out by themselves: stories, feeds, orders of rules, silence, statistics, files.
import { describe, expect, it } from 'vitest'
import type { AlarmEvent } from '../../../src/domain/alarm/alarm.ts'
import { alarmQuery, countQueries, segmentOf } from '../../../src/features/alarms/alarm-query.ts'
import type { AlarmRow } from '../../../src/features/alarms/alarm-row.ts'
import { readAlarmSearch } from '../../../src/features/alarms/alarm-search.ts'
import { measuredText } from '../../../src/features/alarms/alarm-unit.ts'
import { asDevices, trendOf } from '../../../src/features/alarms/analysis-figures.ts'
import { axesOf, questionOf, storedQuestion } from '../../../src/features/alarms/analysis-search.ts'
import { durationText } from '../../../src/features/alarms/duration.ts'
import { feedOrder, heldFeed } from '../../../src/features/alarms/live-order.ts'
import { lastPlace, moved, reordered } from '../../../src/features/alarms/rule-order.ts'
import type { RuleRow } from '../../../src/features/alarms/rule-sentence.tsx'
import { changeOf } from '../../../src/features/alarms/statistics-change.ts'
import { bucketsOf, questionsOf, usualBucket } from '../../../src/features/alarms/statistics-search.ts'
import { gathered } from '../../../src/features/alarms/story-lines.ts'
import { covers, runsAt } from '../../../src/features/alarms/test-windows.ts'
import { csvText } from '../../../src/resource/csv.ts'
import { clockOf, daysText, minuteOf } from '../../../src/ui/week.ts'

const DAY = 86_400_000

const row = (id: number, facts: Partial<AlarmRow> = {}): AlarmRow =>
  ({ id, version: 1, raisedAt: id, severity: 'warning', status: 'open', ...facts }) as AlarmRow

describe('addresses', () => {
  it.each([
    [{ alarm: 4, tab: 'rules' }, { alarm: 4 }],
    [
      { tab: 'rules', enabled: true, type: 'sos' },
      { tab: 'rules', enabled: true },
    ],
    [
      { tab: 'tests', form: 'new', device: 3, types: 'smoke' },
      { tab: 'tests', form: 'new', device: 3, types: 'smoke' },
    ],
    [{ tab: 'nothing', type: 'sos' }, { type: 'sos' }],
    [{ alarm: 'x' }, {}],
  ])('%j means %j', (raw, read) => {
    expect(readAlarmSearch(raw)).toEqual(read)
  })

  it('tests are left out but where they are asked for', () => {
    expect(alarmQuery({})).toMatchObject({ status: ['open', 'taken'], sort: '-severity', onTest: false })
    expect(alarmQuery({ status: 'open,taken,handled' })).not.toHaveProperty('onTest')
    expect(alarmQuery({ onTest: true })).toMatchObject({ onTest: true })
    expect(countQueries({}, 7).assigned).toMatchObject({ assignedToId: 7, status: ['open', 'taken'] })
    expect(segmentOf({ assignedToId: 7 })).toBe('assigned')
  })
})

const event = (id: number, kind: AlarmEvent['kind']): AlarmEvent => ({
  id,
  alarmId: 1,
  kind,
  userName: null,
  note: null,
  at: id,
  recordedAt: id,
})

it('being told again and again is one line', () => {
  const lines = gathered([event(1, 'raised'), event(2, 'repeated'), event(3, 'repeated'), event(4, 'taken')])
  expect(lines.map(({ event: { id }, times }) => [id, times])).toEqual([
    [1, 1],
    [3, 2],
    [4, 1],
  ])
})

describe('the live feed', () => {
  const burning = row(1, { severity: 'critical' })
  it('has what burns on top, then the newest, and nothing that is handled', () => {
    const feed = feedOrder([row(2, { version: 2 }), burning, row(3), row(4, { status: 'handled' })])
    expect(feed.map(({ id }) => id)).toEqual([1, 3, 2])
    expect(feed.at(-1)?.version).toBe(2)
  })
  it('has the SOS above whatever burns, those of nobody first', () => {
    const sos = (id: number, facts = {}) => row(id, { type: 'sos', severity: 'critical', ...facts })
    const fire = row(9, { severity: 'critical' })
    const feed = feedOrder([
      fire,
      row(8),
      sos(5, { status: 'taken' }),
      sos(3),
      sos(7, { status: 'handled' }),
      burning,
    ])
    expect(feed.map(({ id }) => id)).toEqual([3, 5, 9, 1, 8])
  })
  it('held, a fire comes in below the SOS that stand there, another SOS above them', () => {
    const sos = (id: number) => row(id, { type: 'sos', severity: 'critical' })
    const held = [sos(3), row(2)]
    const live = feedOrder([...held, row(9, { severity: 'critical' }), sos(8)])
    expect(heldFeed(live, held).rows.map(({ id }) => id)).toEqual([8, 3, 9, 2])
  })
  it('held, it keeps its lines where they are and lets in only what burns', () => {
    const held = [row(3), row(2)]
    const live = feedOrder([row(5), row(3, { status: 'taken', version: 2 }), row(2), burning])
    const { rows, waiting } = heldFeed(live, held)
    expect(rows.map(({ id }) => id)).toEqual([1, 3, 2])
    expect(rows[1]?.status).toBe('taken')
    expect(waiting).toBe(1)
    expect(heldFeed(live, undefined)).toEqual({ rows: live, waiting: 0 })
  })
})

describe('the order of rules', () => {
  const rules = [10, 20, 30].map((priority, id) => ({ id, priority }) as RuleRow)
  it('changes as few as it must', () => {
    expect(reordered(rules)).toEqual([])
    const next = moved(rules, 2, 0)
    expect(next.map(({ id }) => id)).toEqual([2, 0, 1])
    expect(reordered(next).map(({ id, priority }) => [id, priority])).toEqual([
      [2, 10],
      [0, 20],
      [1, 30],
    ])
  })
  it('puts a new one last', () => {
    expect(lastPlace(rules)).toBe(40)
    expect(lastPlace([])).toBe(10)
  })
})

describe('words of rules', () => {
  it.each([
    [0, '00:00'],
    [510, '08:30'],
    [1439, '23:59'],
  ])('minute %d is %s', (minute, clock) => {
    expect(clockOf(minute)).toBe(clock)
    expect(minuteOf(clock)).toBe(minute)
  })
  it('a clock that is none is nothing', () => {
    expect(minuteOf('24:00')).toBeUndefined()
    expect(minuteOf('')).toBeUndefined()
  })
  it('days in a row are a span', () => {
    expect(daysText([1, 2, 3, 4, 5], 'en')).toBe('Mon – Fri')
    expect(daysText([6, 7], 'en')).toBe('Sat & Sun')
  })
})

describe('what a test window silences', () => {
  const window = { deviceId: null, groupId: null, types: [] }
  it.each([
    [{ ...window, deviceId: 3 }, { deviceId: 3 }, true],
    [{ ...window, deviceId: 3 }, { deviceId: 4 }, false],
    [{ ...window, groupId: 2 }, { deviceId: 4, groupId: 2 }, true],
    [{ ...window, groupId: 2 }, { deviceId: 4 }, false],
    [{ ...window, deviceId: 3 }, { deviceId: 3, type: 'sos' as const }, false],
    [{ ...window, deviceId: 3, types: ['sos' as const] }, { deviceId: 3, type: 'sos' as const }, true],
    [{ ...window, types: ['smoke' as const] }, { deviceId: 9, type: 'fall' as const }, false],
    [{ ...window, types: ['smoke' as const] }, { deviceId: 9, type: 'smoke' as const }, true],
  ])('%j and %j: %s', (test, about, silenced) => {
    expect(covers(test, about)).toBe(silenced)
  })
  it('from its first moment until its last', () => {
    expect(runsAt({ startsAt: 5, endsAt: 9 }, 5)).toBe(true)
    expect(runsAt({ startsAt: 5, endsAt: 9 }, 9)).toBe(false)
  })
})

describe('statistics', () => {
  const now = new Date(2026, 10, 21, 12).getTime()
  it('asks for whole days and for as many before them', () => {
    const { now: asked, before } = questionsOf({} as never, now)
    expect(asked.to - asked.from).toBeGreaterThanOrEqual(7 * DAY - 3_600_000)
    expect(before.to).toBe(asked.from)
    expect(asked.by).toBe('day')
  })
  it('offers columns that can be told apart', () => {
    const from = new Date(2026, 10, 1).getTime()
    expect(usualBucket({ from, to: from + DAY - 1 })).toBe('hour')
    expect(bucketsOf({ from, to: from + 30 * DAY - 1 })).toEqual(['day', 'week'])
    expect(bucketsOf({ from, to: from + 365 * DAY })).toEqual(['week', 'month'])
  })
  it.each([
    [12, 10, 0.2],
    [5, 0, undefined],
    [null, 4, undefined],
    [500, 1, undefined],
  ])('%s after %s is %s', (after, before, change) => {
    expect(changeOf(after, before)).toBe(change)
  })
})

describe('the analysis', () => {
  const now = new Date(2026, 10, 21, 12).getTime()
  const search = {
    from: new Date(2026, 10, 20).getTime(),
    to: new Date(2026, 10, 22).getTime() - 1,
    by: 'day',
  }
  const axes = axesOf(search as never, now)
  const names = { nameOf: (_: string, word: string | null) => `${word}`, others: 'Others', whole: 'All' }
  const [first = 0, second = 0] = axes.now.starts
  const answer = (rows: { key: number; split: string | null; value: number }[]) => ({
    from: 0,
    to: 0,
    unit: 'count',
    cut: false,
    rows,
  })
  it('has a column for every day, the largest words apart and the rest together', () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((split, at) => ({ key: first, split, value: 10 - at }))
    const trend = trendOf(answer(rows), axes.now, 'type', names)
    expect(trend.series.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'Others'])
    expect(trend.columns.map(({ values }) => values)).toEqual([
      [10, 9, 8, 13],
      [0, 0, 0, 0],
    ])
  })
  it('turns minutes online into devices; what is still to come does not count', () => {
    const rows = [
      { key: first, split: null, value: 2880 },
      { key: second, split: null, value: 720 },
    ]
    const { columns } = asDevices(trendOf(answer(rows), axes.now, 'none', names), now)
    expect(columns.map(({ values }) => values[0])).toEqual([2, 1])
  })
  it('is kept as a moving period where it is a usual one', () => {
    expect(storedQuestion(questionOf('alarms', axes.now, {} as never), now).period).toBe('custom')
    const week = axesOf({} as never, now)
    expect(storedQuestion(questionOf('alarms', week.now, {} as never), now)).toMatchObject({
      period: 'last7Days',
      from: null,
    })
  })
})

it('a file has no formulas and keeps commas and quotes', () => {
  expect(csvText([['=1+1', 'a,b', 'say "x"', 3, null]])).toBe('\uFEFF\'=1+1,"a,b","say ""x""",3,\r\n')
})

it.each([
  [45_000, '45 sec'],
  [180_000, '3 min'],
  [5_400_000, '1.5 hr'],
  [3 * DAY, '3 days'],
])('%d ms is %s', (ms, text) => {
  expect(durationText(ms, 'en')).toBe(text)
})

it('a measured figure has its unit; one of no single reading stands bare', () => {
  const format = new Intl.NumberFormat('en')
  expect(measuredText('harmfulGas', 15.9, format)).toBe('15.9 %LEL')
  expect(measuredText('heartRate', 180, format)).toBe('180 bpm')
  expect(measuredText('airQuality', 310, format)).toBe('310')
})
