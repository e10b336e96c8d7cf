// The store and the factory of a place: batches, devices that wait or lie in stock, allocations, and how every device in
// use came to where it is.
import type { DeviceKind } from '../../../src/domain/device/device.ts'
import type { DeviceLifecycle, LifecycleStep } from '../../../src/domain/device/lifecycle.ts'
import type { Sql } from '../scoped.ts'
import type { Staffed } from './accounts.ts'
import { equipment } from './equipment.ts'
import type { DemoDevice } from './fleet.ts'
import { iccidOf, imeiOf } from './identifiers.ts'
import type { Place } from './places.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Serials of the store begin far above those of the fleet. */
const FIRST_SERIAL = 900_000

interface Ground {
  sql: Sql
  place: Place
  staffed: Staffed
  chance: Chance
  now: number
  /** Kind of what lies in the store, with the rows of its category and product. */
  kind: DeviceKind
  categoryId: number
  productId: number
  /** Who works there, by chance. */
  person(): { id: number; name: string }
}

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
    const activatedAt = index % 8 === 5 ? ground.now - chance.whole(2, 40 * 24) * HOUR : long
    if (activatedAt !== long) recent.push({ id, at: activatedAt })
    const at = activatedAt - chance.whole(1, 30) * HOUR
    const to = wearerName ?? location
    steps.push(
      { device: id, step: 'stockIn', from: 'pendingStockIn', to: 'inStock', at: at - 4 * DAY },
      { device: id, step: 'stockOut', from: 'inStock', to: 'assigned', at: at - 2 * HOUR },
      { device: id, step: 'bind', from: 'assigned', to: 'bound', at, note: to },
    )
    if (state === 'offline' && unbound.length < 3) {
      unbound.push({ id })
      steps.push({ device: id, step: 'unbind', from: 'bound', to: 'unbound', at: ground.now - 5 * HOUR })
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

interface Stocked {
  id: number
  imei: string
  serial: string
  iccid: string
  name: string
  lifecycle: DeviceLifecycle
}

const prefixOf = (ground: Ground) => `${equipment[ground.kind].model.replace(/[^A-Z0-9]/g, '')}-`

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
  const stockedAt = now - 6 * DAY
  const ids = await insertRows(
    sql,
    'device',
    planned.map(({ lifecycle, imei, iccid, serial, name }) => ({
      tenant_id: staffed.tenantId,
      version: 1,
      created_at: now - 7 * DAY,
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
    return [stockIn, { device, step: 'allocate', from: 'inStock', to: 'assigned', at: at + 2 * DAY }]
  if (lifecycle === 'recycled')
    return [
      stockIn,
      { device, step: 'recycle', from: 'inStock', to: 'recycled', at: at + DAY, note: '外壳破损' },
    ]
  return [stockIn]
}

/** A batch that became the stock, one in inspection, one in production, one that is only planned. */
async function seedFactory(ground: Ground, stock: readonly Stocked[]): Promise<void> {
  const { sql, staffed, place, now } = ground
  const inspected = stock.length + 18
  const producing = inspected + 12
  const plans = [
    { state: 'released', planned: stock.length, made: stock.length, released_at: now - 8 * DAY, born: 20 },
    { state: 'checking', planned: 18, made: 18, released_at: null, born: 6 },
    { state: 'producing', planned: 40, made: 12, released_at: null, born: 2 },
    { state: 'planned', planned: 100, made: 0, released_at: null, born: 1 },
  ] as const
  const year = new Date(now).getUTCFullYear()
  const ids = await insertRows(
    sql,
    'production_batch',
    plans.map(({ state, planned, released_at, born }, index) => ({
      tenant_id: staffed.tenantId,
      version: 1,
      created_at: now - born * DAY,
      updated_at: now - born * DAY,
      number: `${place.key.slice(0, 2).toUpperCase()}-${year}-${String(index + 1).padStart(3, '0')}`,
      product_id: ground.productId,
      category_id: ground.categoryId,
      colour: index % 2 === 0 ? '白色' : '黄色',
      manufacturer: '智守物联',
      planned,
      serial_prefix: prefixOf(ground),
      note: null,
      state,
      released_at,
    })),
    'id',
  )
  const [released = 0, checking = 0, open = 0] = ids
  await seedRecords(ground, stock, { released, checking, open, inspected, producing })
  await sql.change(
    `insert into serial_counter (tenant_id, prefix, next) values ($1, $2, $3)
     on conflict (tenant_id, prefix) do update set next = excluded.next`,
    [staffed.tenantId, prefixOf(ground), producing + 1],
  )
}

async function seedRecords(
  ground: Ground,
  stock: readonly Stocked[],
  plan: { released: number; checking: number; open: number; inspected: number; producing: number },
): Promise<void> {
  const { sql, staffed, kind, chance, now } = ground
  const facts = equipment[kind]
  const first = FIRST_SERIAL + staffed.tenantId * 1000
  const record = (index: number, batch_id: number, producedAt: number, more: Record<string, unknown>) => ({
    tenant_id: staffed.tenantId,
    version: 1,
    created_at: producedAt,
    updated_at: producedAt,
    batch_id,
    product_name: facts.product,
    model: facts.model,
    colour: '白色',
    serial: `${prefixOf(ground)}${String(index + 1).padStart(6, '0')}`,
    imei: imeiOf(facts.typeCode, first + index),
    iccid: iccidOf(first + index),
    manufacturer: '智守物联',
    inspector: null,
    sales_mode: chance.pick(['direct', 'agent', 'rental', 'trial']),
    produced_at: producedAt,
    quality: 'pending',
    quality_note: null,
    device_id: null,
    ...more,
  })
  const verdicts = ['外壳划痕', '电池电压偏低', '天线未焊牢'] as const
  const rows = [
    ...stock.map(({ id }, index) =>
      record(index, plan.released, now - 14 * DAY + index * MINUTE, {
        quality: 'passed',
        inspector: ground.person().name,
        device_id: id,
      }),
    ),
    ...Array.from({ length: plan.inspected - stock.length }, (_, at) => {
      const verdict = at < 11 ? 'passed' : at < 14 ? 'failed' : 'pending'
      return record(stock.length + at, plan.checking, now - 4 * DAY + at * MINUTE, {
        quality: verdict,
        quality_note: verdict === 'failed' ? (verdicts[at - 11] ?? null) : null,
        inspector: verdict === 'pending' ? null : ground.person().name,
      })
    }),
    ...Array.from({ length: plan.producing - plan.inspected }, (_, at) =>
      record(plan.inspected + at, plan.open, now - DAY + at * MINUTE, { imei: null, iccid: null }),
    ),
  ]
  await insertRows(sql, 'production_record', rows)
}

/** One that is done and one that was taken back. */
async function seedAllocations(ground: Ground, stock: readonly Stocked[]): Promise<void> {
  const { sql, staffed, now } = ground
  const [department] = staffed.departments.values()
  const assigned = stock.filter(({ lifecycle }) => lifecycle === 'assigned')
  const back = stock.filter(({ lifecycle }) => lifecycle === 'inStock').slice(0, 6)
  const gone = stock.filter(({ lifecycle }) => lifecycle === 'recycled')
  const runs = [
    { devices: [...assigned, ...gone], at: now - 4 * DAY, undone: false, note: '二期加装' },
    { devices: back, at: now - 2 * DAY, undone: true, note: null },
  ]
  for (const { devices, at, undone, note } of runs) {
    const who = ground.person()
    const failed = devices.filter(({ lifecycle }) => lifecycle === 'recycled').length
    const [id] = await insertRows(
      sql,
      'allocation',
      [
        {
          tenant_id: staffed.tenantId,
          version: 1,
          created_at: at,
          updated_at: at + MINUTE,
          state: undone ? 'undone' : 'done',
          target_tenant_id: staffed.tenantId,
          target_department_id: department ?? null,
          note,
          total: devices.length,
          done: undone ? 0 : devices.length - failed,
          failed,
          user_id: who.id,
          user_name: who.name,
          finished_at: at + MINUTE,
          undone_at: undone ? at + 20 * MINUTE : null,
          undone_by: undone ? who.name : null,
        },
      ],
      'id',
    )
    if (id === undefined) throw new Error('The allocation was not made')
    await insertItems(ground, id, devices, at, undone)
  }
}

async function insertItems(
  { sql, staffed }: Ground,
  allocation_id: number,
  devices: readonly Stocked[],
  at: number,
  undone: boolean,
): Promise<void> {
  const before = {
    tenantId: staffed.tenantId,
    lifecycle: 'inStock',
    departmentId: null,
    stockedInAt: at - 2 * DAY,
  }
  for (const { id, imei, name, lifecycle } of devices) {
    const failed = lifecycle === 'recycled'
    const step = await sql.first<{ id: number }>(
      'select max(id) as id from device_step where device_id = $1',
      [id],
    )
    await sql.change(
      `insert into allocation_item (allocation_id, device_id, tenant_id, imei, device_name, state, reason, at, before, step_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        allocation_id,
        id,
        staffed.tenantId,
        imei,
        name,
        failed ? 'failed' : undone ? 'undone' : 'done',
        failed ? 'state.transition' : null,
        at,
        failed ? null : JSON.stringify(before),
        failed ? null : step?.id,
      ],
    )
  }
}
