// What the store and the factory of a demo place have in common: who, where, when, of which product.
import type { DeviceKind } from '../../src/domain/device/device.ts'
import type { DeviceLifecycle } from '../../src/domain/device/lifecycle.ts'
import type { Sql } from '../db/scoped.ts'
import type { Staffed } from './accounts.ts'
import { equipment } from './equipment.ts'
import type { Place } from './places.ts'
import type { Chance } from './random.ts'

/** Serials of the store begin far above those of the fleet. */
export const FIRST_SERIAL = 900_000

export interface Ground {
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

export interface Stocked {
  id: number
  imei: string
  serial: string
  iccid: string
  name: string
  lifecycle: DeviceLifecycle
}

/** Serials of the place begin so. */
export const prefixOf = (ground: Ground) => `${equipment[ground.kind].model.replace(/[^A-Z0-9]/g, '')}-`
