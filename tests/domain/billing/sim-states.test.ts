// Which steps a card makes, as a table, and which orders fit which state.
import { expect, test } from 'vitest'
import {
  type SimState,
  simMayBeOrdered,
  simMayStep,
  simOrderSteps,
  simReaches,
  simState,
} from '../../../src/domain/billing/sim-card.ts'

const allowed: Record<SimState, string> = {
  activatable: 'testActive liveActive disassembled exception',
  testActive: 'liveActive shutdownInProgress stopped exception',
  liveActive: 'shutdownInProgress stopped disassembled exception',
  shutdownInProgress: 'stopped liveActive exception',
  stopped: 'resuming liveActive disassembled exception',
  resuming: 'liveActive stopped exception',
  disassembled: '',
  exception: 'liveActive stopped disassembled',
}

test.each(simState.options)('from %s only the steps of the table', from => {
  const steps = simState.options.filter(to => simMayStep(from, to))
  expect(new Set(steps)).toEqual(new Set(allowed[from].split(' ').filter(Boolean)))
})

test('only an active card is suspended, only a stopped one resumed', () => {
  expect(simState.options.filter(state => simMayBeOrdered(state, 'suspend'))).toEqual([
    'testActive',
    'liveActive',
  ])
  expect(simState.options.filter(state => simMayBeOrdered(state, 'resume'))).toEqual(['stopped'])
})

test('every order goes over steps of the table', () => {
  for (const { from, over, to } of Object.values(simOrderSteps)) {
    expect(simMayStep(over, to)).toBe(true)
    expect(from.some(state => simMayStep(state, over))).toBe(true)
  }
})

test('between two looks a card may have made several steps, but never come back from the end', () => {
  expect(simReaches('activatable', 'stopped')).toBe(true)
  expect(simReaches('disassembled', 'liveActive')).toBe(false)
  expect(simReaches('liveActive', 'activatable')).toBe(false)
  expect(simReaches('liveActive', 'liveActive')).toBe(false)
})
