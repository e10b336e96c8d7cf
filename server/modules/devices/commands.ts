// Puts an order to a device into the queue; the broker sends it and writes down how far it got.
import { type CommandKind, commandFacts } from '../../../src/domain/device/command-input.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'

export interface Order {
  tenantId: number
  deviceId: number
  imei: string
  kind: CommandKind
  input: Record<string, unknown> | null
  userId: number | null
  userName: string | null
  /** When the person gave it. */
  at?: number
}

/** Writes the order in the caller's transaction and answers its id; dispatch hears of it after the commit. */
export async function queueCommand(sql: Sql, bus: Bus, order: Order): Promise<number> {
  const now = Date.now()
  const row = await sql.first<{ id: number }>(
    `insert into device_command (tenant_id, created_at, updated_at, device_id, imei, kind, input, user_id, user_name, expires_at)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      order.tenantId,
      now,
      order.deviceId,
      order.imei,
      order.kind,
      order.input === null ? null : JSON.stringify(order.input),
      order.userId,
      order.userName,
      (order.at ?? now) + commandFacts[order.kind].lifeMs,
    ],
  )
  if (!row) throw new Error('The command was not stored')
  sql.afterCommit(() => bus.emit('command.queued', { ids: [row.id], tenantId: order.tenantId }))
  return row.id
}
