// Lays what a page wants on a map: only what changed, and always in the page's order.
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapLayer } from '../../platform/map/map-port.ts'

/** Layers by id, the lowest first; undefined ones are not there. */
export type Layers = Readonly<Record<string, MapLayer | undefined>>

/**
 * Keeps one host's layers as they are told: another object is laid anew, the same one is left, what is missing is taken.
 * A map puts a new layer on top; so what the page lists above a newcomer is taken and laid again over it.
 */
export function layingOn(host: Pick<MapHost, 'put' | 'take'>): (wanted: Layers) => void {
  let laid = new Map<string, MapLayer>()
  return wanted => {
    const next = Object.entries(wanted).flatMap(([id, layer]) => (layer ? [[id, layer] as const] : []))
    const ids = new Set(next.map(([id]) => id))
    for (const id of laid.keys()) if (!ids.has(id)) host.take(id)
    const kept = [...laid.keys()].filter(id => ids.has(id))
    let above = false
    for (const [at, [id, layer]] of next.entries()) {
      above ||= kept[at] !== undefined && kept[at] !== id
      if (above && laid.has(id)) host.take(id)
      if (above || laid.get(id) !== layer) host.put(id, layer)
    }
    laid = new Map(next)
  }
}
