// The enabled fences of tenants and whom they watch, remembered by this process and read again when a tenant's stamp has
// grown, whichever process changed them.
import * as z from 'zod/mini'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { fenceShape, type Ring } from '../../../src/domain/fence/fence.ts'
import { storedShape } from '../../../src/domain/fence/fence-geometry.ts'
import { prepareShape } from '../../../src/domain/fence/fence-inside.ts'
import type { Sql } from '../../db/scoped.ts'
import { type BoxIndex, packBoxes } from './box-index.ts'
import type { GuardedFence } from './engine.ts'

export interface TenantFences {
  fences: ReadonlyMap<number, GuardedFence>
  boxes: BoxIndex<GuardedFence>
  /** By device: the fences it is bound to, and since when. */
  bound: ReadonlyMap<number, ReadonlyMap<number, number>>
  /** By group: the fences that watch all of it. */
  ofGroup: ReadonlyMap<number, { ids: ReadonlySet<number>; armedAt: number }>
}

export interface FenceBook {
  /** The fences of those tenants that have any; costs one small query while nothing has changed. */
  of(sql: Sql, tenantIds: readonly number[]): Promise<Map<number, TenantFences>>
}

const row = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  shape: fenceShape,
  longitude: z.nullable(z.number()),
  latitude: z.nullable(z.number()),
  radius: z.nullable(z.number()),
  alarmOnExit: z.boolean(),
  alarmOnEntry: z.boolean(),
  delaySeconds: z.int(),
  dwellMinutes: z.nullable(z.int()),
  days: z.array(z.int()),
  fromMinute: z.nullable(z.int()),
  untilMinute: z.nullable(z.int()),
  zone: z.string(),
  groupIds: z.array(z.int()),
  armedAt: z.int(),
})
type Row = z.output<typeof row>

const FENCES = `select id, version, name, shape, longitude, latitude, radius, alarm_on_exit as "alarmOnExit",
    alarm_on_entry as "alarmOnEntry", delay_seconds as "delaySeconds", dwell_minutes as "dwellMinutes",
    array_to_json(days) as days, from_minute as "fromMinute", until_minute as "untilMinute", zone,
    array_to_json(group_ids) as "groupIds", armed_at as "armedAt"
  from fence where tenant_id = $1 and status = 'enabled' and removed_at is null order by id`
const BINDINGS = `select b.fence_id as "fenceId", json_agg(b.device_id) as devices, json_agg(b.at) as times
  from fence_device b where b.tenant_id = $1 group by 1`

interface Known extends TenantFences {
  stamp: number
  rows: Map<number, { version: number; fence: GuardedFence }>
}

export function createFenceBook(): FenceBook {
  const known = new Map<number, Known>()
  return {
    of: async (sql, tenantIds) => {
      const stamps = await sql.query<{ tenantId: number; stamp: number }>(
        'select tenant_id as "tenantId", stamp from fence_stamp where tenant_id = any($1::bigint[])',
        [tenantIds],
      )
      const found = new Map<number, TenantFences>()
      for (const { tenantId, stamp } of stamps) {
        const remembered = known.get(tenantId)
        const fresh =
          remembered?.stamp === stamp ? remembered : await readTenant(sql, tenantId, stamp, remembered)
        known.set(tenantId, fresh)
        if (fresh.fences.size > 0) found.set(tenantId, fresh)
      }
      return found
    },
  }
}

async function readTenant(sql: Sql, tenantId: number, stamp: number, before?: Known): Promise<Known> {
  const all = (await sql.query(FENCES, [tenantId])).map(raw => z.parse(row, raw))
  const changed = all.filter(({ id, version }) => before?.rows.get(id)?.version !== version)
  const rings = await ringsOf(sql, changed)
  const rows = new Map<number, { version: number; fence: GuardedFence }>()
  const ofGroup = new Map<number, { ids: Set<number>; armedAt: number }>()
  for (const one of all) {
    const kept = before?.rows.get(one.id)
    const fence = kept?.version === one.version ? kept.fence : guarded(one, rings.get(one.id) ?? [])
    // A row without a valid shape watches nothing. No form saves one; this is for what was written past it.
    if (!fence) continue
    fence.armedAt = one.armedAt
    rows.set(one.id, { version: one.version, fence })
    for (const id of one.groupIds) {
      const group = ofGroup.get(id) ?? { ids: new Set<number>(), armedAt: 0 }
      ofGroup.set(id, group)
      group.ids.add(one.id)
      group.armedAt = Math.max(group.armedAt, one.armedAt)
    }
  }
  const fences = new Map([...rows].map(([id, { fence }]) => [id, fence]))
  const boxes = packBoxes([...fences.values()].map(fence => ({ box: fence.shape.box, item: fence })))
  return { stamp, rows, fences, boxes, ofGroup, bound: await bindingsOf(sql, tenantId, fences) }
}

async function ringsOf(sql: Sql, changed: readonly Row[]): Promise<Map<number, Ring[]>> {
  const polygons = changed.filter(({ shape }) => shape === 'polygon').map(({ id }) => id)
  if (polygons.length === 0) return new Map()
  const rows = await sql.query<{ id: number; rings: Ring[] | null }>(
    'select id, rings from fence where id = any($1::bigint[])',
    [polygons],
  )
  return new Map(rows.map(({ id, rings }) => [id, rings ?? []]))
}

function guarded(stored: Row, rings: readonly Ring[]): GuardedFence | undefined {
  const shape = storedShape({ ...stored, rings })
  if (!shape) return undefined
  const { id, name, longitude, latitude, alarmOnExit, alarmOnEntry, dwellMinutes, armedAt } = stored
  const { days, fromMinute, untilMinute, zone } = stored
  return {
    id,
    name,
    shape: prepareShape(shape),
    label: { longitude: longitude ?? 0, latitude: latitude ?? 0 },
    alarmOnExit,
    alarmOnEntry,
    delayMs: stored.delaySeconds * 1000,
    dwellMs: dwellMinutes === null ? null : dwellMinutes * MINUTE_MS,
    hours: { days, fromMinute, untilMinute, zone },
    armedAt,
  }
}

async function bindingsOf(
  sql: Sql,
  tenantId: number,
  fences: ReadonlyMap<number, GuardedFence>,
): Promise<Map<number, Map<number, number>>> {
  const bound = new Map<number, Map<number, number>>()
  const rows = await sql.query<{ fenceId: number; devices: number[]; times: number[] }>(BINDINGS, [tenantId])
  for (const { fenceId, devices, times } of rows) {
    if (!fences.has(fenceId)) continue
    for (const [index, device] of devices.entries()) {
      const its = bound.get(device) ?? new Map<number, number>()
      bound.set(device, its)
      its.set(fenceId, times[index] ?? 0)
    }
  }
  return bound
}

/** The fences that watch one device. */
export interface Watch {
  has(fenceId: number): boolean
  /** Since when a fence watches it as it does now. */
  armedAt(fence: GuardedFence): number
  /** The latest `armedAt` of all of them. */
  newest: number
  all(): Iterable<GuardedFence>
}

/** What watches a device; undefined for nothing. `groupAt`: it came to its group then. */
export function watchOf(
  { fences, bound, ofGroup }: TenantFences,
  deviceId: number,
  { groupId, groupAt }: { groupId: number | null; groupAt: number | null },
): Watch | undefined {
  const direct = bound.get(deviceId)
  const byGroup = groupId === null ? undefined : ofGroup.get(groupId)
  if (!direct && !byGroup) return undefined
  const armedAt = (fence: GuardedFence) => Math.max(fence.armedAt, direct?.get(fence.id) ?? groupAt ?? 0)
  let newest = byGroup ? Math.max(byGroup.armedAt, groupAt ?? 0) : 0
  for (const [id, at] of direct ?? []) newest = Math.max(newest, at, fences.get(id)?.armedAt ?? 0)
  return {
    has: id => direct?.has(id) === true || byGroup?.ids.has(id) === true,
    armedAt,
    newest,
    *all() {
      for (const id of new Set([...(direct?.keys() ?? []), ...(byGroup?.ids ?? [])])) {
        const fence = fences.get(id)
        if (fence) yield fence
      }
    },
  }
}
