// How a device looks on the map: shape and colour by state, a sign by kind, faded when its place is old.
import { type DeviceKind, type DeviceState, deviceKinds } from '../../../domain/device/device.ts'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import type { PointLook, PointShape } from '../../../platform/map/map-port.ts'
import { kindIcon } from '../../../resource/device-kind-words.ts'
import { iconPath } from '../../../ui/icons.tsx'
import type { TokenName } from '../../../ui/tokens.ts'

/** What moves about and says where; of the others the place does not age. */
const moving: ReadonlySet<DeviceKind> = new Set(['helmet', 'wristband', 'watch', 'ankleBracelet', 'locator'])

/** Place of something that moves: older than this it is marked. */
export const STALE_MS = 30 * MINUTE_MS

export const movesAt = (kind: number): boolean => {
  const word = deviceKinds[kind]
  return word !== undefined && moving.has(word)
}

export const stateLooks: Record<DeviceState, { shape: PointShape; colour: TokenName }> = {
  online: { shape: 'filled', colour: 'ok' },
  offline: { shape: 'ring', colour: 'off' },
  abnormal: { shape: 'diamond', colour: 'warning' },
  notActivated: { shape: 'dashed', colour: 'new' },
}

const STATES = fleetStates.length
const FADED = 0.55

/** Index into `fleetLooks`. */
export const lookOf = (kind: number, state: number, stale: boolean): number =>
  ((stale ? deviceKinds.length : 0) + kind) * STATES + state

/** Every look there is, in the order of `lookOf`. */
export function fleetLooks(colours: Readonly<Record<TokenName, string>>): readonly PointLook[] {
  return [false, true].flatMap(stale =>
    deviceKinds.flatMap(kind =>
      fleetStates.map(state => {
        const { shape, colour } = stateLooks[state]
        return {
          shape,
          colour: stale ? mixed(colours[colour], colours.surface, FADED) : colours[colour],
          glyph: iconPath(kindIcon(kind)),
        }
      }),
    ),
  )
}

/** A part of one colour over another; `#rrggbb`. */
export function mixed(over: string, under: string, part: number): string {
  const channels = [1, 3, 5].map(at => {
    const [above, below] = [over, under].map(colour => Number.parseInt(colour.slice(at, at + 2), 16))
    const value = Math.round((above ?? 0) * part + (below ?? 0) * (1 - part))
    return value.toString(16).padStart(2, '0')
  })
  return `#${channels.join('')}`
}
