// What the console asks of fences beyond the generic endpoints: their shapes, who is watched, figures, binding.
import type * as z from 'zod/mini'
import {
  bindFence,
  fenceDevices,
  fenceFigures,
  fenceShapes,
  MOST_WATCHED,
} from '../../../src/contract/endpoints/fence.ts'
import { fence, MOST_FENCES } from '../../../src/domain/fence/fence.ts'
import { readRow, shaped } from '../../entity/reading.ts'
import { by } from '../../entity/rules.ts'
import { addVisibility, Conditions, expressionOf, fromOf, type Store } from '../../entity/statement.ts'
import type { Row } from '../../entity/table.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { deviceByImei } from '../devices/public.ts'
import { figuresOf } from './figures.ts'
import { DEVICE_COUNT, WATCHES_SIDE } from './stores.ts'

type Shapes = z.output<typeof fenceShapes.response>
type Watched = z.output<typeof fenceDevices.response>

export function mountFences(
  handlers: Handlers,
  { fences, devices }: { fences: Store; devices: Store },
): void {
  handlers.handle(fenceShapes, async ({ imei }, context) => {
    const device = imei === undefined ? undefined : await deviceByImei(devices, imei, context)
    return shapesOf(fences, device?.id, context)
  })
  handlers.handle(fenceDevices, async ({ id }, context) => {
    await readRow(fences, id, context)
    return devicesOf(devices, id, context)
  })
  handlers.handle(fenceFigures, async (request, context) => {
    await readRow(fences, request.id, context)
    return figuresOf(request, context)
  })
  handlers.handle(bindFence, async (request, context) => ({
    deviceCount: await bind({ fences, devices }, request, context),
  }))
}

const { groupNames: _names, ...fields } = fence.schema.shape

async function shapesOf(fences: Store, deviceId: number | undefined, context: Context): Promise<Shapes> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null')
  addVisibility(fences, conditions, context)
  if (deviceId !== undefined) {
    const device = conditions.bind(deviceId)
    conditions.parts.push(
      `(exists (select from fence_device b where b.fence_id = t.id and b.device_id = ${device})
        or (select d.group_id from device d where d.id = ${device}) = any(t.group_ids))`,
    )
  }
  const columns = Object.keys(fields).map(field => `${expressionOf(fences, field)} as "${field}"`)
  const rows = await context.sql.query<Row & Shapes[number]>(
    `select ${columns.join(', ')} from ${fromOf(fences)} where ${conditions.where}
     order by t.name, t.id limit ${MOST_FENCES}`,
    conditions.values,
  )
  for (const row of rows) shaped(fences, row)
  return rows
}

async function devicesOf(devices: Store, fenceId: number, context: Context): Promise<Watched> {
  const conditions = new Conditions()
  const bound = conditions.bind(fenceId)
  addVisibility(devices, conditions, context)
  // No row of a side means outside, if an exact position has come since the fence watches the device as it does now.
  const armed = `greatest(f.armed_at, coalesce(b.at, w.group_at, 0))`
  return context.sql.query<Watched[number]>(
    `with watched as materialized (
       select device_id as id from fence_device where fence_id = ${bound}
       union select id from device where group_id = any((select group_ids from fence where id = ${bound})::bigint[])),
     told as (
     select t.id, t.imei, t.name, t.wearer_name as "wearerName", t.kind, s.state, b.device_id is not null as direct,
       case when i.inside is not null then i.inside when f.status = 'enabled' and w.sure_at >= ${armed} then false end as inside,
       i.since, s.longitude, s.latitude, s.position_at as "positionAt"
     from watched join device t on t.id = watched.id and t.removed_at is null and t.lifecycle <> 'recycled'
     join fence f on f.id = ${bound} and f.tenant_id = t.tenant_id
     join device_state s on s.device_id = t.id
     left join fence_device b on b.fence_id = f.id and b.device_id = t.id
     left join fence_side i on i.fence_id = f.id and i.device_id = t.id
     left join fence_watch w on w.device_id = t.id
     where ${conditions.where} order by i.inside desc nulls last, t.name, t.id limit ${MOST_WATCHED})
     select * from told order by name, id`,
    conditions.values,
  )
}

async function bind(
  { fences, devices }: { fences: Store; devices: Store },
  { id, add, remove }: z.output<typeof bindFence.request>,
  context: Context,
): Promise<number> {
  const { sql } = context
  await readRow(fences, id, context)
  const target = await sql.first<{ tenantId: number }>(
    // A shared lock, as decisions at this fence take one; its devices are locked next, in the same order as there.
    'select tenant_id as "tenantId" from fence where id = $1 and removed_at is null for share',
    [id],
  )
  if (!target) throw new Refused('row.unknown')
  const { tenantId } = target
  const wanted = [...new Set(add)]
  await refuseUnfit(devices, wanted, tenantId, context)
  const added = await sql.query<{ id: number }>(
    `insert into fence_device (fence_id, device_id, tenant_id, at) select $1, d, $3, $4 from unnest($2::bigint[]) d
     on conflict do nothing returning device_id as id`,
    [id, wanted, tenantId, Date.now()],
  )
  const removed = await letGo(devices, id, remove, context)
  if (added.length + removed.length > 0)
    sql.audit({
      ...by(context, tenantId),
      action: 'fence.bind',
      entity: 'fence',
      rowId: id,
      detail: { added: added.map(row => row.id), removed },
    })
  const row = await sql.first<{ n: number }>(`select ${DEVICE_COUNT} as n from fence t where t.id = $1`, [id])
  return row?.n ?? 0
}

/** Devices of the fence's own tenant that the person may see, in use. */
async function refuseUnfit(
  devices: Store,
  ids: readonly number[],
  tenantId: number,
  context: Context,
): Promise<void> {
  if (ids.length === 0) return
  const conditions = new Conditions()
  conditions.parts.push(
    't.removed_at is null',
    `t.id = any(${conditions.bind(ids)}::bigint[])`,
    `t.tenant_id = ${conditions.bind(tenantId)}`,
  )
  addVisibility(devices, conditions, context)
  const found = await context.sql.query<{ name: string; lifecycle: string }>(
    `select t.name, t.lifecycle from device t where ${conditions.where} for share of t`,
    conditions.values,
  )
  if (found.length !== ids.length) throw new Refused('field.reference', { field: 'add' })
  const recycled = found.find(({ lifecycle }) => lifecycle === 'recycled')
  if (recycled) throw new Refused('device.recycled', { field: 'add', params: { name: recycled.name } })
}

/** Unbinds those devices that the person may see; one that is not bound is no mistake. */
async function letGo(
  devices: Store,
  fenceId: number,
  ids: readonly number[],
  context: Context,
): Promise<number[]> {
  if (ids.length === 0) return []
  const conditions = new Conditions()
  const of = conditions.bind(fenceId)
  conditions.parts.push(`t.id = any(${conditions.bind([...ids])}::bigint[])`)
  addVisibility(devices, conditions, context)
  const gone = await context.sql.query<{ id: number }>(
    `delete from fence_device b using device t where b.device_id = t.id and b.fence_id = ${of} and ${conditions.where}
     returning b.device_id as id`,
    conditions.values,
  )
  // The side stays where the fence still watches the device through its group.
  await context.sql.change(
    `delete from fence_side s using fence t where t.id = $1 and s.fence_id = t.id and s.device_id = any($2::bigint[])
       and ${WATCHES_SIDE} is not true`,
    [fenceId, gone.map(row => row.id)],
  )
  return gone.map(row => row.id)
}
