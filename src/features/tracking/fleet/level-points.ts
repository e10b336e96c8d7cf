// Monitored persons on the map: coloured by their level, shaped by the state of what they wear.
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import { type SupervisionLevel, supervisionLevel } from '../../../domain/supervision/incident-step.ts'
import { HIDDEN, type LivePoints, type PointLook } from '../../../platform/map/map-port.ts'
import { iconPath } from '../../../ui/icons.tsx'
import type { TokenName } from '../../../ui/tokens.ts'
import { mixed, stateLooks } from './fleet-looks.ts'
import type { Fleet } from './fleet-store.ts'

const FADED = 0.55
const STATES = fleetStates.length
const LEVELS = supervisionLevel.options
const colourOf: Record<SupervisionLevel, TokenName> = {
  mild: 'info',
  moderate: 'warning',
  severe: 'critical',
}

/** Every look there is: levels of fresh places, then of stale ones, each in all states. */
export function levelLooks(colours: Readonly<Record<TokenName, string>>): readonly PointLook[] {
  const glyph = iconPath('ankle')
  return [false, true].flatMap(stale =>
    LEVELS.flatMap(level =>
      fleetStates.map(state => {
        const colour = colours[colourOf[level]]
        return {
          shape: stateLooks[state].shape,
          colour: stale ? mixed(colour, colours.surface, FADED) : colour,
          glyph,
        }
      }),
    ),
  )
}

/** The points of a fleet with a look by level; who is not in `levels` is not shown. */
export function levelPoints(fleet: Fleet, levels: ReadonlyMap<string, SupervisionLevel>): LivePoints {
  let looks = new Uint8Array()
  const lookOf = (slot: number): number => {
    const level = levels.get(fleet.imeis[slot] ?? '')
    if (level === undefined || fleet.looks[slot] === HIDDEN) return HIDDEN
    const stale = fleet.stale(slot) ? LEVELS.length : 0
    return (stale + LEVELS.indexOf(level)) * STATES + (fleet.columns.states[slot] ?? 0)
  }
  const drawAll = () => {
    looks = Uint8Array.from({ length: fleet.size }, (_, slot) => lookOf(slot))
  }
  drawAll()
  return {
    get size() {
      return fleet.size
    },
    get longitudes() {
      return fleet.longitudes
    },
    get latitudes() {
      return fleet.latitudes
    },
    get looks() {
      if (looks.length !== fleet.size) drawAll()
      return looks
    },
    subscribe: listener =>
      fleet.subscribe(changed => {
        if (changed === 'all') drawAll()
        else for (const slot of changed) looks[slot] = lookOf(slot)
        listener(changed)
      }),
  }
}
