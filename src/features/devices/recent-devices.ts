// The devices a person chose last, in this browser; they stand first where a device is to be chosen.
import * as z from 'zod/mini'
import { type DeviceKind, deviceKind } from '../../domain/device/device.ts'
import { keep, readKept } from '../../resource/kept.ts'

export interface NamedDevice {
  imei: string
  name: string
  kind: DeviceKind
}

const NAME = 'recent-devices'
const KEPT = 8
const stored = z.array(z.object({ imei: z.string(), name: z.string(), kind: deviceKind }))

/** Newest first. */
export function recentDevices(): NamedDevice[] {
  const read = z.safeParse(stored, readKept(NAME))
  return read.success ? read.data : []
}

/** Puts devices in front, each once. */
export function addRecentDevices(devices: readonly NamedDevice[]): void {
  if (devices.length === 0) return
  const imeis = new Set(devices.map(each => each.imei))
  const others = recentDevices().filter(each => !imeis.has(each.imei))
  const fresh = devices.map(({ imei, name, kind }) => ({ imei, name, kind }))
  keep(NAME, [...fresh, ...others].slice(0, KEPT))
}
