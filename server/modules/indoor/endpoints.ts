// Plans that are uploaded, who is on which floor, and where they were.
import {
  indoorDevices,
  indoorFloors,
  indoorTrail,
  MOST_TRAIL_POINTS,
  uploadDrawing,
} from '../../../src/contract/endpoints/indoor.ts'
import type { DeviceKind, DeviceState } from '../../../src/domain/device/device.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { deviceByImei, refusePeriod } from '../devices/public.ts'
import { keepUpload, type UploadParts } from '../files/public.ts'

export function mountIndoor(
  handlers: Handlers,
  parts: UploadParts,
  { devices, drawings }: { devices: Store; drawings: Store },
): void {
  handlers.handleUpload(uploadDrawing, async (_fields, file, context) => {
    const { url, name, bytes, width, height } = await keepUpload(parts, 'plan', file, context)
    return { url, name, bytes, width: width ?? 0, height: height ?? 0 }
  })

  handlers.handle(indoorFloors, (_request, context) => readFloors(devices, drawings, context))

  handlers.handle(indoorDevices, async ({ drawingId }, context) => {
    await refuseUnknown(drawings, drawingId, context)
    const conditions = new Conditions()
    conditions.parts.push(IN_USE, `s.drawing_id = ${conditions.bind(drawingId)}`)
    addVisibility(devices, conditions, context)
    return context.sql.query<{
      id: number
      imei: string
      name: string
      wearerName: string | null
      kind: DeviceKind
      state: DeviceState
      battery: number | null
      x: number
      y: number
      z: number | null
      at: number
    }>(
      `select * from (
         select t.id, t.imei, t.name, t.wearer_name as "wearerName", t.kind, s.state, s.battery, s.indoor_x as x,
           s.indoor_y as y, s.indoor_z as z, s.indoor_at as at
         from device t join device_state s on s.device_id = t.id where ${conditions.where}
         order by s.indoor_at desc nulls last, t.id limit ${MOST_ON_FLOOR}) newest order by name, id`,
      conditions.values,
    )
  })

  handlers.handle(indoorTrail, async ({ imei, drawingId, from, to }, context) => {
    refusePeriod(from, to)
    const device = await deviceByImei(devices, imei, context)
    await refuseUnknown(drawings, drawingId, context)
    // The newest ones, where there are too many.
    const rows = await context.sql.query<{ at: number; x: number; y: number }>(
      `select at, x, y from (select at, x, y from indoor_position
         where device_id = $1 and tenant_id = $2 and drawing_id = $3 and at between $4 and $5 order by at desc limit $6) newest
       order by at`,
      [device.id, device.tenantId, drawingId, from, to, MOST_TRAIL_POINTS],
    )
    return {
      times: rows.map(({ at }) => at),
      xs: rows.map(({ x }) => cents(x)),
      ys: rows.map(({ y }) => cents(y)),
    }
  })
}

/** More than a screen shows, and few enough to hold in memory. */
const MOST_ON_FLOOR = 5_000
const MOST_FLOORS = 2_000
const IN_USE = `t.removed_at is null and t.lifecycle <> 'recycled'`

const cents = (metres: number) => Math.round(metres * 100) / 100

/** A drawing that the person may not see answers as one that does not exist. */
async function refuseUnknown(drawings: Store, id: number, context: Context): Promise<void> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null', `t.id = ${conditions.bind(id)}`)
  addVisibility(drawings, conditions, context)
  const row = await context.sql.first(
    `select t.id from drawing t where ${conditions.where}`,
    conditions.values,
  )
  if (!row) throw new Refused('row.unknown')
}

/** Floors in the order of buildings and storeys; of the devices on them those that the person may see. */
function readFloors(devices: Store, drawings: Store, context: Context) {
  const conditions = new Conditions()
  conditions.parts.push(IN_USE)
  addVisibility(devices, conditions, context)
  const onFloors = conditions.where
  conditions.parts.length = 0
  conditions.parts.push('t.removed_at is null', 't.positioning')
  addVisibility(drawings, conditions, context)
  return context.sql.query<{
    drawingId: number
    title: string
    building: string | null
    floor: string | null
    deviceCount: number
    onlineCount: number
    lastAt: number | null
  }>(
    `select t.id as "drawingId", t.title, t.building, t.floor, coalesce(c.n, 0) as "deviceCount",
       coalesce(c.online, 0) as "onlineCount", c.last as "lastAt"
     from drawing t left join (
       select s.drawing_id, count(*) as n, count(*) filter (where s.state in ('online', 'abnormal')) as online,
         max(s.indoor_at) as last
       from device t join device_state s on s.device_id = t.id
       where s.drawing_id is not null and ${onFloors} group by s.drawing_id) c on c.drawing_id = t.id
     where ${conditions.where} order by t.building nulls last, t.floor nulls last, t.title, t.id limit ${MOST_FLOORS}`,
    conditions.values,
  )
}
