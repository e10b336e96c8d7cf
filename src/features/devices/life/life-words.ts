// Words of a device's life: states, steps, allocations, batches, quality.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AllocationState } from '../../../domain/device/allocation.ts'
import type { DeviceLifecycle, HandStep, LifecycleStep } from '../../../domain/device/lifecycle.ts'
import type { BatchState } from '../../../domain/device/production.ts'
import type { Word } from '../../../resource/view.ts'

export const lifecycleWords = {
  pendingStockIn: { label: msg`Pending stock-in`, tone: 'new' },
  inStock: { label: msg`In stock`, tone: 'info' },
  assigned: { label: msg`Allocated but unbound`, tone: 'attention' },
  bound: { label: msg`Bound`, tone: 'ok' },
  unbound: { label: msg`Unbound`, tone: 'attention' },
  recycled: { label: msg`Decommissioned`, tone: 'off' },
} as const satisfies Record<DeviceLifecycle, Word>

export const stepWords: Record<LifecycleStep, MessageDescriptor> = {
  stockIn: msg`Stock in`,
  undoStockIn: msg`Stock-in taken back`,
  stockOut: msg`Stock out`,
  allocate: msg`Allocate`,
  takeBack: msg`Taken back into stock`,
  handBack: msg`Allocation taken back`,
  bind: msg`Bind`,
  unbind: msg`Unbind`,
  restock: msg`Back into stock`,
  recycle: msg`Decommission`,
}

/** What is usually done next, in one sentence. */
export const nextWords: Record<DeviceLifecycle, MessageDescriptor> = {
  pendingStockIn: msg`Stock it in when it has arrived`,
  inStock: msg`Allocate it, or stock it out`,
  assigned: msg`Bind it to a person or a place`,
  bound: msg`Switch it on: its first message activates it`,
  unbound: msg`Bind it again, or put it back into stock`,
  recycled: msg`It is decommissioned`,
}

/** The step that usually comes next. */
export const usualStep: Partial<Record<DeviceLifecycle, HandStep>> = {
  pendingStockIn: 'stockIn',
  inStock: 'stockOut',
  assigned: 'bind',
  unbound: 'bind',
}

export const allocationStateWords = {
  running: { label: msg`Running`, tone: 'info' },
  done: { label: msg`Done`, tone: 'ok' },
  failed: { label: msg`Failed`, tone: 'critical' },
  undoing: { label: msg`Being taken back`, tone: 'attention' },
  undone: { label: msg`Taken back`, tone: 'off' },
} as const satisfies Record<AllocationState, Word>

export const itemStateWords = {
  waiting: { label: msg`Waiting`, tone: 'off' },
  done: { label: msg`Allocated`, tone: 'ok' },
  failed: { label: msg`Failed`, tone: 'critical' },
  undone: { label: msg`Taken back`, tone: 'off' },
  kept: { label: msg`Stays there`, tone: 'attention' },
} as const satisfies Record<string, Word>

export const batchStateWords = {
  planned: { label: msg`Planned`, tone: 'new' },
  producing: { label: msg`In production`, tone: 'info' },
  checking: { label: msg`In inspection`, tone: 'attention' },
  released: { label: msg`Released`, tone: 'ok' },
  closed: { label: msg`Closed`, tone: 'off' },
} as const satisfies Record<BatchState, Word>

export const qualityWords = {
  pending: { label: msg`Not inspected`, tone: 'new' },
  passed: { label: msg`Passed`, tone: 'ok' },
  failed: { label: msg({ context: 'inspection', message: 'Failed' }), tone: 'critical' },
} as const satisfies Record<string, Word>

export const salesModeWords = {
  direct: msg`Direct sale`,
  agent: msg`Through an agent`,
  rental: msg`Rental`,
  trial: msg`Trial`,
}
