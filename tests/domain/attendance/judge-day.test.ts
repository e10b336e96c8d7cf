// A day and its punches in, six states out. Times are the clocks of the rule's zone.
import { describe, expect, test } from 'vitest'
import { planOf } from '../../../src/domain/attendance/day-plan.ts'
import {
  GRACE_MS,
  judgeDay,
  type LeaveHalves,
  NO_LEAVE,
  SYNC_MS,
  worthOf,
} from '../../../src/domain/attendance/judge-day.ts'
import { momentOn } from '../../../src/domain/attendance/local-days.ts'
import type { Slot } from '../../../src/domain/attendance/slots.ts'

const hm = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
const slotOf = (name: Slot['name'], times: string): Slot => {
  const [openFrom = 0, start = 0, lateUntil = 0, cutOff = 0, end = 0, closeUntil = 0] = times
    .split(' ')
    .map(hm)
  return { name, openFrom, start, lateUntil, cutOff, end, closeUntil }
}

const MORNING = slotOf('morning', '06:30 08:00 08:10 09:30 12:00 12:40')
const AFTERNOON = slotOf('afternoon', '12:45 13:30 13:35 14:30 18:00 18:40')
const EVENING = slotOf('evening', '18:45 19:00 19:05 20:00 21:00 23:00')
const NOON = slotOf('noon', '11:30 12:00 13:00 13:30 13:30 14:00')
const NIGHT = slotOf('evening', '21:00 22:00 22:05 24:00 30:00 32:00')
const SIX = { slots: [MORNING, AFTERNOON, EVENING], punchCount: 6 }
const FOUR = { slots: [MORNING, AFTERNOON], punchCount: 4 }
const TWO = { slots: [MORNING, AFTERNOON], punchCount: 2 }
const THREE = {
  slots: [
    slotOf('morning', '06:30 08:00 08:10 09:30 11:00 11:20'),
    NOON,
    slotOf('afternoon', '14:10 14:10 14:10 14:30 18:00 18:40'),
  ],
  punchCount: 3,
}
const NIGHT_RULE = { slots: [NIGHT], punchCount: 2 }
const DAY = '2026-11-18'
const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'
const LATER = 90 * 24 * 3_600_000

interface Asked {
  rule?: { slots: Slot[]; punchCount: number }
  day?: string
  zone?: string
  leave?: LeaveHalves
  /** On the clocks of the day; later than everything when absent. */
  now?: string
}

function statesOf(
  punches: string,
  { rule = SIX, day = DAY, zone = SHANGHAI, leave = NO_LEAVE, now }: Asked = {},
) {
  const plan = planOf({ weekType: 'big', ...rule }, day)
  const judged = judgeDay({
    day,
    zone,
    plan,
    leave,
    punches: punches
      .split(' ')
      .filter(Boolean)
      .map(text => momentOn(zone, day, hm(text))),
    now: now === undefined ? momentOn(zone, day, 0) + LATER : momentOn(zone, day, hm(now)),
  })
  return {
    ...judged,
    worth: worthOf(plan, judged.states),
    said: judged.states.map((state, at) => (judged.pending[at] ? '?' : (state ?? '-'))).join(''),
  }
}

const FULL = '07:50 12:05 13:20 18:02 18:50 21:06'

const rows: [string, string, Asked, string][] = [
  ['everything in time', FULL, {}, '111111'],
  ['the last minute that is punctual', '08:10 12:00 13:35 18:00 19:05 21:00', {}, '111111'],
  ['a minute later is late', '08:11 12:00 13:36 18:00 19:06 21:00', {}, '212121'],
  ['the last minute that is late, and one later', '09:30 12:00 14:31 18:00 20:00 21:00', {}, '210121'],
  ['left a minute early', '07:50 11:59 13:20 17:59 18:50 20:59', {}, '131313'],
  ['nobody came', '', {}, '000000'],
  ['who came and never left is absent at the end', '07:50 13:20 18:50', {}, '101010'],
  ['who left and never came is absent at the beginning', '12:05 18:02 21:06', {}, '010101'],
  [
    'of several arrivals the first counts, of departures the last',
    '07:40 08:20 11:50 12:10 13:20 18:02 18:50 21:06',
    {},
    '111111',
  ],
  ['a punch before the slot opens counts for nothing', '06:29 12:05', { rule: FOUR }, '0100--'],
  ['a punch after it has closed neither', '07:50 12:41', { rule: FOUR }, '1000--'],
  ['two punches: coming first and going last', '07:50 18:02', { rule: TWO }, '1--1--'],
  [
    'two punches: what is in between is nobody’s business',
    '07:50 10:12 15:30 18:02',
    { rule: TWO },
    '1--1--',
  ],
  ['two punches: gone at ten in the morning', '07:50 10:12', { rule: TWO }, '1--3--'],
  ['noon: one punch is departure and arrival', '07:50 12:20 18:02', { rule: THREE }, '1111--'],
  ['noon: two punches are one of each', '07:50 12:05 12:58 18:02', { rule: THREE }, '1111--'],
  ['noon: gone before the break, back after it', '07:50 11:45 13:10 18:02', { rule: THREE }, '1321--'],
  ['noon: nobody was there', '07:50 18:02', { rule: THREE }, '1001--'],
  ['a night shift is of the day it begins on', '21:50 30:05', { rule: NIGHT_RULE }, '----11'],
  ['a night shift that ended early', '21:50 29:30', { rule: NIGHT_RULE }, '----13'],
  ['late in the night shift, after midnight cut off', '24:01 30:05', { rule: NIGHT_RULE }, '----01'],
  [
    'the night when the clocks go back: by the clocks',
    '21:50 30:05',
    { rule: NIGHT_RULE, day: '2026-10-24', zone: BERLIN },
    '----11',
  ],
  [
    'the night when they go forward: by the clocks',
    '21:50 29:59',
    { rule: NIGHT_RULE, day: '2026-03-28', zone: BERLIN },
    '----13',
  ],
  [
    'leave in the morning: only the rest is due',
    '13:20 18:02 18:50 21:06',
    { leave: { am: true, pm: false } },
    '--1111',
  ],
  [
    'leave in the afternoon is leave in the evening',
    '07:50 12:05',
    { leave: { am: false, pm: true } },
    '11----',
  ],
  [
    'leave in the morning with two punches: the afternoon’s arrival',
    '13:20 18:02',
    { rule: TWO, leave: { am: true, pm: false } },
    '--11--',
  ],
  ['leave for the whole day', '', { leave: { am: true, pm: true } }, '------'],
  ['before anything: all is open', '', { now: '05:00' }, '??????'],
  ['an arrival is known at once', '07:50', { now: '07:51' }, '1?????'],
  ['a late one too', '08:12', { now: '08:13' }, '2?????'],
  ['who left early may still leave later', '07:50 11:00', { now: '11:01' }, '1?????'],
  ['absence is not said when the cut-off is over', '', { now: '09:31' }, '??????'],
  ['nor when the slot has closed', '', { now: '12:45' }, '??????'],
  ['but half an hour after it', '', { now: '13:11' }, '00????'],
  ['a late punch replaces what was said', '07:50 12:05', { now: '13:30' }, '11????'],
]

describe('six states', () => {
  test.each(rows)('%s', (_, punches, asked, wanted) => {
    expect(statesOf(punches, asked).said).toBe(wanted)
  })

  test('the order of arrival changes nothing', () => {
    const backwards = FULL.split(' ').reverse().join(' ')
    expect(statesOf(backwards)).toEqual(statesOf(FULL))
  })
})

test('whole minutes are counted from what was agreed', () => {
  expect(statesOf('08:12 11:45 13:50 18:00 18:50 21:00')).toMatchObject({ lateMinutes: 32, earlyMinutes: 15 })
})

test('a day of rest asks for nothing', () => {
  expect(statesOf('09:00', { day: '2026-11-22' })).toMatchObject({
    kind: 'rest',
    said: '------',
    nextAt: null,
  })
})

test('who works while on leave is shown as a contradiction', () => {
  expect(statesOf('09:00', { leave: { am: true, pm: true } })).toMatchObject({
    kind: 'leave',
    conflict: true,
  })
  expect(statesOf('13:20 18:02', { rule: TWO, leave: { am: true, pm: false } })).toMatchObject({
    conflict: false,
  })
})

test('the shift of the day before keeps its last punch', () => {
  const plan = planOf({ weekType: 'big', ...SIX }, DAY)
  const at = momentOn(SHANGHAI, DAY, hm('07:10'))
  const facts = { day: DAY, zone: SHANGHAI, plan, punches: [at], leave: NO_LEAVE, now: at + LATER }
  expect(judgeDay(facts).states[0]).toBe(1)
  expect(judgeDay({ ...facts, takenUntil: momentOn(SHANGHAI, DAY, hm('08:00')) }).states[0]).toBe(0)
})

test('open, then provisional, then final, and when', () => {
  const closes = momentOn(SHANGHAI, DAY, hm('23:01'))
  const plan = planOf({ weekType: 'big', ...SIX }, DAY)
  const at = (now: number) => judgeDay({ day: DAY, zone: SHANGHAI, plan, punches: [], leave: NO_LEAVE, now })
  expect(at(closes + GRACE_MS - 1)).toMatchObject({ phase: 'open', nextAt: closes + GRACE_MS })
  expect(at(closes + GRACE_MS)).toMatchObject({ phase: 'provisional', nextAt: closes + SYNC_MS })
  expect(at(closes + SYNC_MS)).toMatchObject({ phase: 'final', nextAt: null })
  expect(at(momentOn(SHANGHAI, DAY, 0)).nextAt).toBe(momentOn(SHANGHAI, DAY, hm('12:41')) + GRACE_MS)
})

const worths: [string, Asked, number][] = [
  [FULL, {}, 1],
  ['', {}, 0],
  ['07:50 12:05', {}, 0.5],
  ['13:20 18:02', { rule: FOUR }, 0.5],
  ['07:50 18:02', { rule: TWO }, 1],
  ['07:50', { rule: TWO }, 0.5],
  ['21:50 30:05', { rule: NIGHT_RULE }, 1],
  ['13:20 18:02', { rule: FOUR, leave: { am: true, pm: false } }, 0.5],
]
test.each(worths)('%s is worth in days: %#', (punches, asked, wanted) => {
  expect(statesOf(punches, asked).worth).toBe(wanted)
})
