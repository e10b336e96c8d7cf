// Which devices a command is for, and which of them cannot take it, and why.
import { MOST_COMMANDED } from '../../../src/contract/endpoints/device-command.ts'
import type { ErrorId } from '../../../src/contract/errors.ts'
import {
  type CommandKind,
  commandFacts,
  commandKinds,
  switchMode,
  takesMode,
  understands,
} from '../../../src/domain/device/command-input.ts'
import type { DeviceKind, DeviceState } from '../../../src/domain/device/device.ts'
import type { DeviceLifecycle } from '../../../src/domain/device/lifecycle.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

/** Just one of them. */
export interface Wanted {
  deviceIds?: number[] | undefined
  groupId?: number | undefined
  departmentId?: number | undefined
  everybody?: true | undefined
}

export interface Candidate {
  id: number
  tenantId: number
  imei: string
  name: string
  kind: DeviceKind
  lifecycle: DeviceLifecycle
  state: DeviceState
  locked: boolean | null
  /** Of a gateway: how many switches are behind it, and how many of them are locked. */
  behind: number
  lockedBehind: number
  /** A command that counts at once is still under way. */
  busy: boolean
  desired: unknown
}

export interface Found {
  devices: Candidate[]
  /** In words. */
  target: string
  groupId: number | null
}

/** Names that stand for many devices. */
const NAMED = 3

const AT_ONCE = commandKinds.filter(kind => commandFacts[kind].atOnce)

/** The devices that are meant, locked against a second command at the same moment. */
export async function findTargets(store: Store, wanted: Wanted, context: Context): Promise<Found> {
  const ways = [wanted.deviceIds, wanted.groupId, wanted.departmentId, wanted.everybody]
  const named = ways.filter(way => way !== undefined).length
  if (named === 0) throw new Refused('nothingSelected', { field: 'deviceIds' })
  if (named > 1) throw new Refused('field.mustChooseOne', { field: 'deviceIds' })
  const { deviceIds, groupId } = wanted
  if (deviceIds) {
    const devices = await readCandidates(store, 't.id', deviceIds, context)
    // A foreign id is answered as one that never was, and nothing is sent to the others either.
    if (devices.length < deviceIds.length) throw new Refused('row.unknown')
    return { devices, target: namesOf(devices), groupId: null }
  }
  if (groupId !== undefined) {
    const name = await nameOf('device_group', groupId, context)
    return { devices: await readCandidates(store, 't.group_id', [groupId], context), target: name, groupId }
  }
  if (wanted.departmentId !== undefined) {
    const { departments } = context.person
    if (departments !== null && !departments.includes(wanted.departmentId)) throw new Refused('row.unknown')
    const name = await nameOf('department', wanted.departmentId, context)
    const devices = await readCandidates(store, 't.department_id', [wanted.departmentId], context)
    return { devices, target: name, groupId: null }
  }
  const devices = await readCandidates(store, 't.tenant_id', [context.person.tenantId], context)
  return { devices, target: '', groupId: null }
}

function namesOf(devices: readonly Candidate[]): string {
  const names = devices.slice(0, NAMED).map(({ name }) => name)
  const more = devices.length - names.length
  return [...names, ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

async function nameOf(
  table: 'device_group' | 'department',
  id: number,
  { sql, scope }: Context,
): Promise<string> {
  const row = await sql.first<{ name: string }>(
    `select name from ${table} where id = $1 and removed_at is null and ($2::bigint is null or tenant_id = $2)`,
    [id, scope.tenant === '*' ? null : scope.tenant],
  )
  if (!row) throw new Refused('row.unknown')
  return row.name
}

async function readCandidates(
  store: Store,
  column: 't.id' | 't.group_id' | 't.department_id' | 't.tenant_id',
  values: readonly number[],
  context: Context,
): Promise<Candidate[]> {
  const conditions = new Conditions()
  const { bind } = conditions
  conditions.parts.push('t.removed_at is null', `${column} = any(${bind(values)}::bigint[])`)
  addVisibility(store, conditions, context)
  // Locked first and read after that: a statement that waits for a lock still sees what was before it waited, and so
  // would miss the command that it waited for.
  const held = await context.sql.query<{ id: number }>(
    `select t.id from device t where ${conditions.where} order by t.id for no key update of t`,
    [...conditions.values],
  )
  conditions.parts.push(`t.id = any(${bind(held.map(({ id }) => id))}::bigint[])`)
  const atOnce = bind(AT_ONCE)
  const now = bind(Date.now())
  const behind = `(select count(*) from device x join device_state y on y.device_id = x.id
    where x.gateway_id = t.id and x.tenant_id = t.tenant_id and x.removed_at is null`
  return context.sql.query<Candidate>(
    `select t.id, t.tenant_id as "tenantId", t.imei, t.name, t.kind, t.lifecycle, s.state, s.locked, g.desired,
       case when t.kind = 'gateway' then ${behind}) else 0 end as behind,
       case when t.kind = 'gateway' then ${behind} and y.locked) else 0 end as "lockedBehind",
       exists (select from device_command c where c.device_id = t.id and c.kind = any(${atOnce}::text[])
         and c.state in ('waiting', 'sent', 'delivered') and c.expires_at > ${now}::bigint) as busy
     from device t join device_state s on s.device_id = t.id and s.tenant_id = t.tenant_id
       left join device_settings g on g.device_id = t.id
     where ${conditions.where} order by t.id`,
    conditions.values,
  )
}

/** Refuses more devices than one command may go to. */
export function refuseCrowd(count: number, field: string): void {
  if (count > MOST_COMMANDED) throw new Refused('field.tooBig', { field, params: { max: MOST_COMMANDED } })
}

/** Why a device cannot take a command; undefined when it can. */
export function hindrance(
  device: Candidate,
  kind: CommandKind,
  input: Record<string, unknown> | null,
): ErrorId | undefined {
  if (device.lifecycle === 'recycled') return 'device.recycled'
  const mode = kind === 'switch' ? switchMode.options.find(each => each === input?.mode) : undefined
  if (!understands(device.kind, kind) || (mode && !takesMode(device.kind, mode)))
    return 'command.notUnderstood'
  if (device.state === 'notActivated') return 'device.offline'
  if (!commandFacts[kind].atOnce) return undefined
  if (device.state === 'offline') return 'device.offline'
  if (mode && (device.locked || (device.behind > 0 && device.lockedBehind === device.behind)))
    return 'device.locked'
  return device.busy ? 'command.underWay' : undefined
}
