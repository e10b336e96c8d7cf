// How fences and what happened at them are stored: shapes checked and in one form, sides forgotten where they no longer
// mean anything.
import * as z from 'zod/mini'
import {
  type FenceForm,
  fence,
  fenceEvent,
  fenceForm,
  MOST_FENCES,
  MOST_TENANT_CORNERS,
} from '../../../src/domain/fence/fence.ts'
import { labelPlace, wireRings } from '../../../src/domain/fence/fence-geometry.ts'
import { isZone } from '../../../src/domain/report/zone-time.ts'
import type { Sql } from '../../db/scoped.ts'
import type { Store } from '../../entity/statement.ts'
import { type Commanding, ofSeenDevices, type Saving } from '../../entity/table.ts'
import { refusalOf } from '../../http/issues.ts'
import { Refused } from '../../http/refusal.ts'
import { soundShape } from './shape-refusal.ts'

// Written without joins: row-level security makes the planner expect one row of each table, whatever the size of the fleet.

/** How many devices a fence (alias t) watches; those of its groups are not counted once more for being bound. */
export const DEVICE_COUNT = ofSeenDevices(
  seen => `(
    (select count(*) from device m where m.group_id = any(t.group_ids) and m.removed_at is null
        and m.lifecycle <> 'recycled' and ${seen('m')})
    + (select count(*) from fence_device b where b.fence_id = t.id and (select d.removed_at is null
        and d.lifecycle <> 'recycled' and not coalesce(d.group_id = any(t.group_ids), false) and ${seen('d')}
        from device d where d.id = b.device_id)))`,
)

const INSIDE_COUNT = ofSeenDevices(
  seen => `(select count(*) from fence_side s where s.fence_id = t.id and s.inside
    and (select ${seen('d')} from device d where d.id = s.device_id))`,
)

const LAST_EVENT = ofSeenDevices(
  seen => `(select max(e.at) from fence_event e where e.fence_id = t.id and ${seen('e')})`,
)

/** Whether a fence (alias t) watches the device of a side (alias s). */
export const WATCHES_SIDE = `(exists (select from fence_device b where b.fence_id = t.id and b.device_id = s.device_id)
    or (select d.group_id = any(t.group_ids) from device d where d.id = s.device_id))`

const names = `(select coalesce(json_agg(x.name order by x.id), '[]') from device_group x
  where x.id = any(t.group_ids) and x.removed_at is null)`

/** What it is saved as, with what the form left out as it was. */
function wholeOf({ input, before }: Saving): FenceForm {
  const whole = { ...before, ...input }
  const result = z.safeParse(fenceForm, whole)
  if (!result.success) throw refusalOf(result.error.issues, whole)
  return result.data
}

/** What the wire cannot check: fields that depend on each other. */
async function beforeSave(saving: Saving): Promise<Record<string, unknown>> {
  const whole = wholeOf(saving)
  const { fromMinute: from = null, untilMinute: until = null } = whole
  if ((from === null) !== (until === null))
    throw new Refused('field.required', { field: from === null ? 'fromMinute' : 'untilMinute' })
  if (!isZone(whole.zone)) throw new Refused('field.zone', { field: 'zone' })
  const shape = soundShape(whole)
  if (!saving.before) await refuseTooMany(saving.context.sql, saving.tenantId, MOST_FENCES - 1)
  if (shape.is === 'polygon') {
    const corners = shape.rings.reduce((sum, ring) => sum + ring.length, 0)
    if (corners > FEW_CORNERS)
      await refuseCorners(saving.context.sql, saving.tenantId, corners, saving.before?.id ?? null)
  }
  const isCircle = shape.is === 'circle'
  const { longitude, latitude } = labelPlace(shape)
  return {
    longitude,
    latitude,
    radius: isCircle ? shape.radius : null,
    // As text: the driver would make an array of a list.
    rings: isCircle ? null : JSON.stringify(wireRings(shape.rings)),
    days: whole.days.toSorted((a, b) => a - b),
    group_ids: whole.groupIds,
    from_minute: from,
    until_minute: until,
    dwell_minutes: whole.dwellMinutes ?? null,
    ...(changeOf(saving, whole) === 'words' ? {} : { armed_at: Date.now() }),
  }
}

async function refuseTooMany(sql: Sql, tenantId: number, most: number): Promise<void> {
  const row = await sql.first<{ n: number }>(
    'select count(*) as n from fence where tenant_id = $1 and removed_at is null',
    [tenantId],
  )
  if ((row?.n ?? 0) > most) throw new Refused('fence.tooMany', { params: { max: MOST_FENCES } })
}

/** A fence of so few corners is always allowed: the most fences of a tenant with as many each stay within its limit. */
const FEW_CORNERS = MOST_TENANT_CORNERS / MOST_FENCES

/** Refuses a shape that takes the tenant over its limit, and says how many corners it may have. */
async function refuseCorners(sql: Sql, tenantId: number, corners: number, own: unknown): Promise<void> {
  const row = await sql.first<{ n: number }>(
    `select coalesce(sum((select sum(jsonb_array_length(r)) from jsonb_array_elements(rings) r)), 0)::int as n
     from fence where tenant_id = $1 and removed_at is null and shape = 'polygon' and id is distinct from $2::bigint`,
    [tenantId, own],
  )
  const max = Math.max(FEW_CORNERS, MOST_TENANT_CORNERS - (row?.n ?? 0))
  if (corners > max) throw new Refused('fence.tooManyCorners', { field: 'rings', params: { max } })
}

const SHAPE = ['shape', 'longitude', 'latitude', 'radius', 'rings', 'status'] as const
const HOLDING = [
  'alarmOnExit',
  'alarmOnEntry',
  'delaySeconds',
  'dwellMinutes',
  'days',
  'fromMinute',
  'untilMinute',
  'zone',
  'groupIds',
] as const

/** What a save changes for decisions at the fence. Of a polygon, only its rings count: its place follows from them. */
function changeOf({ before }: Saving, whole: FenceForm): 'shape' | 'holding' | 'words' {
  if (!before) return 'shape'
  const own = whole.shape === 'polygon' ? ['longitude', 'latitude', 'radius'] : ['rings']
  const differs = (field: keyof FenceForm) =>
    JSON.stringify(before[field] ?? null) !== JSON.stringify(whole[field] ?? null)
  if (SHAPE.some(field => !own.includes(field) && differs(field))) return 'shape'
  return HOLDING.some(differs) ? 'holding' : 'words'
}

/** Nobody crosses a fence because somebody draws it anew: sides are found again, without events. */
async function afterSave(saving: Saving & { id: number }): Promise<void> {
  const { context, id, before } = saving
  if (!before) return
  const change = changeOf(saving, wholeOf(saving))
  if (change === 'shape') await forgetSides(context.sql, id)
  if (change !== 'holding') return
  const now = Date.now()
  await context.sql.change('update fence_side set window_at = $2, due_at = $2 where fence_id = $1', [id, now])
  await context.sql.change(
    `delete from fence_side s using fence t where t.id = $1 and s.fence_id = t.id and ${WATCHES_SIDE} is not true`,
    [id],
  )
}

const forgetSides = (sql: Sql, fenceId: number) =>
  sql.change('delete from fence_side where fence_id = $1', [fenceId])

const put =
  (status: 'enabled' | 'disabled') =>
  async ({ context, row }: Commanding) => {
    if (row.status === status) return
    await context.sql.change(
      'update fence set status = $2, armed_at = $3, version = version + 1, updated_at = $3 where id = $1',
      [row.id, status, Date.now()],
    )
    await forgetSides(context.sql, row.id)
  }

export const fenceEventStore: Store = { entity: fenceEvent, table: { name: 'fence_event' } }

export function fenceStores(): Store[] {
  return [
    {
      entity: fence,
      table: {
        name: 'fence',
        columns: {
          days: 'to_json(t.days)',
          groupIds: 'to_json(t.group_ids)',
          groupNames: names,
          deviceCount: DEVICE_COUNT,
          insideCount: INSIDE_COUNT,
          lastEventAt: LAST_EVENT,
        },
        unique: { fence_name: 'name' },
        beforeSave,
        afterSave,
        // Only the sides are forgotten: events and bindings stay, should the fence be restored.
        beforeRemove: async ({ context, row }) => void (await forgetSides(context.sql, row.id)),
        afterChange: async ({ context, id, tenantId, verb }) => {
          if (verb !== 'restore') return
          await refuseTooMany(context.sql, tenantId, MOST_FENCES)
          await context.sql.change('update fence set armed_at = $2 where id = $1', [id, Date.now()])
        },
        commands: { enable: put('enabled'), disable: put('disabled') },
      },
    },
    fenceEventStore,
  ]
}
