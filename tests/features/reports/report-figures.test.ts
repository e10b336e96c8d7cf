// What charts and tables show of an answer: names, order, series, the rest in one; and the same as lines of a file.
import { describe, expect, test } from 'vitest'
import { linesOf } from '../../../server/modules/reports/report-runner.ts'
import { type Answer, figuresOf, type Question } from '../../../src/features/reports/report-figures.ts'
import { questionOf } from '../../../src/features/reports/report-question.ts'

const at = (iso: string) => Date.parse(iso)
const names = {
  nameOf: (_: string, key: string | null) => (key === null ? 'None' : key.toUpperCase()),
  others: 'Others',
  whole: 'Number',
}
const question = (more: Partial<Question> = {}): Question => ({
  subject: 'alarms',
  groupBy: 'day',
  period: 'last7Days',
  zone: 'Asia/Shanghai',
  deviceIds: [],
  ...more,
})
const answer = (rows: Answer['rows'], unit = 'count'): Answer => ({ from: 0, to: 1, rows, unit, cut: false })

describe('figures', () => {
  test('a time axis keeps its order and is named by the zone', () => {
    const figures = figuresOf(
      question(),
      answer([
        { key: at('2026-03-13T16:00:00Z'), split: null, value: 1 },
        { key: at('2026-03-14T16:00:00Z'), split: null, value: 5 },
      ]),
      names,
    )
    expect(figures.rows.map(({ label, title, values }) => [label, title, values])).toEqual([
      ['03-14', '2026-03-14', [1]],
      ['03-15', '2026-03-15', [5]],
    ])
    expect(figures.series).toEqual([{ id: 'null', name: 'Number' }])
  })
  test('words stand largest first, and what has no value is named', () => {
    const figures = figuresOf(
      question({ groupBy: 'place' }),
      answer([
        { key: 'gate', split: null, value: 2 },
        { key: null, split: null, value: 7 },
      ]),
      names,
    )
    expect(figures.rows.map(({ title }) => title)).toEqual(['None', 'GATE'])
  })
  test('more series than can be told apart end as others', () => {
    const splits = ['a', 'b', 'c', 'd', 'e']
    const figures = figuresOf(
      question({ splitBy: 'type' }),
      answer(splits.map((split, n) => ({ key: 0, split, value: n + 1 }))),
      names,
    )
    expect(figures.series.map(({ name }) => name)).toEqual(['E', 'D', 'C', 'Others'])
    expect(figures.rows[0]?.values).toEqual([5, 4, 3, 1 + 2])
  })
  test('an axis of moments and a missing value is a gap, not a 0', () => {
    const figures = figuresOf(
      question({ subject: 'readings', reading: 'heartRate', splitBy: 'department' }),
      answer([
        { key: 0, split: 'x', value: 70 },
        { key: 1, split: 'y', value: 80 },
      ]),
      names,
    )
    expect(figures.rows.map(({ values }) => values)).toEqual([
      [undefined, 70],
      [80, undefined],
    ])
  })
})

describe('questions', () => {
  test('a half-filled form asks nothing', () => {
    expect(questionOf({ subject: 'alarms' })).toBeUndefined()
    expect(questionOf({ ...question(), subject: 'readings' })).toBeUndefined()
    expect(questionOf({ ...question(), name: 'Morning', chart: 'bar', from: '' })).toEqual(question())
  })
})

describe('lines of the file', () => {
  const lines = async (more: Parameters<typeof linesOf>[0], rows: Answer['rows'], unit?: string) => {
    const all: unknown[] = []
    for await (const line of linesOf(more, answer(rows, unit))) all.push(line)
    return all
  }
  const report = {
    ...question(),
    name: 'R',
    chart: 'bar' as const,
    schedule: 'none' as const,
    atMinute: 0,
    format: 'csv' as const,
  }
  test('in the words kept with the report', async () => {
    const words = { 'group.type': '类型', 'unit.count': '数量', 'type.sos': '紧急求救', none: '无' }
    expect(
      await lines({ ...report, groupBy: 'type', words }, [
        { key: 'sos', split: null, value: 3 },
        { key: null, split: null, value: 1 },
      ]),
    ).toEqual([
      ['类型', '数量'],
      ['紧急求救', 3],
      ['无', 1],
    ])
  })
  test('words that were not kept are not borrowed from elsewhere', async () => {
    const [, line] = (await lines({ ...report, groupBy: 'place', words: {} }, [
      { key: 'constructor', split: null, value: 1 },
    ])) as [unknown, unknown]
    expect(line).toEqual(['constructor', 1])
  })
  test('yuan, hours, and means with their range', async () => {
    expect(
      await lines(
        { ...report, subject: 'bills', groupBy: 'month' },
        [{ key: at('2026-03-01T00:00:00+08:00'), split: null, value: 123_456 }],
        'fen',
      ),
    ).toEqual([
      ['month', 'fen'],
      ['2026-03', 1234.56],
    ])
    expect(
      await lines(
        { ...report, subject: 'online', groupBy: 'hour' },
        [{ key: at('2026-03-01T09:00:00+08:00'), split: null, value: 45 }],
        'minutes',
      ),
    ).toEqual([
      ['hour', 'minutes'],
      ['2026-03-01 09:00', 0.75],
    ])
    expect(
      await lines(
        { ...report, subject: 'readings', reading: 'heartRate', groupBy: 'device' },
        [{ key: 'Watch', split: null, value: 71.239, least: 60, most: 90, count: 12 }],
        'bpm',
      ),
    ).toEqual([
      ['device', 'Mean (bpm)', 'Lowest', 'Highest', 'Values'],
      ['Watch', 71.24, 60, 90, 12],
    ])
  })
})
