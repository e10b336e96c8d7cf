// How allocations and production are stored.
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import { allocationStore } from './allocation.ts'
import { batchStore } from './batches.ts'
import { recordStore } from './records.ts'

export function lifeStores(bus: Bus): Store[] {
  return [allocationStore(bus), batchStore(bus), recordStore]
}
