// Publishes to who began an allocation how far it got.
import * as z from 'zod/mini'
import { allocationNotice } from '../../../src/contract/messages.ts'
import type { AllocationState } from '../../../src/domain/device/allocation.ts'
import type { Bus } from '../../bus.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import type { Outlet } from '../../outlet.ts'

interface Given {
  data: Data
  bus: Bus
  log: Log
  outlet: () => Outlet
}

/** Listens until the answered function is called. */
export function publishAllocations({ data, bus, log, outlet }: Given): () => void {
  return bus.on('allocation.changed', ({ id, userId }) => {
    data
      .scoped(WHOLE, sql =>
        sql.first<{ id: number; state: AllocationState; total: number; done: number; failed: number }>(
          'select id, state, total, done, failed from allocation where id = $1',
          [id],
        ),
      )
      .then(row => {
        if (row) outlet().toPerson(userId, z.encode(allocationNotice, { code: 'allocation', ...row }))
      })
      .catch(error => log.warn({ err: error }, 'The progress of an allocation could not be published'))
  })
}
