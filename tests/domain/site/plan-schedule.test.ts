// Schedules of work plans: last days, slack, what is critical, circles, and the order in which they are read.
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, dayIn, daysFrom } from '../../../src/domain/site/calendar-day.ts'
import {
  endOf,
  hasCircle,
  isWithin,
  lateBy,
  type PlanFacts,
  scheduleOf,
  treeOrder,
} from '../../../src/domain/site/plan-schedule.ts'

const plan = (id: number, startOn: string, periodDays: number, more: Partial<PlanFacts> = {}): PlanFacts => ({
  id,
  parentId: null,
  startOn,
  periodDays,
  predecessorIds: [],
  state: 'open',
  ...more,
})

test.each([
  ['2026-03-01', 1, '2026-03-01'],
  ['2026-02-27', 3, '2026-03-01'],
  ['2028-02-28', 2, '2028-02-29'],
  ['2026-12-30', 5, '2027-01-03'],
])('what begins on %s and takes %s days ends on %s', (startOn, periodDays, end) =>
  expect(endOf({ startOn, periodDays })).toBe(end),
)

test('days are counted by the calendar, whatever clocks do', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(daysFrom('2026-10-24', '2026-10-26')).toBe(2)
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-11-30', 3)).toBe('2027-02-28')
  expect(dayIn('Asia/Shanghai', Date.UTC(2026, 10, 23, 16))).toBe('2026-11-24')
})

describe('the critical path', () => {
  const plans = [
    plan(1, '2026-05-01', 31),
    plan(2, '2026-05-01', 10, { parentId: 1 }),
    plan(3, '2026-05-11', 15, { parentId: 1, predecessorIds: [2] }),
    plan(4, '2026-05-11', 5, { parentId: 1, predecessorIds: [2] }),
    plan(5, '2026-05-26', 3, { parentId: 1, predecessorIds: [3, 4] }),
  ]
  const schedule = scheduleOf(plans)
  test.each([
    [2, 0, true],
    [3, 0, true],
    [4, 10, false],
    [5, 0, true],
    [1, 0, true],
  ])('plan %s may slip by %s days', (id, slackDays, critical) =>
    expect(schedule.get(id)).toMatchObject({ slackDays, critical, tooEarly: false }),
  )
  test('what waits for a whole waits for its parts, and parts wait for what their whole waits for', () => {
    const found = scheduleOf([
      plan(1, '2026-05-01', 60),
      plan(2, '2026-05-01', 10, { parentId: 1 }),
      plan(3, '2026-05-01', 4, { parentId: 2 }),
      plan(4, '2026-05-05', 6, { parentId: 2 }),
      plan(5, '2026-05-11', 5, { parentId: 1, predecessorIds: [2] }),
      plan(6, '2026-05-09', 7, { parentId: 5 }),
    ])
    expect(found.get(4)).toMatchObject({ slackDays: -2, critical: true })
    expect(found.get(3)).toMatchObject({ slackDays: 4, critical: false })
    expect(found.get(6)).toMatchObject({ tooEarly: true })
  })
  test('what is completed is not critical any more', () =>
    expect(scheduleOf([plan(1, '2026-05-01', 3, { state: 'done' })]).get(1)?.critical).toBe(false))
  test('trees do not touch each other', () =>
    expect(scheduleOf([plan(1, '2026-05-01', 3), plan(2, '2026-05-01', 30)]).get(1)?.critical).toBe(true))
})

test.each([
  ['waits for itself', [{ id: 1, parentId: null, predecessorIds: [1] }], true],
  [
    'waits for one that waits for it',
    [
      { id: 1, parentId: null, predecessorIds: [2] },
      { id: 2, parentId: null, predecessorIds: [1] },
    ],
    true,
  ],
  [
    'waits for its own whole',
    [
      { id: 1, parentId: null, predecessorIds: [] },
      { id: 2, parentId: 1, predecessorIds: [1] },
    ],
    true,
  ],
  [
    'waits for what waits for its whole',
    [
      { id: 1, parentId: null, predecessorIds: [] },
      { id: 2, parentId: 1, predecessorIds: [3] },
      { id: 3, parentId: null, predecessorIds: [1] },
    ],
    true,
  ],
  [
    'waits for its sibling',
    [
      { id: 1, parentId: null, predecessorIds: [] },
      { id: 2, parentId: 1, predecessorIds: [3] },
      { id: 3, parentId: 1, predecessorIds: [] },
    ],
    false,
  ],
])('a plan that %s', (_, plans, circle) => expect(hasCircle(plans)).toBe(circle))

test('a plan lies within another’s days, its last one among them', () => {
  const outer = { startOn: '2026-05-01', periodDays: 10 }
  expect(isWithin({ startOn: '2026-05-01', periodDays: 10 }, outer)).toBe(true)
  expect(isWithin({ startOn: '2026-05-02', periodDays: 10 }, outer)).toBe(false)
  expect(isWithin({ startOn: '2026-04-30', periodDays: 2 }, outer)).toBe(false)
})

test('an open plan is late from the day after its last', () => {
  const facts = { startOn: '2026-05-01', periodDays: 2, state: 'open' } as const
  expect(lateBy(facts, '2026-05-02')).toBe(0)
  expect(lateBy(facts, '2026-05-05')).toBe(3)
  expect(lateBy({ ...facts, state: 'done' }, '2026-05-05')).toBe(0)
})

test('sub-plans stand below their plan, in the order of their first days', () =>
  expect(
    treeOrder([
      plan(4, '2026-05-20', 1, { parentId: 9 }),
      plan(3, '2026-05-09', 1, { parentId: 1 }),
      plan(2, '2026-05-03', 1, { parentId: 1 }),
      plan(1, '2026-05-01', 20),
    ]).map(({ plan: { id }, depth }) => [id, depth]),
  ).toEqual([
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 0],
  ]))
