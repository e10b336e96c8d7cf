// Gives a command to many devices: judged one by one, written with one statement, to the audit log by device.
import { randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import type { ErrorId } from '../../../src/contract/errors.ts'
import type { CommandKind } from '../../../src/domain/device/command-input.ts'
import {
  crossedLimit,
  type DeviceSettings,
  deviceSettings,
  mergeSettings,
} from '../../../src/domain/device/settings.ts'
import type { Bus } from '../../bus.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { overtakeSettings, queueCommands } from '../devices/public.ts'
import { type Candidate, type Found, findTargets, hindrance, refuseCrowd, type Wanted } from './targets.ts'

export interface GivenCommand {
  kind: CommandKind
  input: Record<string, unknown> | null
}

interface Judged {
  able: Candidate[]
  refused: { device: Candidate; reason: ErrorId }[]
}

export interface Started {
  batchId: number
  orders: number
  refused: number
}

interface Sending {
  devices: Store
  bus: Bus
  context: Context
  wanted: Wanted
  order: GivenCommand
  sample?: number | undefined
  /** When the person gave it. */
  at?: number
}

/** Sends a command to the devices that are meant; answers the batch. */
export async function sendToMany({
  devices,
  bus,
  context,
  wanted,
  order: command,
  sample,
  at,
}: Sending): Promise<Started> {
  const found = await findTargets(devices, wanted, context)
  if (sample === undefined) refuseCrowd(found.devices.length, wanted.groupId ? 'groupId' : 'deviceIds')
  const judged = judge(found.devices, device => hindrance(device, command.kind, command.input))
  const drawn = sample === undefined ? judged : { able: draw(judged.able, sample), refused: [] }
  if (drawn.able.length === 0) throw refusalOf(judged.refused.map(({ reason }) => reason))
  const batchId = await writeBatch(context, found, command, drawn)
  await queueCommands(
    context.sql,
    bus,
    drawn.able.map(device => ({
      ...commandFor(device, context, batchId),
      kind: command.kind,
      input: command.input,
      ...(at !== undefined && { at }),
    })),
  )
  for (const device of drawn.able)
    context.sql.audit({
      ...by(context, device.tenantId),
      action: `device.${command.kind}`,
      entity: 'device',
      rowId: device.id,
      detail: { batchId, ...command.input },
    })
  return { batchId, orders: drawn.able.length, refused: drawn.refused.length }
}

/** Changes some settings of many devices: what is not given stays as it is wanted on each. */
export async function sendSettingsToMany({
  devices,
  bus,
  context,
  wanted,
  settings,
}: Omit<Sending, 'order'> & { settings: Partial<DeviceSettings> }): Promise<Started> {
  const { sql } = context
  const found = await findTargets(devices, wanted, context)
  refuseCrowd(found.devices.length, wanted.groupId ? 'groupId' : 'deviceIds')
  const merged = new Map(
    found.devices.map(device => [device.id, mergeSettings(readDesired(device.desired), settings)]),
  )
  const command: GivenCommand = { kind: 'settings', input: { ...settings } }
  const judged = judge(found.devices, device => {
    const own = hindrance(device, 'settings', null)
    return own ?? (crossedLimit(merged.get(device.id) ?? {}) ? 'field.limitOrder' : undefined)
  })
  const { able } = judged
  if (able.length === 0) throw refusalOf(judged.refused.map(({ reason }) => reason))
  const batchId = await writeBatch(context, found, command, judged)
  const ids = able.map(({ id }) => id)
  await sql.change(
    `insert into device_settings (device_id, tenant_id, desired, desired_at)
     select d, t, w::jsonb, $4 from unnest($1::bigint[], $2::bigint[], $3::text[]) as x (d, t, w)
     on conflict (device_id) do update set tenant_id = excluded.tenant_id, desired = excluded.desired,
       desired_at = excluded.desired_at`,
    [
      ids,
      able.map(({ tenantId }) => tenantId),
      able.map(({ id }) => JSON.stringify(merged.get(id))),
      Date.now(),
    ],
  )
  await overtakeSettings(sql, bus, ids)
  await queueCommands(
    sql,
    bus,
    able.map(device => ({
      ...commandFor(device, context, batchId),
      kind: 'settings' as const,
      input: { ...merged.get(device.id) },
    })),
  )
  for (const device of able)
    sql.audit({
      ...by(context, device.tenantId),
      action: 'device.settings',
      entity: 'device',
      rowId: device.id,
      detail: { batchId, changes: { settings: { ...settings } } },
    })
  const [first] = able
  if (first)
    sql.afterCommit(() => bus.emit('device.changed', { ids, tenantId: first.tenantId, change: 'settings' }))
  return { batchId, orders: able.length, refused: judged.refused.length }
}

const commandFor = (device: Candidate, { person }: Context, batchId: number) => ({
  tenantId: device.tenantId,
  deviceId: device.id,
  imei: device.imei,
  userId: person.accountId,
  userName: person.name,
  batchId,
})

// Settings of an older release that no longer fit count as unset, as they do where limits are judged.
function readDesired(raw: unknown): Partial<DeviceSettings> {
  const read = z.safeParse(z.partial(deviceSettings), raw ?? {})
  return read.success ? read.data : {}
}

function judge(devices: readonly Candidate[], reasonOf: (device: Candidate) => ErrorId | undefined): Judged {
  const judged: Judged = { able: [], refused: [] }
  for (const device of devices) {
    const reason = reasonOf(device)
    if (reason) judged.refused.push({ device, reason })
    else judged.able.push(device)
  }
  return judged
}

/** When one reason hindered all and says what to do, it is the answer; else there is no command available. */
function refusalOf(reasons: readonly ErrorId[]): Refused {
  const [first] = reasons
  const one = first !== undefined && reasons.every(reason => reason === first)
  if (!one || first === 'command.notUnderstood' || first === 'device.recycled')
    return new Refused('command.none')
  return first === 'field.limitOrder' ? new Refused(first, { field: 'settings.limits' }) : new Refused(first)
}

/** So many of them, each with the same chance. */
function draw(devices: readonly Candidate[], count: number): Candidate[] {
  if (devices.length > 0 && count > devices.length)
    throw new Refused('field.tooBig', { field: 'sample', params: { max: devices.length } })
  const left = [...devices]
  for (let at = 0; at < Math.min(count, left.length); at++) {
    const other = randomInt(at, left.length)
    const [here, there] = [left[at], left[other]]
    if (here && there) [left[at], left[other]] = [there, here]
  }
  return left.slice(0, count).sort((a, b) => a.id - b.id)
}

async function writeBatch(
  { sql, person }: Context,
  { target, groupId }: Found,
  { kind, input }: GivenCommand,
  { able, refused }: Judged,
): Promise<number> {
  const tenants = new Set(able.map(({ tenantId }) => tenantId))
  const [tenantId] = tenants
  // A batch belongs to one tenant: who sees all of them commands one after the other.
  if (tenants.size !== 1 || tenantId === undefined) throw new Refused('field.choice', { field: 'deviceIds' })
  const now = Date.now()
  const row = await sql.first<{ id: number }>(
    `insert into command_batch (tenant_id, created_at, updated_at, kind, input, target, group_id, refused, user_id, user_name)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      tenantId,
      now,
      kind,
      input === null ? null : JSON.stringify(input),
      target,
      groupId,
      JSON.stringify(
        refused.map(({ device, reason }) => ({
          deviceId: device.id,
          imei: device.imei,
          deviceName: device.name,
          reason,
        })),
      ),
      person.accountId,
      person.name,
    ],
  )
  if (!row) throw new Error('The batch was not stored')
  return row.id
}
