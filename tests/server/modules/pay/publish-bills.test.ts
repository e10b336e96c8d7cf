// Who ordered bills hears that they have moved: once for what happened together, and nobody else hears it.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBus } from '../../../../server/bus.ts'
import { publishBills } from '../../../../server/modules/pay/publish-bills.ts'
import { silentOutlet } from '../../../../server/outlet.ts'

test('bills that move together are told together, each to who ordered it', async () => {
  const bus = createBus(error => {
    throw error
  })
  const told: [number, unknown][] = []
  const outlet = {
    ...silentOutlet,
    toPerson: (userId: number, message: unknown) => void told.push([userId, message]),
  }
  const stop = publishBills({ bus, outlet: () => outlet })
  for (const id of [1, 2, 2]) bus.emit('bill.changed', { id, userId: 7 })
  bus.emit('bill.changed', { id: 3, userId: 8 })
  expect(told).toEqual([])
  await turn()
  expect(told).toEqual([
    [7, { code: 'bills', ids: [1, 2] }],
    [8, { code: 'bills', ids: [3] }],
  ])
  bus.emit('bill.changed', { id: 1, userId: 7 })
  await turn()
  expect(told.slice(2)).toEqual([[7, { code: 'bills', ids: [1] }]])
  stop()
  bus.emit('bill.changed', { id: 1, userId: 7 })
  await turn()
  expect(told).toHaveLength(3)
})
