// A device as lists hold it, bound and online: a test says only what matters to it.
import type { device } from '../../../src/domain/device/device.ts'
import type { RowOf } from '../../../src/domain/entity.ts'

type DeviceRow = RowOf<typeof device>

/** `at`: when it was last heard, and everything else about it began. */
export const deviceRow = (
  at: number,
  facts: Pick<DeviceRow, 'id' | 'imei' | 'name'> & Partial<DeviceRow>,
): DeviceRow => ({
  version: 1,
  createdAt: at,
  updatedAt: at,
  kind: 'helmet',
  categoryId: 1,
  state: 'online',
  lifecycle: 'bound',
  signal: 3,
  battery: 80,
  mainsPower: null,
  footRing: null,
  harmfulGas: null,
  valve: null,
  closed: null,
  locked: null,
  switchControl: null,
  switchPosition: null,
  boundTo: null,
  boundAt: null,
  lastMessageAt: at,
  connectedAt: at,
  offlineAt: null,
  activatedAt: at,
  inStock: false,
  stockedInAt: null,
  ...facts,
})
