// Positions inside buildings: a device's own (2004), and what a positioning server tells of others (2005).
import type { DeviceMessage } from '../../../src/contract/device-messages.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { isOnPlan, PLAN_MARGIN_METRES } from '../../../src/domain/indoor/plan.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import type { Devices, KnownDevice } from './devices.ts'
import { timeOf } from './message-time.ts'
import { type Arrival, hearFrom, type Plan, type Touched, touch } from './plan.ts'
import { comeOnline } from './standing.ts'

/** A drawing that positions may stand on. */
interface Floor {
  id: number
  tenantId: number
  width: number
  height: number
}

/** What the positions of a batch are judged by. */
export interface Inside {
  floor(id: number): Floor | undefined
  /** Whether it is the device of a positioning server of its own tenant. */
  isServer(device: KnownDevice): boolean
  device(imei: string): KnownDevice | undefined
}
export const NOWHERE: Inside = { floor: () => undefined, isServer: () => false, device: () => undefined }

type TagReport = Extract<DeviceMessage, { code: '2004' }>
type ServerReport = Extract<DeviceMessage, { code: '2005' }>
type Position = Pick<TagReport, 'map' | 'x' | 'y' | 'z'>

/** Looks up drawings, servers and tags for a whole batch at once; nothing where it says nothing of buildings. */
export async function findInside(
  data: Data,
  devices: Devices,
  items: readonly (Arrival | { imei: string })[],
  known: ReadonlyMap<string, KnownDevice>,
): Promise<Inside> {
  const maps = new Set<number>()
  const reports = new Map<KnownDevice, ServerReport[]>()
  for (const item of items) {
    if (!('message' in item)) continue
    const { message } = item
    if (message.code === '2004') maps.add(message.map)
    const teller = message.code === '2005' ? known.get(item.imei) : undefined
    if (message.code === '2005' && teller) reports.set(teller, [...(reports.get(teller) ?? []), message])
  }
  if (maps.size === 0 && reports.size === 0) return NOWHERE
  // What is no server must not make the database look for hundreds of devices with each of its messages.
  const servers = await serversAmong(data, [...reports.keys()])
  const tags = new Set<string>()
  for (const server of servers)
    for (const { positions } of reports.get(server) ?? [])
      for (const { map, imei } of positions) {
        maps.add(map)
        tags.add(imei)
      }
  const found = await data.scoped(WHOLE, async sql => ({
    floors: await sql.query<Floor>(
      `select id, tenant_id as "tenantId", real_width as width, real_height as height from drawing
       where id = any($1::bigint[]) and positioning and real_width > 0 and real_height > 0 and removed_at is null`,
      [[...maps].filter(Number.isSafeInteger)],
    ),
    recycled:
      tags.size === 0
        ? []
        : await sql.query<{ imei: string }>(
            `select imei from device where imei = any($1) and lifecycle = 'recycled' and removed_at is null`,
            [[...tags]],
          ),
  }))
  const floors = new Map(found.floors.map(floor => [floor.id, floor]))
  const others = await devices.find([...tags])
  for (const { imei } of found.recycled) others.delete(imei)
  return {
    floor: id => floors.get(id),
    isServer: device => servers.has(device),
    device: imei => others.get(imei),
  }
}

async function serversAmong(data: Data, tellers: readonly KnownDevice[]): Promise<Set<KnownDevice>> {
  if (tellers.length === 0) return new Set()
  const rows = await data.scoped(WHOLE, sql =>
    sql.query<{ id: number; tenantId: number }>(
      'select device_id as id, tenant_id as "tenantId" from uwb_server where device_id = any($1::bigint[]) and removed_at is null',
      [tellers.map(({ id }) => id)],
    ),
  )
  return new Set(
    tellers.filter(({ id, tenantId }) => rows.some(row => row.id === id && row.tenantId === tenantId)),
  )
}

/** Why a position cannot be, as refusals are named. */
export function wrongInside(
  { tenantId }: KnownDevice,
  { map, x, y }: Position,
  inside: Inside,
): string | undefined {
  const floor = inside.floor(map)
  // A drawing of another tenant answers as one that does not exist.
  if (floor?.tenantId !== tenantId) return 'indoor:map'
  return isOnPlan(x, y, floor, PLAN_MARGIN_METRES) ? undefined : 'indoor:outside'
}

/** Takes one position into the plan. */
export function placeInside(plan: Plan, touched: Touched, { map, x, y, z }: Position, at: number): void {
  const { device, live, change } = touched
  const row = { device, drawingId: map, x: millimetres(x), y: millimetres(y), z: z ?? null, at }
  plan.indoor.push(row)
  if (at < (live.indoorAt ?? 0)) return
  live.indoorAt = at
  change.indoor = { drawingId: map, x: row.x, y: row.y, z: row.z, at }
}

const millimetres = (metres: number) => Math.round(metres * 1000) / 1000

/** Who was seen so lately is alive, though it says nothing itself. */
const SEEN_MS = MINUTE_MS

/** What a positioning server tells. Each position stands for itself: one that is refused keeps none of the others out. */
export function hearOfOthers(
  plan: Plan,
  server: KnownDevice,
  { positions }: ServerReport,
  at: number,
  sentAt: number,
  inside: Inside,
): void {
  const refuse = (reason: string) =>
    void plan.refusals.push({ imei: server.imei, tenantId: server.tenantId, reason })
  if (!inside.isServer(server)) {
    if (positions.length > 0) refuse('indoor:notServer')
    return
  }
  for (const position of positions) {
    const one = inside.device(position.imei)
    // A device of another tenant answers as one that does not exist.
    if (one?.tenantId !== server.tenantId) {
      refuse(`indoor:device.${position.imei}`)
      continue
    }
    const time = timeOf(position.time ?? sentAt, at)
    if (time === undefined) {
      refuse('time:tooOld')
      continue
    }
    const wrong = wrongInside(one, position, inside)
    if (wrong) {
      refuse(`${wrong}.${position.imei}`)
      continue
    }
    const touched = touch(plan, one)
    placeInside(plan, touched, position, time)
    if (time >= at - SEEN_MS) {
      hearFrom(touched, at)
      comeOnline(plan, touched, at, false)
    }
  }
}
