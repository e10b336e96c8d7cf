// One unlock from afar, step by step: what counts, what comes too late, what belongs to another press.
import { expect, test } from 'vitest'
import {
  awaitsDoor,
  type DoorUnlockEffect,
  type DoorUnlockEvent,
  stepDoorUnlock,
  stepUnlock,
  type Unlock,
  type UnlockEvent,
} from '../../../src/domain/intercom/unlock.ts'

const no: Unlock = { is: 'no' }
const asked: Unlock = { is: 'asked', nonce: 'one', sent: false }
const silent: Unlock = { is: 'silent' }
const opened: UnlockEvent = { on: 'confirmed', type: 3, opened: true }

test.each<[string, Unlock, UnlockEvent, Unlock]>([
  ['pressed', no, { on: 'pressed', nonce: 'one', live: true }, asked],
  [
    'pressed while not live',
    no,
    { on: 'pressed', nonce: 'one', live: false },
    { is: 'refused', why: 'notLive' },
  ],
  ['pressed twice', asked, { on: 'pressed', nonce: 'two', live: true }, asked],
  ['pressed again after silence', silent, { on: 'pressed', nonce: 'one', live: true }, asked],
  ['not taken by the broker', asked, { on: 'notSent', nonce: 'one' }, { is: 'refused', why: 'notLive' }],
  ['sent', asked, { on: 'answered', nonce: 'one', result: 'sent' }, { ...asked, sent: true }],
  ['refused', asked, { on: 'answered', nonce: 'one', result: 'noCall' }, { is: 'refused', why: 'noCall' }],
  ['an answer to another press', asked, { on: 'answered', nonce: 'two', result: 'offline' }, asked],
  ['an answer after the silence', silent, { on: 'answered', nonce: 'one', result: 'offline' }, silent],
  ['opened', asked, opened, { is: 'done', shown: true }],
  ['opened late', silent, opened, { is: 'done', shown: true }],
  ['opened, though nobody asked', no, opened, no],
  ['not opened', asked, { ...opened, opened: false }, { is: 'refused', why: 'notOpened' }],
  ['another kind of confirmation', asked, { ...opened, type: 1 }, asked],
  ['the time is over', asked, { on: 'due', nonce: 'one' }, silent],
  ['the time of an earlier press is over', asked, { on: 'due', nonce: 'two' }, asked],
])('%s', (_name, before, event, after) => {
  expect(stepUnlock(before, event)).toEqual(after)
})

test('the door is listened to while it may still answer', () => {
  expect([no, asked, silent, stepUnlock(asked, opened)].map(awaitsDoor)).toEqual([false, true, true, false])
})

const press: DoorUnlockEvent = { on: 'pressed', nonce: 'one', live: true }
const asks: DoorUnlockEffect[] = [
  { do: 'startTimer', nonce: 'one' },
  { do: 'send', nonce: 'one' },
]

test.each<[string, Unlock, DoorUnlockEvent, Unlock['is'], readonly DoorUnlockEffect[]]>([
  ['pressed: the door is heard before the request goes out', no, press, 'asked', [{ do: 'listen' }, ...asks]],
  ['pressed while not live: nothing goes out', no, { ...press, live: false }, 'refused', []],
  ['pressed twice: nothing goes out again', asked, { ...press, nonce: 'two' }, 'asked', []],
  ['pressed after silence: it is heard already', silent, press, 'asked', asks],
  ['sent', asked, { on: 'answered', nonce: 'one', result: 'sent' }, 'asked', []],
  ['opened', asked, opened, 'done', [{ do: 'cancelTimer' }, { do: 'unlisten' }]],
  ['opened late', silent, opened, 'done', [{ do: 'unlisten' }]],
  [
    'the time is over: it may still answer',
    asked,
    { on: 'due', nonce: 'one' },
    'silent',
    [{ do: 'cancelTimer' }],
  ],
  [
    'not sent',
    asked,
    { on: 'notSent', nonce: 'one' },
    'refused',
    [{ do: 'cancelTimer' }, { do: 'unlisten' }],
  ],
  ['left', asked, { on: 'left' }, 'no', [{ do: 'cancelTimer' }, { do: 'unlisten' }]],
  ['left in silence', silent, { on: 'left' }, 'no', [{ do: 'unlisten' }]],
  ['left when nothing was held', no, { on: 'left' }, 'no', []],
])('what is done: %s', (_name, before, event, is, effects) => {
  const [after, done] = stepDoorUnlock(before, event)
  expect(after.is).toBe(is)
  expect(done).toEqual(effects)
})
