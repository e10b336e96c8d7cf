// The store of a demo place: devices that wait or lie in stock, and how every device in use came to where it is.
import type { DeviceKind } from '../../src/domain/device/device.ts'
import type { DeviceLifecycle, LifecycleStep } from '../../src/domain/device/lifecycle.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import { seedAllocations } from './allocations.ts'
import { equipment } from './equipment.ts'
import { seedFactory } from './factory.ts'
import type { DemoDevice } from './fleet.ts'
import { iccidOf, imeiOf } from './identifiers.ts'
import { FIRST_SERIAL, type Ground, prefixOf, type Stocked } from './life-ground.ts'
import type { Place } from './places.ts'
import { chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

const kindOf: Record<Place['key'], DeviceKind> = {
  community: 'smokeDetector',
  site: 'helmet',
  campus: 'wristband',
}
/** How much lies in the store; the community allocates twenty at once. */
const stockOf: Record<Place['key'], number> = { community: 26, site: 14, campus: 14 }

/** Fills store and factory, and tells how the fleet came into use. */
export async function seedLife(
  sql: Sql,
  place: Place,
  fleet: readonly DemoDevice[],
  staffed: Staffed,
  now: number,
): Promise<void> {
  const chance = chanceOf(staffed.tenantId * 6007 + 17)
  const kind = kindOf[place.key]
  const known = await sql.first<{ category: number; product: number }>(
    `select c.id as category, p.id as product from device_category c
     join product p on p.tenant_id = c.tenant_id and p.name = $3 where c.tenant_id = $1 and c.kind = $2`,
    [staffed.tenantId, kind, equipment[kind].product],
  )
  if (!known) throw new Error(`${place.key} has no ${kind}`)
  const ground: Ground = {
    sql,
    place,
    staffed,
    chance,
    now,
    kind,
    categoryId: known.category,
    productId: known.product,
    person: () => chance.pick(staffed.people.slice(0, 6)),
  }
  await tellFleet(ground, fleet)
  const stock = await seedStock(ground)
  await seedFactory(ground, stock)
  await seedAllocations(ground, stock)
}

interface StepRow {
  device: number
  step: LifecycleStep
  from: DeviceLifecycle
  to: DeviceLifecycle
  at: number
  note?: string | null
}

async function writeSteps({ sql, staffed, person }: Ground, steps: readonly StepRow[]): Promise<void> {
  await insertRows(
    sql,
    'device_step',
    steps.map(({ device, note, ...step }) => {
      const who = person()
      return {
        tenant_id: staffed.tenantId,
        device_id: device,
        user_id: who.id,
        user_name: who.name,
        note: note ?? null,
        ...step,
      }
    }),
  )
}

/** Every device in use was stocked in, handed out and bound; a few were given back since. */
async function tellFleet(ground: Ground, fleet: readonly DemoDevice[]): Promise<void> {
  const { sql, chance } = ground
  const steps: StepRow[] = []
  const bound: { id: number; to: string; at: number }[] = []
  const unbound: { id: number }[] = []
  const recent: { id: number; at: number }[] = []
  for (const [index, { id, activatedAt: long, wearerName, location, state }] of fleet.entries()) {
    if (long === null) continue
    // Some were switched on in the last weeks: a fleet grows.
    const activatedAt = index % 8 === 5 ? ground.now - chance.whole(2, 40 * 24) * HOUR_MS : long
    if (activatedAt !== long) recent.push({ id, at: activatedAt })
    const at = activatedAt - chance.whole(1, 30) * HOUR_MS
    const to = wearerName ?? location
    steps.push(
      { device: id, step: 'stockIn', from: 'pendingStockIn', to: 'inStock', at: at - 4 * DAY_MS },
      { device: id, step: 'stockOut', from: 'inStock', to: 'assigned', at: at - 2 * HOUR_MS },
      { device: id, step: 'bind', from: 'assigned', to: 'bound', at, note: to },
    )
    if (state === 'offline' && unbound.length < 3) {
      unbound.push({ id })
      steps.push({ device: id, step: 'unbind', from: 'bound', to: 'unbound', at: ground.now - 5 * HOUR_MS })
    } else bound.push({ id, to, at })
  }
  await writeSteps(ground, steps)
  await sql.change(
    `update device d set bound_to = b."to", bound_at = b.at
     from jsonb_to_recordset($1::jsonb) as b (id bigint, "to" text, at bigint) where d.id = b.id`,
    [JSON.stringify(bound)],
  )
  await sql.change(
    `update device d set activated_at = r.at from jsonb_to_recordset($1::jsonb) as r (id bigint, at bigint) where d.id = r.id`,
    [JSON.stringify(recent)],
  )
  await sql.change(
    `update device set lifecycle = 'unbound', wearer_name = null where id = any($1::bigint[])`,
    [unbound.map(({ id }) => id)],
  )
}

/** Devices that nobody has yet: most in stock, some on their way, a few at a department, one recycled. */
async function seedStock(ground: Ground): Promise<Stocked[]> {
  const { sql, staffed, place, kind, now } = ground
  const facts = equipment[kind]
  const inStock = stockOf[place.key]
  const lifecycles: DeviceLifecycle[] = [
    ...Array<DeviceLifecycle>(inStock).fill('inStock'),
    ...Array<DeviceLifecycle>(5).fill('pendingStockIn'),
    ...Array<DeviceLifecycle>(4).fill('assigned'),
    'recycled',
  ]
  const department = staffed.departments.values().next().value ?? null
  const first = FIRST_SERIAL + staffed.tenantId * 1000
  const planned = lifecycles.map((lifecycle, index) => ({
    lifecycle,
    imei: imeiOf(facts.typeCode, first + index),
    iccid: iccidOf(first + index),
    serial: `${prefixOf(ground)}${String(index + 1).padStart(6, '0')}`,
    name: `${facts.label}${String(9001 + index)}`,
  }))
  const stockedAt = now - 6 * DAY_MS
  const ids = await insertRows(
    sql,
    'device',
    planned.map(({ lifecycle, imei, iccid, serial, name }) => ({
      tenant_id: staffed.tenantId,
      version: 1,
      created_at: now - 7 * DAY_MS,
      updated_at: stockedAt,
      imei,
      kind,
      name,
      number: serial,
      model: facts.model,
      category_id: ground.categoryId,
      product_id: ground.productId,
      department_id: lifecycle === 'assigned' ? department : null,
      install_location: '库房',
      iccid,
      supplier: '智守物联',
      network: facts.network,
      message_type: facts.network === 'nb' ? 'compact' : 'json',
      lifecycle,
      in_stock: lifecycle === 'inStock',
      stocked_in_at: lifecycle === 'pendingStockIn' ? null : stockedAt,
    })),
    'id',
  )
  await insertRows(
    sql,
    'device_state',
    ids.map(device_id => ({ device_id, tenant_id: staffed.tenantId, state: 'notActivated', battery: 100 })),
  )
  const stock = planned.flatMap((one, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ ...one, id }]
  })
  await writeSteps(
    ground,
    stock.flatMap(({ id, lifecycle }) => stepsTo(lifecycle, id, stockedAt)),
  )
  return stock
}

function stepsTo(lifecycle: DeviceLifecycle, device: number, at: number): StepRow[] {
  if (lifecycle === 'pendingStockIn') return []
  const stockIn: StepRow = { device, step: 'stockIn', from: 'pendingStockIn', to: 'inStock', at }
  if (lifecycle === 'assigned')
    return [stockIn, { device, step: 'allocate', from: 'inStock', to: 'assigned', at: at + 2 * DAY_MS }]
  if (lifecycle === 'recycled')
    return [
      stockIn,
      { device, step: 'recycle', from: 'inStock', to: 'recycled', at: at + DAY_MS, note: '外壳破损' },
    ]
  return [stockIn]
}
