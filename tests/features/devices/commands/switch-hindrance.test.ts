// Which switches can be chosen for an order, and why others cannot.
import { expect, test } from 'vitest'
import { hindranceOf } from '../../../../src/features/devices/commands/switch-hindrance.ts'

const on = { state: 'online', locked: false, closed: true, switchControl: 'manual' } as const
const off = { ...on, closed: false }

test.each([
  [on, 'cutoff', 'singleOff', undefined],
  [off, 'cutoff', 'singleOff', 'Switched off already'],
  [{ ...on, closed: null }, 'cutoff', 'singleOff', undefined],
  [on, 'cutoff', 'linkedOff', undefined],
  [off, 'close', 'singleOn', undefined],
  [on, 'close', 'singleOn', 'Switched on already'],
  [{ ...on, closed: null }, 'close', 'singleOn', undefined],
  [on, 'close', 'manualClose', 'Already switched on and manual-only'],
  [{ ...on, switchControl: 'auto' }, 'close', 'manualClose', undefined],
  [{ ...on, switchControl: 'auto' }, 'close', 'autoLink', 'Switches by itself already'],
  [on, 'close', 'autoLink', undefined],
  [on, 'close', 'manualLink', 'Already manual-only'],
  [{ ...on, switchControl: null }, 'close', 'manualLink', undefined],
  [{ ...off, locked: true }, 'close', 'singleOn', 'Locked: unlock it first'],
  [{ ...on, state: 'offline' }, 'cutoff', 'singleOff', 'Device not online'],
  [{ ...on, locked: true }, 'lock', undefined, 'Locked already'],
  [on, 'lock', undefined, undefined],
  [on, 'unlock', undefined, 'Not locked'],
] as const)('%o: %s %s: %s', (row, variant, mode, why) => {
  expect(hindranceOf(row, variant, mode)?.message).toBe(why)
})
