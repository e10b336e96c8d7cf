// The commands that move a device through its life.
import type { LifecycleStep } from '../../../src/domain/device/lifecycle.ts'
import type { Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const unavailable = async (_: Commanding) => {
  throw new Refused('unavailable')
}

export const lifeCommands: Record<
  Exclude<LifecycleStep, 'allocate'>,
  (commanding: Commanding) => Promise<void>
> = {
  stockIn: unavailable,
  undoStockIn: unavailable,
  stockOut: unavailable,
  takeBack: unavailable,
  bind: unavailable,
  unbind: unavailable,
  restock: unavailable,
  recycle: unavailable,
}
