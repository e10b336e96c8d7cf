// Lets time pass for a payment or a bill, in the books: nobody waits half an hour, let alone a day.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { OWNER, placeCluster, runningPort } from '../../server/db/cluster.ts'

/** From now on the time to pay is over: of the bill's payment, or of the bill. */
export async function passTime(of: 'payment' | 'bill', billId: number): Promise<void> {
  const folder = process.env.CONSOLE_DATA ?? ''
  const { ownerPassword } = JSON.parse(readFileSync(join(folder, 'database.json'), 'utf8'))
  const port = runningPort(placeCluster(folder, pino({ level: 'silent' })))
  const client = new pg.Client({
    connectionString: `postgres://${OWNER}:${ownerPassword}@127.0.0.1:${port}/gatehouse`,
  })
  await client.connect()
  try {
    const over = Date.now() - 1
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
  } finally {
    await client.end()
  }
}
