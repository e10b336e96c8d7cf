// Puts orders to devices into the queue; the broker sends them and writes down how far they got.
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
  batchId?: number
}

/** Writes an order in the caller's transaction and answers its id; dispatch hears of it after the commit. */
export async function queueCommand(sql: Sql, bus: Bus, order: Order): Promise<number> {
  const [id] = await queueCommands(sql, bus, [order])
  if (id === undefined) throw new Error('The command was not stored')
  return id
}

/** Writes orders of one tenant with one statement; answers their ids in the order given. */
export async function queueCommands(sql: Sql, bus: Bus, orders: readonly Order[]): Promise<number[]> {
  const [first] = orders
  if (!first) return []
  const now = Date.now()
  const column = <T>(pick: (order: Order) => T) => orders.map(pick)
  const rows = await sql.query<{ id: number }>(
    `insert into device_command (tenant_id, created_at, updated_at, device_id, imei, kind, input, user_id, user_name,
       expires_at, batch_id)
     select t, $1, $1, device_id, imei, kind, input::jsonb, user_id, user_name, expires_at, batch_id
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::bigint[],
       $10::bigint[]) with ordinality
       as x (t, device_id, imei, kind, input, user_id, user_name, expires_at, batch_id, n)
     order by n returning id`,
    [
      now,
      column(order => order.tenantId),
      column(order => order.deviceId),
      column(order => order.imei),
      column(order => order.kind),
      column(order => (order.input === null ? null : JSON.stringify(order.input))),
      column(order => order.userId),
      column(order => order.userName),
      column(order => (order.at ?? now) + commandFacts[order.kind].lifeMs),
      column(order => order.batchId ?? null),
    ],
  )
  const ids = rows.map(row => row.id)
  sql.afterCommit(() => bus.emit('command.queued', { ids, tenantId: first.tenantId }))
  return ids
}

/** Settings that are still waiting are overtaken: a device gets the newest only. */
export async function overtakeSettings(sql: Sql, bus: Bus, deviceIds: readonly number[]): Promise<void> {
  const overtaken = await sql.query<{ id: number; tenantId: number }>(
    `update device_command set state = 'failed', reason = 'overtaken', finished_at = $2, updated_at = $2, version = version + 1
     where device_id = any($1) and kind = 'settings' and state = 'waiting' returning id, tenant_id as "tenantId"`,
    [deviceIds, Date.now()],
  )
  const [first] = overtaken
  if (first)
    sql.afterCommit(() =>
      bus.emit('command.changed', { ids: overtaken.map(row => row.id), tenantId: first.tenantId }),
    )
}
