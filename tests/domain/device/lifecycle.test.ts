// Every state with every step: where it leads, and that all the others are refused.
import { describe, expect, test } from 'vitest'
import {
  type DeviceLifecycle,
  type LifecycleStep,
  lifecycleAfter,
  lifecycleSteps,
  lifecycles,
  stepsToBound,
} from '../../../src/domain/device/lifecycle.ts'

const table: Record<DeviceLifecycle, Partial<Record<LifecycleStep, DeviceLifecycle>>> = {
  pendingStockIn: { stockIn: 'inStock', recycle: 'recycled' },
  inStock: { undoStockIn: 'pendingStockIn', stockOut: 'assigned', allocate: 'assigned', recycle: 'recycled' },
  assigned: {
    allocate: 'assigned',
    takeBack: 'inStock',
    handBack: 'unbound',
    bind: 'bound',
    recycle: 'recycled',
  },
  bound: { unbind: 'unbound' },
  unbound: { allocate: 'assigned', bind: 'bound', restock: 'inStock', recycle: 'recycled' },
  recycled: {},
}
const steps = Object.keys(lifecycleSteps) as LifecycleStep[]

describe.each(lifecycles)('%s', from => {
  test.each(steps)('%s', step => {
    expect(lifecycleAfter(from, step)).toBe(table[from][step])
  })
})

test.each(lifecycles)('the steps that bind a device which is %s lead there, each allowed', from => {
  const way = stepsToBound(from)
  if (from === 'recycled') return expect(way).toBeUndefined()
  let at: DeviceLifecycle | undefined = from
  for (const step of way ?? []) at = at && lifecycleAfter(at, step)
  expect(at).toBe('bound')
})

test('nothing leads out of recycling', () => {
  expect(steps.filter(step => lifecycleAfter('recycled', step) !== undefined)).toEqual([])
})
