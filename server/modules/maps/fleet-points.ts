// The whole fleet as columns: the database gathers each column by itself, so that no row is ever built.
import type * as z from 'zod/mini'
import type { fleetPoints } from '../../../src/contract/endpoints/map.ts'
import { type FleetRows, packFleet } from '../../../src/domain/device/fleet-columns.ts'
import { keysOf } from '../../../src/domain/keys.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'

type Answer = z.output<typeof fleetPoints.response>

interface Gathered extends FleetRows {
  imeis: string[]
  names: string[]
  wearers: string[]
}

/** For this transaction: columns of 100,000 devices are gathered in memory, not on disk. */
const WORK_MEMORY = '64MB'

const place = {
  // The reported position, else where it was installed. Latitude and accuracy come from the same one as the longitude.
  live: {
    longitude: 'coalesce(s.longitude, t.longitude)',
    latitude: 'coalesce(s.latitude, t.latitude)',
    accuracy: 's.accuracy',
    at: 's.position_at',
  },
  installed: { longitude: 't.longitude', latitude: 't.latitude', accuracy: 'null::real', at: 't.placed_at' },
} as const

/** Reads the fleet that the person may see, by name. */
export async function readFleet(
  devices: Store,
  places: keyof typeof place,
  context: Context,
): Promise<Answer> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null', `t.lifecycle <> 'recycled'`)
  addVisibility(devices, conditions, context)
  const { longitude, latitude, accuracy, at } = place[places]
  // A wall shows where devices are, not whose: everybody in the room reads it.
  const isWall = context.person.wall !== undefined
  const columns = {
    ids: 't.id',
    imeis: isWall ? 't.id::text' : 't.imei',
    names: isWall ? `''` : 't.name',
    wearers: isWall ? `''` : `coalesce(t.wearer_name, '')`,
    kinds: 't.kind',
    states: 's.state',
    lifecycles: 't.lifecycle',
    longitudes: longitude,
    latitudes: latitude,
    accuracies: accuracy,
    positionAts: at,
    groupIds: 't.group_id',
    departmentIds: 't.department_id',
    batteries: 's.battery',
    footRings: 's.foot_ring',
  } satisfies Record<keyof Gathered, string>
  const names = keysOf(columns)
  const now = Date.now()
  await context.sql.query(`select set_config('work_mem', '${WORK_MEMORY}', true)`)
  const row = await context.sql.first<Gathered>(
    `select ${names.map(name => `to_json(coalesce(array_agg("${name}"), '{}')) as "${name}"`).join(', ')} from (
       select ${names.map(name => `${columns[name]} as "${name}"`).join(', ')}
       from device t join device_state s on s.device_id = t.id and s.tenant_id = t.tenant_id
       where ${conditions.where} order by t.name, t.id) of_all`,
    conditions.values,
  )
  if (!row) throw new Error('The columns of no device are one row too')
  const { imeis, names: called, wearers, ...numbers } = row
  const packed = Buffer.from(packFleet(numbers).buffer).toString('base64')
  return { at: now, count: numbers.ids.length, imeis, names: called, wearers, packed }
}
