// Which devices and cameras a replay is about: those that were chosen, or those that stand in a circle or raised an alarm there. All
// of them by what the person may see.

import type * as z from 'zod/mini'
import type { replay } from '../../../src/contract/endpoints/replay.ts'
import { MOST_LANES } from '../../../src/domain/recordings/monitor-playback.ts'
import { MOST_REPLAY_DEVICES } from '../../../src/domain/replay/lanes.ts'
import { readMatching } from '../../entity/reading.ts'
import type { Conditions, Store } from '../../entity/statement.ts'
import type { Row } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { isInSight } from '../camera-recording/public.ts'

export type Asked = z.output<(typeof replay)['request']>
export type Asking = Pick<Context, 'person' | 'scope' | 'sql'>
export type Circle = NonNullable<Asked['around']>

export interface ReplayStores {
  devices: Store
  alarms: Store
  doorEvents: Store
  calls: Store
  commands: Store
  cameras: Store
}

const METRES_PER_DEGREE = 111_195

/** A condition: `latitude` and `longitude` lie in the circle. Near ones on a plane. */
export function inCircle(
  { bind }: Pick<Conditions, 'bind'>,
  { latitude, longitude, radiusMetres }: Circle,
  [lat, lon]: readonly [string, string],
): string {
  const [y, x, far] = [bind(latitude), bind(longitude), bind(radiusMetres)]
  const wide = bind(radiusMetres / METRES_PER_DEGREE)
  return `(abs(${lat} - ${y}::float8) <= ${wide}::float8
    and ${METRES_PER_DEGREE} * sqrt(power(${lat} - ${y}::float8, 2)
      + power((${lon} - ${x}::float8) * cos(radians(${y}::float8)), 2)) <= ${far}::float8)`
}

/** The devices of a replay, and how many more there are than it takes. */
export async function devicesOf(
  stores: ReplayStores,
  { deviceIds = [], around, from, to }: Asked,
  asking: Asking,
): Promise<{ devices: Row[]; more: number }> {
  const narrow = (conditions: Conditions) => {
    const { bind, parts } = conditions
    const chosen = `t.id = any(${bind([...deviceIds])}::bigint[])`
    if (!around) return void parts.push(chosen)
    const stands = `exists (select from device_state s where s.device_id = t.id and ${inCircle(conditions, around, ['s.latitude', 's.longitude'])})`
    const installed = inCircle(conditions, around, ['t.latitude', 't.longitude'])
    const alarmed = `exists (select from alarm a where a.device_id = t.id and a.raised_at between ${bind(from)}::bigint and ${bind(to)}::bigint
      and ${inCircle(conditions, around, ['a.latitude', 'a.longitude'])})`
    parts.push(`(${chosen} or ${stands} or ${installed} or ${alarmed})`)
  }
  const found = await readMatching(stores.devices, narrow, { sort: 'name', most: 1_000 }, asking)
  const known = new Set(found.map(({ id }) => id))
  // A device of somebody else answers as one that there is not.
  if (deviceIds.some(id => !known.has(id))) throw new Refused('row.unknown')
  const named = new Set(deviceIds)
  // Who was named stays, whoever else is near.
  const sorted = [...found].sort((a, b) => Number(named.has(b.id)) - Number(named.has(a.id)))
  return {
    devices: sorted.slice(0, MOST_REPLAY_DEVICES),
    more: Math.max(0, found.length - MOST_REPLAY_DEVICES),
  }
}

/** Cameras of the devices, of the circle, and those within sight of the alarms. */
export async function camerasOf(
  stores: ReplayStores,
  { around }: Asked,
  { deviceIds, alarmIds }: { deviceIds: readonly number[]; alarmIds: readonly number[] },
  asking: Asking,
): Promise<{ cameras: Row[]; more: boolean }> {
  const narrow = (conditions: Conditions) => {
    const { bind, parts } = conditions
    const near = around ? [inCircle(conditions, around, ['t.latitude', 't.longitude'])] : []
    const seen = `exists (select from alarm a where a.id = any(${bind([...alarmIds])}::bigint[]) and ${isInSight('a', 't')})`
    parts.push(`(${[`t.device_id = any(${bind([...deviceIds])}::bigint[])`, ...near, seen].join(' or ')})`)
  }
  const found = await readMatching(stores.cameras, narrow, { sort: 'name', most: MOST_LANES + 1 }, asking)
  return { cameras: found.slice(0, MOST_LANES), more: found.length > MOST_LANES }
}
