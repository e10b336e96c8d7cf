// How allocations and production are stored.
import type { Store } from '../../entity/statement.ts'
import type { Kernel } from '../../kernel.ts'
import { allocationStore } from './allocation.ts'
import { batchStore } from './batches.ts'
import { recordStore } from './records.ts'

export function lifeStores({ bus, jobs }: Pick<Kernel, 'bus' | 'jobs'>): Store[] {
  return [allocationStore(jobs), batchStore(bus), recordStore]
}
