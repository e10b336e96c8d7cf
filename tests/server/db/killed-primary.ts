// Devices speak without a pause while the primary of the database is killed and its standby takes over.
import { type Stage, until } from '../broker/stage.ts'
import type { Pair } from './database-pair.ts'

/** Odd, so that turns do not hide anything. */
const DEVICES = 17
/** What is not acknowledged a device says again. */
const AGAIN_MS = 100
const PATIENCE_MS = 120_000

export interface Drill {
  /** Before the death, and after it. */
  before: number
  after: number
}

export interface Outcome {
  acknowledged: number
  /** Acknowledged, and not in the database. */
  lost: string[]
  /** Messages that were blamed for what was the database's fault. */
  refused: number
  /** From the death to the next acknowledged message. */
  gapMs: number
}

export async function killPrimary(stage: Stage, pair: Pair, { before, after }: Drill): Promise<Outcome> {
  const fleet = await Promise.all(Array.from({ length: DEVICES }, () => stage.addDevice({})))
  const base = Date.now() - 3_600_000
  const acknowledged: { said: string; at: number }[] = []
  let running = true
  const isStored = (imei: string, message: object) =>
    stage.broker.ingest.take(imei, Buffer.from(JSON.stringify(message)), `sfwatch/${imei}/server`).then(
      () => true,
      () => false,
    )
  const speak = async ({ id, imei }: { id: number; imei: string }) => {
    for (let n = 0; running; n++) {
      const message = { code: '2001', seq: n, time: base + n, values: { steps: n } }
      while (!(await isStored(imei, message))) await new Promise(resolve => setTimeout(resolve, AGAIN_MS))
      acknowledged.push({ said: `${id} ${n}`, at: performance.now() })
    }
  }
  const devices = fleet.map(speak)
  await until(() => acknowledged.length >= before, PATIENCE_MS)
  pair.killPrimary()
  const diedAt = performance.now()
  const atDeath = acknowledged.length
  await pair.promote()
  await until(() => acknowledged.length >= atDeath + after, PATIENCE_MS)
  running = false
  await Promise.all(devices)
  const rows = await stage.query<{ said: string }>(
    `select device_id || ' ' || value as said from reading where device_id = any($1)`,
    [fleet.map(({ id }) => id)],
  )
  const stored = new Set(rows.map(({ said }) => said))
  const refused = await stage.query('select from refused_message')
  // What was on its way when the primary died may still be answered within a moment.
  const next = acknowledged.slice(atDeath).find(({ at }) => at - diedAt > 50)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.map(({ said }) => said).filter(said => !stored.has(said)),
    refused: refused.length,
    gapMs: (next?.at ?? performance.now()) - diedAt,
  }
}
