// The life of a device from the factory to recycling: which steps exist and what each is called.
import * as z from 'zod/mini'
import { type Refusing, stepUnless } from '../hindrance.ts'
import { keysOf } from '../keys.ts'

export const lifecycles = ['pendingStockIn', 'inStock', 'assigned', 'bound', 'unbound', 'recycled'] as const
export const deviceLifecycle = z.enum(lifecycles)
export type DeviceLifecycle = z.output<typeof deviceLifecycle>

/**
 * Steps by name. `stockIn` takes delivery, `stockOut` hands out to whoever has it now, `allocate` hands out to a
 * department or tenant, `takeBack` undoes that, `handBack` undoes it for a device that had been unbound before, `bind`
 * ties it to a person or place, `restock` puts a returned device back on the shelf, `recycle` ends its life.
 */
export const lifecycleSteps = {
  stockIn: { from: ['pendingStockIn'], to: 'inStock' },
  undoStockIn: { from: ['inStock'], to: 'pendingStockIn' },
  stockOut: { from: ['inStock'], to: 'assigned' },
  allocate: { from: ['inStock', 'assigned', 'unbound'], to: 'assigned' },
  takeBack: { from: ['assigned'], to: 'inStock' },
  handBack: { from: ['assigned'], to: 'unbound' },
  bind: { from: ['assigned', 'unbound'], to: 'bound' },
  unbind: { from: ['bound'], to: 'unbound' },
  restock: { from: ['unbound'], to: 'inStock' },
  recycle: { from: ['pendingStockIn', 'inStock', 'assigned', 'unbound'], to: 'recycled' },
} as const satisfies Record<string, { from: readonly DeviceLifecycle[]; to: DeviceLifecycle }>

export type LifecycleStep = keyof typeof lifecycleSteps
export const lifecycleStep = z.enum(keysOf(lifecycleSteps))

/** Where a step leads from a state; undefined is 'no such state transition'. */
export function lifecycleAfter(from: DeviceLifecycle, step: LifecycleStep): DeviceLifecycle | undefined {
  const { from: allowed, to }: { from: readonly DeviceLifecycle[]; to: DeviceLifecycle } =
    lifecycleSteps[step]
  return allowed.includes(from) ? to : undefined
}

/** A step is not possible from where the device is in its life. */
export const stepFrom =
  (step: LifecycleStep) =>
  ({ lifecycle }: { lifecycle: DeviceLifecycle }): Refusing | undefined =>
    stepUnless(lifecycleAfter(lifecycle, step) !== undefined, 'lifecycle')

/** The steps that the people of a tenant take by themselves; the others belong to an allocation. */
export type HandStep = Exclude<LifecycleStep, 'allocate' | 'handBack'>

const toBound: Partial<Record<DeviceLifecycle, readonly LifecycleStep[]>> = {
  pendingStockIn: ['stockIn', 'stockOut', 'bind'],
  inStock: ['stockOut', 'bind'],
  assigned: ['bind'],
  unbound: ['bind'],
  bound: ['unbind', 'bind'],
}

/** The steps in between when a device is bound straight away, as by an import; undefined where none lead there. */
export const stepsToBound = (from: DeviceLifecycle): readonly LifecycleStep[] | undefined => toBound[from]
