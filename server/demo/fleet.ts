// The devices of a place: who wears them or where they hang, and how they are right now.

import type { DeviceKind, DeviceState } from '../../src/domain/device/device.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts'
import { keysOf } from '../../src/domain/keys.ts'
import type { Sql } from '../db/scoped.ts'
import { hashDeviceSecret, orderKeyOf } from '../device-secret.ts'
import { demoDeviceSecret } from '../simulator/secret.ts'
import type { Staffed } from './accounts.ts'
import { equipment } from './equipment.ts'
import { iccidOf, imeiOf, imsiOf } from './identifiers.ts'
import { human } from './people.ts'
import type { Place } from './places.ts'
import { type Chance, chanceOf } from './random.ts'
import { insertRows } from './rows.ts'

const METRES_PER_DEGREE = 111_320

export interface DemoDevice {
  id: number
  tenantId: number
  imei: string
  kind: DeviceKind
  name: string
  state: DeviceState
  departmentId: number | null
  wearerName: string | null
  phone: string
  location: string
  building: string | null
  unit: string | null
  roomNo: string | null
  latitude: number
  longitude: number
  battery: number | null
  signal: number | null
  activatedAt: number | null
  /** Nothing was heard after it; null: nothing was heard ever. */
  lastMessageAt: number | null
  connectedAt: number | null
  offlineAt: number | null
}

type Planned = Omit<DemoDevice, 'id'> & { number: string; serial: number; responsible: string; group: string }

/** Of each 612: 41 offline, 14 abnormal, 9 not activated. */
export function stateOf(order: number): DeviceState {
  // 101 and 612 have no common divisor, so the states are spread over all kinds.
  const place = (order * 101) % 612
  if (place < 41) return 'offline'
  if (place < 55) return 'abnormal'
  return place < 64 ? 'notActivated' : 'online'
}

function plan(place: Place, staffed: Staffed, now: number, firstOrder: number): Planned[] {
  const chance = chanceOf(staffed.tenantId * 7919 + 5)
  const planned: Planned[] = []
  for (const kind of keysOf(place.fleet)) {
    const { count = 0, department = '' } = place.fleet[kind] ?? {}
    const below = place.departments[department]?.filter(() => true) ?? []
    for (let number = 1; number <= count; number++) {
      const order = firstOrder + planned.length
      const state = stateOf(order)
      const owner = human(chance, order)
      const spot = place.spot(kind, number, chance)
      const { worn, power, label, typeCode } = equipment[kind]
      const serial = place.middle.longitude * 1000 + order * 17
      const when = timesOf(state, chance, now)
      planned.push({
        ...when,
        tenantId: staffed.tenantId,
        kind,
        state,
        serial: order,
        imei: imeiOf(typeCode, Math.floor(serial) % 1_000_000),
        number: `${typeCode.slice(-3)}-${String(number).padStart(4, '0')}`,
        name: `${label}${String((Number(typeCode.slice(-2)) * 50 + number) % 10_000).padStart(4, '0')}`,
        departmentId: staffed.departments.get(below.length > 0 ? chance.pick(below) : department) ?? null,
        wearerName: worn && state !== 'notActivated' ? owner.name : null,
        phone: owner.phone,
        responsible: chance.pick(staffed.people).name,
        group: chance.pick(place.groups),
        location: state === 'notActivated' ? '库房' : spot.location,
        building: spot.building ?? null,
        unit: spot.unit ?? null,
        roomNo: spot.roomNo ?? null,
        latitude: round(place.middle.latitude + spot.north / METRES_PER_DEGREE),
        longitude: round(
          place.middle.longitude +
            spot.east / (METRES_PER_DEGREE * Math.cos((place.middle.latitude * Math.PI) / 180)),
        ),
        battery: power === 'mains' ? null : batteryOf(state, chance),
        signal: state === 'notActivated' ? null : chance.pick([2, 3, 3, 4, 4, 4]),
      })
    }
  }
  return planned
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

function batteryOf(state: DeviceState, chance: Chance): number {
  if (state === 'notActivated') return 100
  if (state === 'abnormal') return chance.whole(3, 9)
  return chance.happens(0.06) ? chance.whole(11, 20) : chance.whole(24, 100)
}

function timesOf(state: DeviceState, chance: Chance, now: number) {
  if (state === 'notActivated')
    return { activatedAt: null, lastMessageAt: null, connectedAt: null, offlineAt: null }
  const activatedAt = now - chance.whole(40, 380) * DAY_MS
  const connectedAt = now - chance.whole(20, 6 * 1440) * MINUTE_MS
  if (state !== 'offline')
    return { activatedAt, connectedAt, lastMessageAt: now - chance.whole(2, 90) * 1000, offlineAt: null }
  const offlineAt = now - chance.whole(15, 3 * 1440) * MINUTE_MS
  return {
    activatedAt,
    connectedAt: offlineAt - chance.whole(60, 4000) * MINUTE_MS,
    lastMessageAt: offlineAt - 4 * MINUTE_MS,
    offlineAt,
  }
}

/** Makes the products, groups and devices of a place. `firstOrder` counts on over all places. */
export async function seedFleet(
  sql: Sql,
  place: Place,
  staffed: Staffed,
  given: { now: number; firstOrder: number; deviceKey: Buffer },
): Promise<DemoDevice[]> {
  const { now } = given
  const { tenantId } = staffed
  const planned = plan(place, staffed, now, given.firstOrder)
  const products = await seedProducts(sql, place, tenantId, now)
  const groups = await seedGroups(sql, place, tenantId, now)
  const categories = new Map(
    (
      await sql.query<{ id: number; kind: string }>(
        'select id, kind from device_category where tenant_id = $1',
        [tenantId],
      )
    ).map(row => [row.kind, row.id]),
  )
  const secrets = await Promise.all(
    planned.map(async device => {
      const secret = demoDeviceSecret(given.deviceKey, device.imei)
      return { hash: await hashDeviceSecret(secret), orderKey: `\\x${orderKeyOf(secret).toString('hex')}` }
    }),
  )
  const ids = await insertRows(
    sql,
    'device',
    planned.map((device, index) => {
      const facts = equipment[device.kind]
      const born = device.activatedAt ?? now - 12 * DAY_MS
      return {
        tenant_id: tenantId,
        version: 1,
        created_at: born - 5 * DAY_MS,
        updated_at: born,
        imei: device.imei,
        kind: device.kind,
        name: device.name,
        number: device.number,
        model: facts.model,
        category_id: categories.get(device.kind),
        product_id: products.get(device.kind) ?? null,
        group_id: device.serial % 9 === 0 ? null : (groups.get(device.group) ?? null),
        department_id: device.departmentId,
        wearer_name: device.wearerName,
        responsible_name: device.responsible,
        responsible_phone: device.phone,
        install_location: device.location,
        community: place.tenant.name,
        building: device.building,
        unit: device.unit,
        room_no: device.roomNo,
        latitude: device.latitude,
        longitude: device.longitude,
        placed_at: facts.worn || device.state === 'notActivated' ? null : born,
        placed_by: facts.worn || device.state === 'notActivated' ? null : device.responsible,
        imsi: imsiOf(device.serial),
        iccid: iccidOf(device.serial),
        supplier: '智守物联',
        manufacturer_id: facts.model.slice(3),
        operator: device.serial % 5 === 0 ? 'telecom' : 'mobile',
        network: facts.network,
        transparent: device.kind === 'dtu',
        power_saving: facts.network === 'nb',
        message_type: facts.network === 'nb' ? 'compact' : 'json',
        lifecycle: device.state === 'notActivated' ? 'inStock' : 'bound',
        sku: JSON.stringify({ productName: facts.product, imgSrc: imageOf(device.kind) }),
        app_version: facts.network === 'nb' ? '2.0.8' : '4.2.1',
        system_version: facts.network === 'nb' ? 'RT 3.1' : 'OS 9.4',
        activated_at: device.activatedAt,
        in_stock: device.state === 'notActivated',
        stocked_in_at: born - 5 * DAY_MS,
        secret_hash: secrets[index]?.hash,
        order_key: secrets[index]?.orderKey,
      }
    }),
    'id',
  )
  return planned.flatMap((device, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ ...device, id }]
  })
}

/** Picture of a kind of device, drawn once and kept in `public/`. */
const imageOf = (kind: DeviceKind) =>
  `/demo/${kind.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}.png`

async function seedProducts(sql: Sql, place: Place, tenantId: number, now: number) {
  const kinds = keysOf(place.fleet)
  const ids = await insertRows(
    sql,
    'product',
    kinds.map((kind, index) => ({
      tenant_id: tenantId,
      version: 1,
      created_at: now - 380 * DAY_MS,
      updated_at: now - 40 * DAY_MS,
      name: equipment[kind].product,
      model: equipment[kind].model,
      header: equipment[kind].label,
      note: equipment[kind].network === 'nb' ? 'NB-IoT' : '4G',
      status: 'enabled',
      sort: (index + 1) * 10,
      image: imageOf(kind),
    })),
    'id',
  )
  return new Map(kinds.map((kind, index) => [kind, ids[index]]))
}

async function seedGroups(sql: Sql, place: Place, tenantId: number, now: number) {
  const ids = await insertRows(
    sql,
    'device_group',
    place.groups.map(name => ({
      tenant_id: tenantId,
      version: 1,
      created_at: now - 300 * DAY_MS,
      updated_at: now - 300 * DAY_MS,
      name,
    })),
    'id',
  )
  return new Map(place.groups.map((name, index) => [name, ids[index]]))
}
