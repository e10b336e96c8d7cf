// Puts commands to devices into the queue; the broker sends them and writes down how far they got.
import { type CommandKind, commandFacts } from '../../../src/domain/device/command-input.ts'
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'

export interface NewCommand {
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

/** Writes a command in the caller's transaction and answers its id; dispatch hears of it after the commit. */
export async function queueCommand(sql: Sql, bus: Bus, command: NewCommand): Promise<number> {
  const [id] = await queueCommands(sql, bus, [command])
  if (id === undefined) throw new Error('The command was not stored')
  return id
}

/** Writes commands of one tenant with one statement; answers their ids in the order given. */
export async function queueCommands(sql: Sql, bus: Bus, commands: readonly NewCommand[]): Promise<number[]> {
  const [first] = commands
  if (!first) return []
  const now = Date.now()
  const column = <T>(pick: (command: NewCommand) => T) => commands.map(pick)
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
      column(command => command.tenantId),
      column(command => command.deviceId),
      column(command => command.imei),
      column(command => command.kind),
      column(command => (command.input === null ? null : JSON.stringify(command.input))),
      column(command => command.userId),
      column(command => command.userName),
      column(command => (command.at ?? now) + commandFacts[command.kind].lifeMs),
      column(command => command.batchId ?? null),
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
