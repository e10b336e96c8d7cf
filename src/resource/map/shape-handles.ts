// Which handles of a shape are shown: all of a simple one, those in view of one with thousands of corners.
import { type Bounds, isWithin, type Place, wrapLongitude } from '../../domain/geo/geo.ts'
import { placeOfHandle } from './shape-editor.ts'
import { cornersOf } from './shape-space.ts'
import { type EditorState, type Handle, handleId, readHandle } from './shape-state.ts'

/** Up to so many corners are all shown. */
export const MANY_CORNERS = 500
/** Of more corners, so many at a time. */
const MOST_SHOWN = 200
/** Middles stand between corners that can be told apart. */
const MOST_MIDDLES = 200

export interface PlacedHandle {
  id: string
  handle: Handle
  at: Place
}

export interface ShownHandles {
  corners: readonly PlacedHandle[]
  middles: readonly PlacedHandle[]
  grips: readonly PlacedHandle[]
  /** True where corners in view are not shown because there are too many of them. */
  more: boolean
}

export const noHandles: ShownHandles = { corners: [], middles: [], grips: [], more: false }

/** The handles to show while the map shows `bounds`. */
export function shownHandles(state: EditorState, bounds: Bounds | undefined): ShownHandles {
  const { shape } = state
  if (!shape || state.tool !== 'edit') return noHandles
  const grip = (is: 'whole' | 'centre' | 'radius'): PlacedHandle[] => placed(state, { is })
  if (shape.kind === 'circle') return { ...noHandles, grips: [...grip('centre'), ...grip('radius')] }
  const all = cornersOf(shape)
  const keep = (at: Place) => all <= MANY_CORNERS || !bounds || isWithin(bounds, at.longitude, at.latitude)
  let inView: PlacedHandle[] = []
  shape.rings.forEach((ring, ringAt) => {
    ring.forEach((at, corner) => {
      const handle: Handle = { is: 'corner', ring: ringAt, corner }
      if (keep(at)) inView.push({ id: handleId(handle), handle, at })
    })
  })
  const more = all > MANY_CORNERS && inView.length > MOST_SHOWN
  if (more) inView = nearest(inView, attention(state, bounds), MOST_SHOWN)
  const middles =
    more || inView.length > MOST_MIDDLES
      ? []
      : inView.flatMap(({ handle }) => ('ring' in handle ? placed(state, { ...handle, is: 'middle' }) : []))
  return { corners: inView, middles, grips: grip('whole'), more }
}

function placed(state: EditorState, handle: Handle): PlacedHandle[] {
  const at = placeOfHandle(state, handle)
  return at ? [{ id: handleId(handle), handle, at }] : []
}

/** Where somebody works: the selected handle, else the middle of the view. */
function attention(state: EditorState, bounds: Bounds | undefined): Place {
  const selected = state.selected === undefined ? undefined : readHandle(state.selected)
  const at = selected && placeOfHandle(state, selected)
  if (at && (!bounds || isWithin(bounds, at.longitude, at.latitude))) return at
  if (!bounds) return { longitude: 0, latitude: 0 }
  const width = (bounds.east - bounds.west + 360) % 360
  return {
    longitude: wrapLongitude(bounds.west + width / 2),
    latitude: (bounds.south + bounds.north) / 2,
  }
}

function nearest(handles: readonly PlacedHandle[], to: Place, most: number): PlacedHandle[] {
  const shrink = Math.cos((to.latitude * Math.PI) / 180)
  const distance = ({ at }: PlacedHandle) =>
    Math.hypot(wrapLongitude(at.longitude - to.longitude) * shrink, at.latitude - to.latitude)
  return handles
    .map(handle => ({ handle, far: distance(handle) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ handle }) => handle)
}
