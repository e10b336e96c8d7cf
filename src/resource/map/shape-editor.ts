// The shape editor as a pure machine: what happened on the map or in its tools, and what the shape is then.
import type { Place } from '../../domain/geo/geo.ts'
import {
  type DrawnShape,
  metresIn,
  middleOf,
  middleOfShape,
  movedShape,
  placeIn,
  roundedPlace,
} from './shape-space.ts'
import {
  changed,
  type EditorState,
  type Handle,
  handleId,
  LEAST_RADIUS_METRES,
  MOST_RADIUS_METRES,
  readHandle,
  redone,
  type ShapeTool,
  undone,
} from './shape-state.ts'

/** Radius of a circle before anybody sets another (real-time specification, section 9). */
const DEFAULT_RADIUS_METRES = 100

export type EditorEvent =
  /** Another thing is edited from now on; nothing can be taken back. */
  | { is: 'loaded'; shape: DrawnShape | undefined }
  | { is: 'tool'; tool: ShapeTool }
  /** A click or tap on the map. `closes`: it hit the first or the last corner set. */
  | { is: 'pointed'; at: Place; closes?: boolean }
  | { is: 'hovered'; at: Place }
  /** Enter: what is drawn is complete. */
  | { is: 'finished' }
  /** Escape: takes the last corner back, then leaves the tool, then the selection. */
  | { is: 'escaped' }
  | { is: 'dragged'; handle: string; at: Place; done: boolean }
  | { is: 'selected'; handle: string | undefined }
  /** A handle goes to a place by keys or by typing. */
  | { is: 'placed'; handle: string; at: Place }
  /** A corner behind another one, half-way to the next. */
  | { is: 'inserted'; ring: number; corner: number }
  | { is: 'cornerRemoved'; handle: string }
  | { is: 'ringRemoved'; ring: number }
  | { is: 'radius'; metres: number }
  /** Another shape in its place, as one step: an import. */
  | { is: 'replaced'; shape: DrawnShape }
  | { is: 'cleared' }
  | { is: 'undo' }
  | { is: 'redo' }

/** What comes of an event. The same state object where nothing does. */
export function step(state: EditorState, event: EditorEvent): EditorState {
  switch (event.is) {
    case 'loaded':
      return { ...state, ...fresh, shape: event.shape }
    case 'tool':
      return withTool(state, event.tool)
    case 'pointed':
      return state.tool === 'edit' ? unselected(state) : pointed(state, event.at, event.closes ?? false)
    case 'hovered':
      return state.tool === 'edit' ? state : { ...state, hover: event.at }
    case 'finished':
      return finished(state)
    case 'escaped':
      return escaped(state)
    case 'dragged':
      return dragged(state, event.handle, event.at, event.done)
    case 'selected':
      return event.handle === state.selected ? state : { ...state, selected: event.handle, series: undefined }
    case 'placed':
      return placed(state, event.handle, event.at)
    case 'inserted':
      return inserted(state, event.ring, event.corner)
    case 'cornerRemoved':
      return cornerRemoved(state, event.handle)
    case 'ringRemoved':
      return ringRemoved(state, event.ring)
    case 'radius':
      return withRadius(state, event.metres)
    case 'replaced':
      return changed(state, { shape: event.shape, tool: 'edit', draft: [], selected: undefined })
    case 'cleared':
      return state.shape || state.draft.length > 0
        ? changed(state, { shape: undefined, draft: [], selected: undefined, hover: undefined })
        : state
    case 'undo':
      return undone(state)
    case 'redo':
      return redone(state)
  }
}

const fresh = {
  tool: 'edit',
  draft: [],
  hover: undefined,
  selected: undefined,
  drag: undefined,
  past: [],
  future: [],
  series: undefined,
  refusal: undefined,
  changes: 0,
} satisfies Partial<EditorState>

const unselected = (state: EditorState): EditorState =>
  state.selected === undefined && state.refusal === undefined
    ? state
    : { ...state, selected: undefined, refusal: undefined }

function withTool(state: EditorState, tool: ShapeTool): EditorState {
  if (tool === 'hole' && state.shape?.kind !== 'polygon') return { ...state, refusal: 'noOutline' }
  // What had been begun with the other tool is let go, and can be had back.
  const change = { tool, draft: [], hover: undefined, selected: undefined }
  return state.draft.length > 0 ? changed(state, change) : { ...state, ...change, refusal: undefined }
}

function pointed(state: EditorState, at: Place, closes: boolean): EditorState {
  const { tool, draft, space } = state
  const place = roundedPlace(at)
  const [first] = draft
  if (tool === 'circle') {
    if (!first) return circleBegun(state, place)
    // A second click on the centre is a double click, no circle of no size.
    if (closes) return finished(state)
    return withRadius({ ...state, tool: 'edit', draft: [], hover: undefined }, metresIn(space, first, place))
  }
  if (tool === 'rectangle') {
    if (!first) return changed(state, { draft: [place] })
    if (first.longitude === place.longitude || first.latitude === place.latitude) return state
    return drawn(state, rectangle(first, place))
  }
  if (closes && draft.length > 0) return draft.length < 3 ? state : finished(state)
  return changed(state, { draft: [...draft, place] })
}

/** The circle is there at once, with the usual radius: the next click or a typed number changes it. */
function circleBegun(state: EditorState, centre: Place): EditorState {
  const shape: DrawnShape = { kind: 'circle', centre, radiusMetres: DEFAULT_RADIUS_METRES }
  return changed(state, { shape, draft: [centre] })
}

const rectangle = (a: Place, b: Place): Place[] => [
  a,
  { longitude: b.longitude, latitude: a.latitude },
  b,
  { longitude: a.longitude, latitude: b.latitude },
]

/** A complete ring of the drawing tool: the outline, or a hole in it. */
function drawn(state: EditorState, ring: readonly Place[]): EditorState {
  const { shape, tool } = state
  const rings = tool === 'hole' && shape?.kind === 'polygon' ? [...shape.rings, ring] : [ring]
  return changed(state, { shape: { kind: 'polygon', rings }, tool: 'edit', draft: [], hover: undefined })
}

function finished(state: EditorState): EditorState {
  const { tool, draft, hover } = state
  if (tool === 'edit') return state
  if (tool === 'circle') {
    return draft.length > 0 ? { ...state, tool: 'edit', draft: [], hover: undefined } : state
  }
  if (tool === 'rectangle') return hover && draft.length > 0 ? pointed(state, hover, false) : state
  return draft.length < 3 ? { ...state, refusal: 'fewCorners' } : drawn(state, draft)
}

function escaped(state: EditorState): EditorState {
  if (state.drag) return { ...state, shape: state.drag.base, drag: undefined, past: state.past.slice(0, -1) }
  if (state.tool === 'edit') return unselected(state)
  if (state.draft.length === 0) return { ...state, tool: 'edit', hover: undefined, refusal: undefined }
  if (state.tool === 'circle') return undone(state)
  return changed(state, { draft: state.draft.slice(0, -1) })
}

function dragged(state: EditorState, handle: string, at: Place, done: boolean): EditorState {
  const read = readHandle(handle)
  const begun = state.drag?.handle === handle ? state : beginDrag(state, handle, read)
  const { drag } = begun
  if (!drag || !read) return state
  const shape = withHandleAt(drag.base, read, roundedPlace(at), begun)
  const next = { ...begun, shape, changes: begun.changes + 1 }
  if (!done) return next
  // A dragged middle has become a corner.
  const selected =
    read.is === 'middle' ? handleId({ is: 'corner', ring: read.ring, corner: read.corner + 1 }) : handle
  return { ...next, drag: undefined, selected }
}

function beginDrag(state: EditorState, handle: string, read: Handle | undefined): EditorState {
  const { shape } = state
  const from = shape && read && placeOfHandle(state, read)
  if (!shape || !from) return state
  return { ...changed(state, { selected: handle }), drag: { handle, base: shape, from } }
}

/** Where a handle is; undefined for one that the shape does not have. */
export function placeOfHandle({ shape, space }: EditorState, handle: Handle): Place | undefined {
  if (!shape) return undefined
  if (shape.kind === 'circle') {
    if (handle.is === 'radius') return placeIn(space, shape.centre, shape.radiusMetres, 0)
    return handle.is === 'centre' ? shape.centre : undefined
  }
  if (handle.is === 'whole') return middleOfShape(shape)
  if (!('ring' in handle)) return undefined
  const ring = shape.rings[handle.ring]
  const corner = ring?.[handle.corner]
  if (!ring || !corner || handle.is === 'corner') return corner
  const next = ring[(handle.corner + 1) % ring.length]
  return next && middleOf(corner, next)
}

function withHandleAt(base: DrawnShape, handle: Handle, at: Place, { space, drag }: EditorState): DrawnShape {
  if (base.kind === 'circle') {
    if (handle.is !== 'radius') return { ...base, centre: at }
    return { ...base, radiusMetres: radiusOf(metresIn(space, base.centre, at)) }
  }
  if (handle.is === 'corner') return withCorner(base, handle, [at], 1)
  if (handle.is === 'middle') return withCorner(base, { ...handle, corner: handle.corner + 1 }, [at], 0)
  return drag ? movedShape(base, drag.from, at) : base
}

/** Puts corners in place of so many others. */
function withCorner(
  shape: DrawnShape & { kind: 'polygon' },
  { ring: at, corner }: { ring: number; corner: number },
  corners: readonly Place[],
  instead: number,
): DrawnShape {
  const rings = shape.rings.map((ring, index) =>
    index === at ? ring.toSpliced(corner, instead, ...corners) : ring,
  )
  return { kind: 'polygon', rings }
}

function placed(state: EditorState, handle: string, at: Place): EditorState {
  const read = readHandle(handle)
  const from = read && placeOfHandle(state, read)
  if (!state.shape || !read || !from) return state
  const place = roundedPlace(at)
  const moving: EditorState = { ...state, drag: { handle, base: state.shape, from } }
  const shape = withHandleAt(state.shape, read, place, moving)
  return changed(state, { shape, selected: handle }, `place ${handle}`)
}

function inserted(state: EditorState, ring: number, corner: number): EditorState {
  const { shape } = state
  const at = placeOfHandle(state, { is: 'middle', ring, corner })
  if (shape?.kind !== 'polygon' || !at) return state
  return changed(state, {
    shape: withCorner(shape, { ring, corner: corner + 1 }, [roundedPlace(at)], 0),
    selected: handleId({ is: 'corner', ring, corner: corner + 1 }),
  })
}

function cornerRemoved(state: EditorState, handle: string): EditorState {
  const { shape } = state
  const read = readHandle(handle)
  if (shape?.kind !== 'polygon' || read?.is !== 'corner') return state
  const ring = shape.rings[read.ring]
  if (!ring || read.corner >= ring.length) return state
  if (ring.length <= 3) {
    return read.ring > 0 ? ringRemoved(state, read.ring) : { ...state, refusal: 'threeCorners' }
  }
  // The corner before takes its place, so that Delete can be pressed on.
  const before = handleId({ is: 'corner', ring: read.ring, corner: Math.max(0, read.corner - 1) })
  return changed(state, { shape: withCorner(shape, read, [], 1), selected: before })
}

function ringRemoved(state: EditorState, at: number): EditorState {
  const { shape } = state
  if (shape?.kind !== 'polygon' || at < 1 || at >= shape.rings.length) return state
  return changed(state, {
    shape: { kind: 'polygon', rings: shape.rings.toSpliced(at, 1) },
    selected: undefined,
  })
}

const radiusOf = (metres: number): number =>
  Math.round(Math.min(MOST_RADIUS_METRES, Math.max(LEAST_RADIUS_METRES, metres)) * 100) / 100

function withRadius(state: EditorState, metres: number): EditorState {
  if (state.shape?.kind !== 'circle' || !(metres > 0)) return state
  const shape = { ...state.shape, radiusMetres: radiusOf(metres) }
  return changed(state, { shape, hover: undefined }, 'radius')
}
