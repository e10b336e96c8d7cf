// Devices that somebody chose on one page and takes along to another. In memory only: a reload forgets a selection.
import type { Device } from './device-badges.tsx'

let carried: readonly Device[] = []

/** Takes devices along. */
export function carryDevices(devices: readonly Device[]): void {
  carried = [...devices]
}

/** What was taken along; the next page finds nothing. */
export function takeCarriedDevices(): readonly Device[] {
  const taken = carried
  carried = []
  return taken
}
