// Who has an alarm, step by step: a table of given, verb, person and what becomes of it.
import { expect, test } from 'vitest'
import {
  type AlarmHold,
  type AlarmStep,
  type AlarmVerb,
  stepAlarm,
} from '../../../src/domain/alarm/alarm-step.ts'

const [ANNA, BEN, CHEN] = [1, 2, 3]
const hold = (more: Partial<AlarmHold> = {}): AlarmHold => ({
  status: 'open',
  owner: null,
  assignee: null,
  acknowledger: null,
  escalation: 0,
  ...more,
})
const taken = { status: 'taken', owner: ANNA, acknowledger: ANNA } as const
const handled = { status: 'handled', owner: ANNA, acknowledger: ANNA } as const
const NO_STEP = { is: 'refused', why: 'transition' } as const
const OWNED = { is: 'refused', why: 'owned' } as const
const NOTHING = { is: 'nothing' } as const
const JOINS = { is: 'joins' } as const

type Expected = Exclude<AlarmStep, { is: 'done' }> | Partial<AlarmHold>

const rows: [
  name: string,
  given: Partial<AlarmHold>,
  verb: AlarmVerb,
  by: number,
  to: number | undefined,
  then: Expected,
][] = [
  ['an open one is acknowledged', {}, 'acknowledge', ANNA, undefined, { acknowledger: ANNA }],
  ['twice by the same person is nothing', { acknowledger: ANNA }, 'acknowledge', ANNA, undefined, NOTHING],
  ['by a second person joins', { acknowledger: ANNA }, 'acknowledge', BEN, undefined, JOINS],
  ['one that a colleague took joins', taken, 'acknowledge', BEN, undefined, JOINS],
  ['a handled one joins', handled, 'acknowledge', BEN, undefined, JOINS],
  ['one that ended by itself joins', { status: 'handled' }, 'acknowledge', BEN, undefined, JOINS],
  ['an own handled one is nothing', handled, 'acknowledge', ANNA, undefined, NOTHING],
  ['an open one is taken and seen', {}, 'take', ANNA, undefined, taken],
  [
    'one that somebody else saw first',
    { acknowledger: BEN },
    'take',
    ANNA,
    undefined,
    { status: 'taken', owner: ANNA },
  ],
  ['taken by its owner again', taken, 'take', ANNA, undefined, NOTHING],
  ['taken by a second person', taken, 'take', BEN, undefined, OWNED],
  ['handled is not taken', handled, 'take', BEN, undefined, NO_STEP],
  [
    'an assigned one is taken by whom it waits for',
    { assignee: BEN },
    'take',
    BEN,
    undefined,
    { status: 'taken', owner: BEN, acknowledger: BEN },
  ],
  [
    'and by a third, who relieves them',
    { assignee: BEN },
    'take',
    CHEN,
    undefined,
    { status: 'taken', owner: CHEN, acknowledger: CHEN, assignee: null },
  ],
  ['handed over: taken from its owner', { ...taken, assignee: BEN }, 'take', BEN, undefined, { owner: BEN }],
  ['handed over: not by a third', { ...taken, assignee: BEN }, 'take', CHEN, undefined, OWNED],
  [
    'given back it is as unattended as at first',
    taken,
    'release',
    ANNA,
    undefined,
    { status: 'open', owner: null, acknowledger: null },
  ],
  [
    'given back it still waits for the colleague',
    { ...taken, assignee: BEN },
    'release',
    ANNA,
    undefined,
    { status: 'open', owner: null, acknowledger: null },
  ],
  [
    'given back by whom it waited for, it waits for nobody',
    { ...taken, assignee: ANNA },
    'release',
    ANNA,
    undefined,
    { status: 'open', owner: null, acknowledger: null, assignee: null },
  ],
  ['not given back by another', taken, 'release', BEN, undefined, OWNED],
  ['nothing to give back', {}, 'release', ANNA, undefined, NO_STEP],
  ['a handled one is not given back', handled, 'release', ANNA, undefined, NO_STEP],
  ['an open one is assigned; nobody has seen it yet', {}, 'assign', ANNA, BEN, { assignee: BEN }],
  ['to another instead', { assignee: BEN }, 'assign', ANNA, CHEN, { assignee: CHEN }],
  ['to the same once more: a reminder', { assignee: BEN }, 'assign', ANNA, BEN, {}],
  ['a taken one stays with who has it', taken, 'assign', CHEN, BEN, { assignee: BEN }],
  ['a handled one is not assigned', handled, 'assign', ANNA, BEN, NO_STEP],
  ['passed up', {}, 'escalate', ANNA, undefined, { escalation: 1 }],
  ['passed up to the top', { ...taken, escalation: 2 }, 'escalate', ANNA, undefined, { escalation: 3 }],
  ['not beyond the top', { escalation: 3 }, 'escalate', ANNA, undefined, NO_STEP],
  ['a handled one is not passed up', handled, 'escalate', ANNA, undefined, NO_STEP],
  ['handled at once', {}, 'handle', ANNA, undefined, { status: 'handled', acknowledger: ANNA }],
  ['handled by another than who took it', taken, 'handle', BEN, undefined, { status: 'handled' }],
  ['handled twice joins', handled, 'handle', BEN, undefined, JOINS],
  ['a comment joins an open one', {}, 'comment', ANNA, undefined, JOINS],
  ['and a handled one', handled, 'comment', BEN, undefined, JOINS],
]

test.each(rows)('%s', (_, given, verb, by, to, then) => {
  const before = hold(given)
  const expected: AlarmStep = 'is' in then ? then : { is: 'done', now: { ...before, ...then } }
  expect(stepAlarm(before, verb, by, to)).toEqual(expected)
  expect(before).toEqual(hold(given))
})

test('whatever is done: a taken alarm has an owner, an open one has none, and who has acted has seen it', () => {
  const verbs: AlarmVerb[] = ['acknowledge', 'take', 'release', 'assign', 'escalate', 'handle', 'comment']
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 300; round++) {
    let now = hold()
    for (let step = 0; step < 20; step++) {
      const verb = verbs[next(verbs.length)] ?? 'take'
      const result = stepAlarm(now, verb, 1 + next(3), 1 + next(3))
      if (result.is !== 'done') continue
      expect(result.now.escalation).toBeLessThanOrEqual(3)
      if (now.status === 'handled') throw new Error('A handled alarm went on')
      now = result.now
      if (now.status === 'open') expect(now.owner).toBeNull()
      if (now.status === 'taken') expect([now.owner, now.acknowledger]).not.toContain(null)
    }
  }
})
