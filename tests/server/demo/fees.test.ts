// Fees of the demo: half a year that could have been billed so, and a month that waits to be looked at.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { seedFees } from '../../../server/demo/fees.ts'
import { estate, list, look } from '../modules/fees/fees.ts'
import { startServer, type TestServer } from '../start.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const sums = z.object({ bills: z.int(), lines: z.int(), paid: z.int(), payments: z.int(), ahead: z.int() })

test('bills, their lines and their payments agree; some are owed, and the month that runs is a draft', async () => {
  const now = Date.now()
  const { tenantId, userId } = server.here
  await server.sql(sql => sql.query('update building set removed_at = 1 where tenant_id = $1', [tenantId]))
  const { communityId, roomIds } = await estate(server, 40)
  await server.sql(async sql => {
    await sql.query('update tariff set removed_at = 1 where community_id = $1', [communityId])
    const staffed = {
      tenantId,
      departments: new Map(),
      roles: new Map(),
      people: [{ id: userId, name: 'Li' }],
    }
    await seedFees(sql, staffed, now)
  })
  const books = await server.sql(async sql =>
    z.parse(
      sums,
      await sql.first(
        `select sum(f.amount)::bigint as bills, count(*) filter (where b.paid_at > $2)::int as ahead,
           sum((select sum(l.amount) from fee_line l where l.fee_bill_id = f.id))::bigint as lines,
           sum(b.amount) filter (where b.state = 'paid')::bigint as paid,
           sum((select p.amount from payment p where p.id = b.payment_id))::bigint as payments
         from fee_bill f join bill b on b.id = f.bill_id where f.community_id = $1`,
        [communityId, now],
      ),
    ),
  )
  expect(books.lines).toBe(books.bills)
  expect(books.payments).toBe(books.paid)
  expect(books.paid).toBeGreaterThan(books.bills / 2)
  expect(books.paid).toBeLessThan(books.bills)
  expect(books.ahead).toBe(0)
  const runs = await list(server, 'feeRun', { communityId: String(communityId) })
  expect(runs.map(({ state, done }) => [state, done])).toEqual([
    ['draft', 0],
    ...Array.from({ length: 6 }, () => ['issued', roomIds.length]),
  ])
  const [draft] = runs
  if (!draft) throw new Error('There is no draft')
  const seen = await look(server, draft)
  expect(seen.unread.count).toBeGreaterThan(0)
  expect(seen.rooms).toBeGreaterThan(0)
})
