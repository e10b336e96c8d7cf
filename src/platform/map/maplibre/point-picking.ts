// What lies under the pointer among very many points: one, several in one spot, or a cluster that opens.
import { HIDDEN, type Pick } from '../map-port.ts'
import { type Clusters, SPOT_METRES, SPOT_PIXELS } from './cluster-points.ts'
import { radiusOf } from './cluster-shape.ts'
import type { ClusterPick, LayerGround } from './laid-layer.ts'
import type { PointColumns } from './point-columns.ts'
import { boxAround } from './slot-box.ts'
import { apart, latitudeOf, longitudeOf } from './world-units.ts'

/** Pixels around those inside when a cluster opens. */
const FIT_PADDING = 70
const FIT_ZOOM = 20

/** A place in parts of the world, and how many CSS pixels such a part is. */
export interface Pointer {
  x: number
  y: number
  scale: number
}

/**
 * The nearest of the drawn slots (all, unless named) with those that lie on it; `tolerance`: pixels. A later one lies over
 * the ones before.
 */
export function slotsAt(
  columns: PointColumns,
  { x, y, scale }: Pointer,
  tolerance: number,
  drawn?: readonly number[],
): number[] {
  const most = tolerance / scale
  const spot = SPOT_PIXELS / scale
  let nearest: number | undefined
  let least = most
  const near: number[] = []
  const count = drawn?.length ?? columns.size
  for (let at = 0; at < count; at++) {
    const slot = drawn?.[at] ?? at
    if (columns.look(slot) === HIDDEN) continue
    const far = Math.hypot(apart(columns.x(slot), x), columns.y(slot) - y)
    if (far > most + spot) continue
    near.push(slot)
    if (far > least) continue
    least = far
    nearest = slot
  }
  if (nearest === undefined) return []
  const [byX, byY] = [columns.x(nearest), columns.y(nearest)]
  const together = near.filter(slot => Math.hypot(apart(columns.x(slot), byX), columns.y(slot) - byY) <= spot)
  return [...new Set([nearest, ...together])]
}

export function clusterAt(
  { count, xs, ys, sizes }: Clusters,
  { x, y, scale }: Pointer,
  tolerance: number,
): number | undefined {
  // The last one lies over the others.
  for (let cluster = count - 1; cluster >= 0; cluster--) {
    const far = Math.hypot(apart(xs[cluster] ?? 0, x), (ys[cluster] ?? 0) - y) * scale
    if (far <= Math.max(tolerance, radiusOf(sizes[cluster] ?? 0))) return cluster
  }
  return undefined
}

/** Slots of a layer as a pick: one, or several in one spot. */
export function pickSlots(columns: PointColumns, layer: string, slots: readonly number[]): Pick | undefined {
  const [slot] = slots
  if (slot === undefined) return undefined
  const at = { longitude: longitudeOf(columns.x(slot)), latitude: latitudeOf(columns.y(slot)) }
  return slots.length > 1 ? { kind: 'spot', layer, slots, at } : { kind: 'point', layer, slot, at }
}

/** Those of a cluster: as a list where no zoom parts them, else something that opens. */
export function pickMembers(
  { map }: LayerGround,
  columns: PointColumns,
  layer: string,
  members: readonly number[],
): Pick | ClusterPick | undefined {
  const { middle, wide, high, metres } = boxAround(columns, members)
  if (metres < SPOT_METRES || map.getZoom() > FIT_ZOOM - 0.1) return pickSlots(columns, layer, members)
  const corner = (side: number): [number, number] => [
    longitudeOf(middle.x + (side * wide) / 2),
    latitudeOf(middle.y - (side * high) / 2),
  ]
  const open = () => {
    map.fitBounds([corner(-1), corner(1)], {
      padding: FIT_PADDING,
      maxZoom: FIT_ZOOM,
      animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      duration: 400,
      linear: true,
    })
  }
  return { kind: 'cluster', open }
}
