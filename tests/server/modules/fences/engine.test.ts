// What happens at a fence, as tables: positions and passing time in, happenings and ended alarms out. Time is the test's.
import { describe, expect, test } from 'vitest'
import {
  type Decision,
  type FenceHappening,
  type Fix,
  firstSide,
  type GuardedFence,
  judgeFix,
  judgeTime,
  nextDue,
  type Side,
} from '../../../../server/modules/fences/engine.ts'
import { createChance } from '../../../../server/simulator/random.ts'
import { checkShape } from '../../../../src/domain/fence/fence-geometry.ts'
import { prepareShape } from '../../../../src/domain/fence/fence-inside.ts'
import { placeAt } from '../../../../src/domain/geo/geo.ts'

const HOME = { longitude: 114.06, latitude: 22.54 }
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** A Monday, 12:00 in Shanghai. */
const NOON = Date.UTC(2026, 10, 16, 4)
const ALWAYS = { days: [], fromMinute: null, untilMinute: null, zone: 'Asia/Shanghai' }
const NIGHT = { ...ALWAYS, fromMinute: 22 * 60, untilMinute: 6 * 60 }

function fenceOf(more: Partial<GuardedFence> = {}): GuardedFence {
  const check = checkShape({ shape: 'circle', ...HOME, radius: 100 })
  if ('fault' in check) throw new Error(check.fault)
  return {
    id: 1,
    name: 'Home',
    shape: prepareShape(check.ok),
    label: HOME,
    alarmOnExit: true,
    alarmOnEntry: false,
    delayMs: 0,
    dwellMs: null,
    hours: ALWAYS,
    armedAt: 0,
    ...more,
  }
}

/** Metres east of the middle, and how exact. */
type At = [afterMs: number, metres: number, accuracy?: number]
/** Or only time that passes. */
type Step = At | [afterMs: number]

const said = (decisions: readonly Decision<unknown>[], from: number) =>
  decisions.map(one =>
    one.is === 'over'
      ? `over${one.noticed ? ' noticed' : ''}`
      : `${one.happening.kind}${one.happening.alarm ? '!' : ''} at ${(one.happening.at - from) / SECOND}`,
  )

function play(fence: GuardedFence, steps: readonly Step[], from = NOON): string[] {
  let side: Side<number | FenceHappening> | undefined
  let was: Fix | null = null
  const happened: string[] = []
  for (const [after, metres, accuracy] of steps) {
    const at = from + after
    if (metres === undefined) {
      if (!side) continue
      const next = judgeTime(fence, side, at, was ?? HOME)
      happened.push(...said(next.decisions, from))
      side = next.side
      continue
    }
    const fix: Fix = { at, ...placeAt(HOME, metres, 0), accuracy: accuracy ?? null }
    if (!side) side = firstSide(fence, fix)
    else {
      const next: ReturnType<typeof judgeFix<number | FenceHappening>> = judgeFix(fence, side, fix, was)
      happened.push(...said(next.decisions, from))
      side = next.side
    }
    was = fix
  }
  return happened
}

const rows: [string, Partial<GuardedFence>, Step[], string[]][] = [
  ['the first position finds the side and nothing happens', {}, [[0, 500]], []],
  [
    'an exit is an alarm',
    {},
    [
      [0, 0],
      [10_000, 150],
    ],
    ['exit! at 10'],
  ],
  [
    'coming back ends it',
    {},
    [
      [0, 0],
      [10_000, 150],
      [20_000, 20],
    ],
    ['exit! at 10', 'over noticed', 'entry at 20'],
  ],
  [
    'a restricted area is the other way round',
    { alarmOnExit: false, alarmOnEntry: true },
    [
      [0, 300],
      [10_000, 0],
      [20_000, 300],
    ],
    ['entry! at 10', 'over noticed', 'exit at 20'],
  ],
  [
    'where both are alarms one ends the other in silence',
    { alarmOnEntry: true },
    [
      [0, 0],
      [10_000, 150],
      [20_000, 0],
    ],
    ['exit! at 10', 'over', 'entry! at 20'],
  ],
  [
    'without alarms it is history only',
    { alarmOnExit: false },
    [
      [0, 0],
      [10_000, 150],
      [20_000, 0],
    ],
    ['exit at 10', 'entry at 20'],
  ],
  [
    'jitter within the delay is nothing',
    { delayMs: MINUTE },
    [
      [0, 90],
      [10_000, 104],
      [20_000, 97],
      [30_000, 108],
      [50_000, 99],
      [70_000, 103],
      [129_000, 80],
    ],
    [],
  ],
  [
    'what lasts longer counts from its beginning',
    { delayMs: MINUTE },
    [
      [0, 90],
      [10_000, 104],
      [40_000, 140],
      [70_000, 200],
    ],
    ['exit! at 10'],
  ],
  [
    'and without any further position too',
    { delayMs: MINUTE },
    [[0, 90], [10_000, 104], [69_999], [70_000], [500_000]],
    ['exit! at 10'],
  ],
  [
    'a gap decides as the clock would have',
    { delayMs: MINUTE },
    [
      [0, 90],
      [10_000, 150],
      [300_000, 20],
      [400_000, 20],
    ],
    ['exit! at 10', 'over noticed', 'entry at 300'],
  ],
  [
    'a circle over the edge does not tell the side',
    {},
    [
      [0, 0],
      [10_000, 150, 60],
      [20_000, 150, 20],
    ],
    ['exit! at 20'],
  ],
  [
    'nor does it end a delay',
    { delayMs: MINUTE },
    [
      [0, 0],
      [10_000, 150],
      [40_000, 80, 200],
      [70_000, 150],
    ],
    ['exit! at 10'],
  ],
  [
    'a cell tower far away is far away',
    {},
    [
      [0, 0],
      [10_000, 5000, 1500],
    ],
    ['exit! at 10'],
  ],
  [
    'a cell tower finds no side',
    {},
    [
      [0, 0, 1000],
      [10_000, 150],
    ],
    [],
  ],
  [
    'dwelling, without new positions',
    { dwellMs: 10 * MINUTE, alarmOnExit: false },
    [[0, 300], [MINUTE, 0], [11 * MINUTE - 1], [11 * MINUTE], [60 * MINUTE]],
    ['entry at 60', 'dwell! at 660'],
  ],
  [
    'dwelling is told once a stay, and again in the next one',
    { dwellMs: 10 * MINUTE, alarmOnExit: false },
    [
      [0, 0],
      [20 * MINUTE, 10],
      [21 * MINUTE, 300],
      [22 * MINUTE, 0],
      [40 * MINUTE, 0],
    ],
    ['dwell! at 600', 'over noticed', 'exit at 1260', 'entry at 1320', 'dwell! at 1920'],
  ],
  [
    'where entering is an alarm already, staying is none',
    { alarmOnExit: false, alarmOnEntry: true, dwellMs: 10 * MINUTE },
    [
      [0, 300],
      [MINUTE, 0],
      [20 * MINUTE, 0],
    ],
    ['entry! at 60', 'dwell at 660'],
  ],
  [
    'in a restricted area that lets enter, staying is the alarm',
    { alarmOnExit: false, dwellMs: 10 * MINUTE },
    [
      [0, 300],
      [MINUTE, 0],
      [20 * MINUTE, 0],
      [30 * MINUTE, 300],
    ],
    ['entry at 60', 'dwell! at 660', 'over noticed', 'exit at 1800'],
  ],
  [
    'who left before the time is up did not dwell',
    { dwellMs: 10 * MINUTE, delayMs: 2 * MINUTE, alarmOnExit: false },
    [[0, 0], [9 * MINUTE, 300], [30 * MINUTE]],
    ['exit at 540'],
  ],
]

describe('by day', () => {
  test.each(rows)('%s', (_, more, steps, expected) => {
    expect(play(fenceOf(more), steps)).toEqual(expected)
  })
})

describe('hours', () => {
  const evening = (hour: number, minute = 0) => (hour - 12) * HOUR + minute * MINUTE
  const seconds = (hour: number, minute = 0) => evening(hour, minute) / SECOND
  const table: [string, Partial<GuardedFence>, Step[], string[]][] = [
    [
      'outside of them nothing happens',
      { hours: NIGHT },
      [
        [0, 0],
        [HOUR, 300],
        [2 * HOUR, 0],
      ],
      [],
    ],
    [
      'who is on the wrong side as they begin is an alarm then, without any position',
      { hours: NIGHT },
      [[0, 0], [HOUR, 300], [evening(21, 59)], [evening(22)], [evening(23), 300], [evening(24), 0]],
      [`exit! at ${seconds(22)}`, 'over noticed', `entry at ${seconds(24)}`],
    ],
    [
      'who is at home then is none',
      { hours: NIGHT },
      [[0, 300], [evening(21), 0], [evening(22)], [evening(23), 300]],
      [`exit! at ${seconds(23)}`],
    ],
    [
      'after midnight it is still the same night',
      { hours: { ...NIGHT, days: [1] } },
      [
        [0, 0],
        [evening(25), 300],
        [evening(26), 0],
        [evening(46), 0],
        [evening(47), 300],
      ],
      [`exit! at ${seconds(25)}`, 'over noticed', `entry at ${seconds(26)}`],
    ],
    [
      'coming back after the hours ends the alarm in silence',
      { hours: NIGHT },
      [
        [evening(21), 0],
        [evening(23), 300],
        [evening(31), 0],
      ],
      [`exit! at ${seconds(23)}`, 'over'],
    ],
    [
      'each night anew',
      { hours: NIGHT },
      [[0, 300], [evening(22)], [evening(30)], [evening(46)], [evening(47)]],
      [`exit! at ${seconds(22)}`, `exit! at ${seconds(46)}`],
    ],
    [
      'a delay that began before them counts when it ends in them',
      { hours: NIGHT, delayMs: 2 * MINUTE },
      [[0, 0], [evening(21, 59), 300], [evening(22, 5)]],
      [`exit! at ${seconds(21, 59)}`],
    ],
    [
      'who comes home just then is no alarm',
      { hours: NIGHT, delayMs: 2 * MINUTE },
      [
        [0, 300],
        [evening(21, 59), 0],
        [evening(22, 5), 0],
      ],
      [`entry at ${seconds(21, 59)}`],
    ],
    [
      'dwelling counts within them',
      { hours: NIGHT, alarmOnExit: false, dwellMs: HOUR },
      [[0, 0], [evening(22)], [evening(22, 59)], [evening(23)], [evening(40)]],
      [`dwell! at ${seconds(23)}`],
    ],
    [
      'working days in a row begin once',
      { hours: { ...ALWAYS, days: [1, 2, 3, 4, 5] } },
      [[0, 300], [evening(24)], [evening(48)]],
      [],
    ],
  ]
  test.each(table)('%s', (_, more, steps, expected) => {
    expect(play(fenceOf(more), steps)).toEqual(expected)
  })

  test('clocks that are set: the night has 23 hours in March and 25 in October', () => {
    const berlin = { ...ALWAYS, zone: 'Europe/Berlin', fromMinute: 22 * 60, untilMinute: 6 * 60 }
    for (const [month, day, hours] of [
      [2, 28, 7],
      [9, 24, 9],
    ] as const) {
      const begin = Date.UTC(2026, month, day, month === 2 ? 21 : 20)
      const fence = fenceOf({ hours: berlin })
      const leave = (at: number) => play(fence, [[-HOUR, 0], [0], [at - 1, 300], [at, 300]], begin).length > 0
      // A position that is away the moment it ends is judged, one at the end is not.
      expect(leave(hours * HOUR)).toBe(true)
      const late = play(
        fence,
        [
          [-HOUR, 0],
          [hours * HOUR, 300],
        ],
        begin,
      )
      expect(late).toEqual([])
    }
  })
})

describe('what is due', () => {
  test('the delay, dwelling, the next beginning for who is on the wrong side', () => {
    const side: Side<number> = {
      inside: true,
      since: NOON,
      turning: null,
      dweltAt: null,
      windowAt: NOON,
      alarm: null,
    }
    expect(nextDue(fenceOf(), side, NOON)).toBeNull()
    expect(nextDue(fenceOf({ dwellMs: HOUR }), side, NOON)).toBe(NOON + HOUR)
    const turning = { at: NOON + 5000, ...HOME }
    expect(nextDue(fenceOf({ delayMs: MINUTE, dwellMs: HOUR }), { ...side, turning }, NOON)).toBe(
      NOON + 65_000,
    )
    expect(nextDue(fenceOf({ hours: NIGHT }), side, NOON)).toBeNull()
    expect(nextDue(fenceOf({ hours: NIGHT }), { ...side, inside: false }, NOON)).toBe(NOON + 10 * HOUR)
  })
})

describe('tracks with jitter', () => {
  test('a walk along the edge with a delay never flutters, and every exit has its entry', () => {
    for (let seed = 0; seed < 30; seed++) {
      const chance = createChance(seed)
      const steps: Step[] = []
      let middle = 60
      for (let second = 0; second < 7200; second += 10) {
        // An hour at the edge, then away and back.
        if (second > 3600) middle = second < 5400 ? 400 : 30
        steps.push([second * SECOND, middle + chance.around(0, 30), chance.between(3, 15)])
      }
      const happened = play(fenceOf({ delayMs: 30 * SECOND }), steps)
      expect(happened.map(text => text.replace(/ at .*/, ''))).toEqual(['exit!', 'over noticed', 'entry'])
    }
  })
  test('happenings alternate, whatever the track, the delay and the hours', () => {
    for (let seed = 0; seed < 200; seed++) {
      const chance = createChance(1000 + seed)
      const fence = fenceOf({
        delayMs: chance.pick([0, MINUTE, 10 * MINUTE]) ?? 0,
        alarmOnEntry: chance.happens(0.5),
        dwellMs: chance.happens(0.5) ? HOUR : null,
      })
      let at = 0
      const steps: Step[] = Array.from({ length: 200 }, () => {
        at += chance.between(1, 900) * SECOND
        return chance.happens(0.2)
          ? [Math.round(at)]
          : [Math.round(at), chance.between(0, 250), chance.pick([5, 40, 1000]) ?? 5]
      })
      const kinds = play(fence, steps)
        .filter(text => /^(exit|entry)/.test(text))
        .map(text => text.split(/[! ]/)[0])
      for (const [index, kind] of kinds.entries()) expect(kind).not.toBe(kinds[index - 1])
    }
  })
})
