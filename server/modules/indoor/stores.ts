// How drawings, base stations, positioning servers and zones are stored, and what is refused before they are.
import * as z from 'zod/mini'
import { baseStation, drawing, indoorZone, uwbServer } from '../../../src/domain/indoor/indoor.ts'
import { crossingOf, isOnPlan, type PlanPoint, type PlanSize } from '../../../src/domain/indoor/plan.ts'
import type { Store } from '../../entity/statement.ts'
import { type Changing, type Commanding, ofSeenDevices, type Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

const countIn = (table: string, column: string) =>
  `(select count(*) from ${table} x where x.${column} = t.id and x.removed_at is null)`

export function indoorStores(): Store[] {
  return [
    {
      entity: drawing,
      table: {
        name: 'drawing',
        columns: {
          stationCount: countIn('base_station', 'drawing_id'),
          deviceCount: ofSeenDevices(
            seen => `(select count(*) from device_state x where x.drawing_id = t.id and (select d.removed_at is null
              and d.lifecycle <> 'recycled' and ${seen('d')} from device d where d.id = x.device_id))`,
          ),
        },
        usedBy: [
          { table: 'base_station', column: 'drawing_id' },
          { table: 'indoor_zone', column: 'drawing_id' },
        ],
        beforeSave: checkDrawing,
        beforeRemove: leaveFloor,
      },
    },
    {
      entity: uwbServer,
      table: {
        name: 'uwb_server',
        columns: {
          state: '(select s.state from device_state s where s.device_id = t.device_id)',
          lastMessageAt: '(select s.last_message_at from device_state s where s.device_id = t.device_id)',
          stationCount: countIn('base_station', 'server_id'),
        },
        unique: { uwb_server_name: 'name', uwb_server_device: 'deviceId' },
        usedBy: [{ table: 'base_station', column: 'server_id' }],
      },
    },
    {
      entity: baseStation,
      table: {
        name: 'base_station',
        columns: { floor: '(select d.floor from drawing d where d.id = t.drawing_id)' },
        beforeSave: checkStation,
        commands: {
          enable: change => switchStation(change, 'normal'),
          disable: change => switchStation(change, 'disabled'),
        },
      },
    },
    {
      entity: indoorZone,
      table: { name: 'indoor_zone', columns: { corners: 't.corners' }, beforeSave: checkZone },
    },
  ]
}

const given = z.object({
  picture: z.string(),
  positioning: z.boolean(),
  realWidth: z.optional(z.nullable(z.number())),
  realHeight: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  latitude: z.optional(z.nullable(z.number())),
})

async function checkDrawing({ context, input, before, tenantId }: Saving): Promise<undefined> {
  const asked = z.parse(given, { ...before, ...input })
  const { longitude, latitude, realWidth, realHeight } = asked
  const placed = typeof longitude === 'number' || typeof latitude === 'number'
  if (placed && typeof longitude !== 'number') throw new Refused('field.required', { field: 'longitude' })
  if (placed && typeof latitude !== 'number') throw new Refused('field.required', { field: 'latitude' })
  if ((asked.positioning || placed) && !(realWidth && realHeight))
    throw new Refused('field.planSize', { field: realWidth ? 'realHeight' : 'realWidth' })
  if (asked.picture !== before?.picture) await refuseForeignPicture(context, asked.picture, tenantId)
  if (before && realWidth && realHeight)
    await refuseLost(context, before.id, { width: realWidth, height: realHeight })
}

/** Only what this tenant has uploaded: another address could show anything, or tell its owner who looks. */
async function refuseForeignPicture(
  { sql }: Saving['context'],
  picture: string,
  tenantId: number,
): Promise<void> {
  const key = /^\/files\/([\w-]{43})$/.exec(picture)?.[1]
  const known =
    key !== undefined &&
    (await sql.first(
      `select id from stored_file where key = $1 and tenant_id = $2 and removed_at is null and content_type like 'image/%'`,
      [key, tenantId],
    ))
  if (!known) throw new Refused('field.picture', { field: 'picture' })
}

/** A plan does not shrink away from under its base stations. */
async function refuseLost({ sql }: Saving['context'], id: number, size: PlanSize): Promise<void> {
  const lost = await sql.first(
    `select id from base_station where drawing_id = $1 and removed_at is null
       and not (x between 0 and $2::float8 and y between 0 and $3::float8) limit 1`,
    [id, size.width, size.height],
  )
  if (lost) throw new Refused('field.outsidePlan', { field: 'realWidth' })
}

// Once a floor is removed, no device may have it as its current place.
async function leaveFloor({ context, row }: Changing): Promise<void> {
  await context.sql.change(
    `update device_state set drawing_id = null, indoor_x = null, indoor_y = null, indoor_z = null, indoor_at = null
     where drawing_id = $1`,
    [row.id],
  )
}

const spot = z.object({ drawingId: z.int(), x: z.number(), y: z.number() })

async function checkStation({ context, input, before }: Saving): Promise<undefined> {
  const { drawingId, x, y } = z.parse(spot, { ...before, ...input })
  const size = await sizeOf(context, drawingId)
  if (!isOnPlan(x, y, size))
    throw new Refused('field.outsidePlan', { field: x < 0 || x > size.width ? 'x' : 'y' })
}

/** The metres of a drawing; refused where it has none: nothing can be said of a place on it. */
async function sizeOf({ sql }: Saving['context'], drawingId: number): Promise<PlanSize> {
  const row = await sql.first<{ width: number | null; height: number | null }>(
    'select real_width as width, real_height as height from drawing where id = $1 and removed_at is null',
    [drawingId],
  )
  if (!row) throw new Refused('field.reference', { field: 'drawingId' })
  if (!row.width || !row.height) throw new Refused('field.planSize', { field: 'drawingId' })
  return { width: row.width, height: row.height }
}

async function switchStation({ context, row }: Commanding, to: 'normal' | 'disabled'): Promise<void> {
  // The version rises too: a form that was opened before would send the old status back, and is refused by it.
  await context.sql.change(
    'update base_station set status = $2, version = version + 1, updated_at = $3 where id = $1',
    [row.id, to, Date.now()],
  )
}

const outline = z.object({
  drawingId: z.int(),
  corners: z.array(z.tuple([z.number(), z.number()])),
})

async function checkZone({ context, input, before }: Saving): Promise<Record<string, unknown>> {
  const { drawingId, corners } = z.parse(outline, { ...before, ...input })
  const size = await sizeOf(context, drawingId)
  const outside = corners.findIndex(([x, y]) => !isOnPlan(x, y, size))
  if (outside >= 0) throw new Refused('field.outsidePlan', { field: `corners.${outside}` })
  const crossing = crossingOf(corners satisfies PlanPoint[])
  if (crossing !== undefined) throw new Refused('field.selfCrossing', { field: `corners.${crossing}` })
  // As text: the driver would make an array of a list.
  return { corners: JSON.stringify(corners) }
}
