// Lets time pass for a payment or a bill, in the database: nobody waits half an hour, let alone a day.
import { expect } from 'playwright/test'
import { inConsoleDatabase } from './console-database.ts'

const dataFolderOfWalk = () => process.env.CONSOLE_DATA ?? ''

/** From now on the time to pay is over: of the bill's payment, or of the bill. */
export function passTime(of: 'payment' | 'bill', billId: number): Promise<void> {
  const over = Date.now() - 1
  return inConsoleDatabase(dataFolderOfWalk(), async client => {
    if (of === 'bill') await client.query('update bill set closes_at = $2 where id = $1', [billId, over])
    else {
      const { rows } = await client.query<{ trade_number: string }>(
        `update payment p set expires_at = $2, ask_at = $2 from bill b where b.id = $1 and p.id = b.payment_id
         returning p.trade_number`,
        [billId, over],
      )
      await client.query('update sandbox_trade set expires_at = $2 where trade_number = $1', [
        rows[0]?.trade_number,
        over,
      ])
    }
  })
}

const HOUR = 3_600_000

const begun = {
  payment: 'update sandbox_trade set settles_at = $2 where settles_at is not null and',
  refund: 'update sandbox_refund set done_at = $2 where',
}

/**
 * The bank that has just begun to work on the bill's payment, or its refund, takes until `settles`: what people see and
 * do meanwhile is seen and done while it is at work, however long the machine takes over it.
 */
export async function bankAtWork(
  billId: number,
  on: keyof typeof begun = 'payment',
): Promise<{ settles(): Promise<void> }> {
  const settleAt = (at: number) =>
    inConsoleDatabase(dataFolderOfWalk(), async client => {
      const { rows } = await client.query<{ trade_number: string }>(
        `${begun[on]} trade_number = (
           select p.trade_number from payment p join bill b on b.payment_id = p.id where b.id = $1)
         returning trade_number`,
        [billId, at],
      )
      expect(rows).toHaveLength(1)
      await client.query(
        `update sandbox_callback set due_at = $2 where body::jsonb ->> 'tradeNumber' = $1 and body::jsonb ->> 'state' = 'paid'`,
        [rows[0]?.trade_number, at],
      )
    })
  await expect(() => settleAt(Date.now() + HOUR)).toPass()
  return { settles: () => settleAt(Date.now() - 1) }
}
