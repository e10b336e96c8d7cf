// What a visitor, who has no account, may know of a tenant: kinds, states, counts and times. No person's name, phone, home,
// place or number is among it; a field that is not named here is hidden.
import type { alarm } from './alarm/alarm.ts'
import type { deviceCategory, product } from './device/catalogue.ts'
import type { device } from './device/device.ts'
import { liveFields } from './device/state-fields.ts'
import type { RowOf } from './entity.ts'
import { isKey, keysOf, recordOf } from './keys.ts'
import type { Shown } from './shown.ts'

/** Whatever more a role gives a visitor does not count. */
export const visitorPermissions: readonly string[] = [
  'device.read',
  'deviceCategory.read',
  'product.read',
  'alarm.read',
]

/** Routes whose pages have something to show to a visitor. */
export const visitorRoutes: readonly string[] = [
  'AlarmHistory',
  'DeviceList',
  'DeviceCategoryList',
  'productList',
  'alarmTongji',
]

/** Stands for a text that a visitor does not get. */
const UNSAID = '—'
/** Tells devices apart where their names may be those of people or homes. */
const nameFor = (deviceId: number) => `#${deviceId}`
/** In the form of an IMEI and none. */
const imeiFor = (deviceId: number) => String(deviceId).padStart(15, '0')

const base = { id: true, version: true, createdAt: true, updatedAt: true } as const

/** The state of a device, in a row and in what is heard of it live. */
const live = recordOf(liveFields, () => true as const)

/** The entities a visitor reads, and what of their rows. */
export const visitorRows = {
  device: {
    ...base,
    ...live,
    name: row => nameFor(row.id),
    imei: row => imeiFor(row.id),
    kind: true,
    categoryId: true,
    categoryName: true,
    categoryEnName: true,
    productId: true,
    productName: true,
    operator: true,
    network: true,
    transparent: true,
    powerSaving: true,
    messageType: true,
    lifecycle: true,
    activatedAt: true,
    inStock: true,
    stockedInAt: true,
  } satisfies Shown<RowOf<typeof device>>,
  deviceCategory: {
    ...base,
    name: true,
    enName: true,
    kind: true,
    sort: true,
    deviceCount: true,
  } satisfies Shown<RowOf<typeof deviceCategory>>,
  product: {
    ...base,
    name: true,
    model: true,
    status: true,
    sort: true,
    image: true,
    deviceCount: true,
  } satisfies Shown<RowOf<typeof product>>,
  alarm: {
    ...base,
    type: true,
    severity: true,
    status: true,
    title: () => UNSAID,
    deviceId: true,
    imei: row => imeiFor(row.deviceId),
    deviceName: row => nameFor(row.deviceId),
    deviceKind: true,
    raisedAt: true,
    read: true,
    takenAt: true,
    handledAt: true,
    acknowledgedAt: true,
    escalation: true,
    onTest: true,
  } satisfies Shown<RowOf<typeof alarm>>,
}

/** Of a device in a batch of changes. */
export const visitorChange = {
  ...live,
  id: true,
  imei: (change: { id: number }) => imeiFor(change.id),
} as const

/** The fields of an entity that a visitor sees as they are, and so may also filter and sort by; none of others. */
export function fieldsForVisitors(entity: string): ReadonlySet<string> {
  if (!isKey(visitorRows, entity)) return new Set()
  const rows: Readonly<Record<string, unknown>> = visitorRows[entity]
  return new Set(keysOf(rows).filter(field => rows[field] === true))
}
