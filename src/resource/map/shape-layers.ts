// The shape that is edited as layers of the map: the shape, what is being drawn, its handles, where it is faulty.
import type { Place } from '../../domain/geo/geo.ts'
import type { MapLayer, MapMarker, MapShape, PointLook } from '../../platform/map/map-port.ts'
import type { PlacedHandle, ShownHandles } from './shape-handles.ts'
import { type DrawnShape, metresIn, roundedPlace } from './shape-space.ts'
import { type EditorState, handleId } from './shape-state.ts'

/** Ids of the editor's layers, the lowest first. Put them behind one's own layers. */
export const EDITOR_LAYERS = {
  shape: 'edit-shape',
  draft: 'edit-draft',
  fault: 'edit-fault',
  middles: 'edit-middles',
  corners: 'edit-corners',
  grips: 'edit-grips',
  set: 'edit-set',
} as const
export type EditorLayers = Partial<
  Record<(typeof EDITOR_LAYERS)[keyof typeof EDITOR_LAYERS], MapLayer | undefined>
>

export interface LayerLooks {
  /** Of the shape itself. */
  colour: string
  /** Of handles. */
  handle: string
  selected: string
  wrong: string
  /** Pixels across: fingers need more than a mouse. */
  size: number
  /** What a screen reader says of a handle. */
  nameOf: (handle: PlacedHandle['handle']) => string
  nameOfSet: (corner: number) => string
  /** Said at the place of the fault. */
  faultWords?: string | undefined
}

/** The shape with what is being drawn, without handles. */
export function shapeLayers(state: EditorState, looks: LayerLooks): EditorLayers {
  const { shape, tool, draft } = state
  const preview = previewOf(state)
  const shapes: MapShape[] = []
  // What another outline will replace stands back.
  const replaced = tool === 'polygon' || tool === 'rectangle' || (tool === 'circle' && draft.length === 0)
  if (shape && !(tool === 'circle' && preview)) {
    shapes.push({
      id: 'shape',
      form: formOf(shape),
      colour: looks.colour,
      ...(replaced && { fillOpacity: 0.05, dashed: true }),
    })
  }
  if (preview) shapes.push({ id: 'preview', form: formOf(preview), colour: looks.colour, dashed: true })
  return {
    [EDITOR_LAYERS.shape]: { kind: 'shapes', shapes },
    [EDITOR_LAYERS.draft]: { kind: 'lines', lines: draftLines(state, looks.colour) },
    [EDITOR_LAYERS.set]: { kind: 'markers', markers: setMarkers(state, looks) },
  }
}

const formOf = (shape: DrawnShape): MapShape['form'] =>
  shape.kind === 'circle'
    ? { circle: shape.centre, radiusMetres: shape.radiusMetres }
    : { rings: shape.rings }

/** What a click at the pointer would make. */
function previewOf({ tool, draft, hover, space }: EditorState): DrawnShape | undefined {
  const [first] = draft
  if (!first || !hover) return undefined
  if (tool === 'circle') {
    return { kind: 'circle', centre: first, radiusMetres: Math.max(0.01, metresIn(space, first, hover)) }
  }
  if (tool === 'rectangle') {
    const across = { longitude: hover.longitude, latitude: first.latitude }
    const along = { longitude: first.longitude, latitude: hover.latitude }
    return { kind: 'polygon', rings: [[first, across, hover, along]] }
  }
  return draft.length > 1 ? { kind: 'polygon', rings: [[...draft, roundedPlace(hover)]] } : undefined
}

function draftLines({ tool, draft, hover }: EditorState, colour: string) {
  if (tool !== 'polygon' && tool !== 'hole') return []
  const places = hover && draft.length > 0 ? [...draft, hover] : draft
  if (places.length < 2) return []
  return [{ id: 'draft', points: flat(places), colour, width: 3 }]
}

function flat(places: readonly Place[]): Float64Array {
  const points = new Float64Array(places.length * 2)
  places.forEach(({ longitude, latitude }, at) => {
    points[at * 2] = longitude
    points[at * 2 + 1] = latitude
  })
  return points
}

/** Corners set while drawing: a click on the first or the last one closes the ring. */
function setMarkers({ tool, draft }: EditorState, looks: LayerLooks): MapMarker[] {
  if (tool === 'edit') return []
  const shown = draft.length > 50 ? [draft.length - 1, 0] : draft.map((_, at) => at)
  return shown.flatMap(at => {
    const place = draft[at]
    if (!place) return []
    const ends = at === 0 || at === draft.length - 1
    const look: PointLook = { shape: ends ? 'filled' : 'ring', colour: looks.handle }
    return [
      { id: `set:${at}`, at: place, look, label: looks.nameOfSet(at), size: looks.size * (ends ? 0.8 : 0.6) },
    ]
  })
}

/** The handles as draggable markers, and the place of the fault. */
export function handleLayers(
  state: EditorState,
  shown: ShownHandles,
  looks: LayerLooks,
  fault: Place | undefined,
): EditorLayers {
  const { drag, selected } = state
  // While the whole moves its corners would lag behind.
  const alone = drag !== undefined && !drag.handle.startsWith('corner')
  const marker = ({ id, handle, at }: PlacedHandle): MapMarker => ({
    id,
    at,
    look: lookOf(handle.is, selected === id, looks),
    label: looks.nameOf(handle),
    size: handle.is === 'middle' ? Math.round(looks.size * 0.65) : looks.size,
    draggable: true,
    ...(selected === id && { selected: true }),
    ...(handle.is === 'middle' && { opacity: 0.75 }),
  })
  const layer = (handles: readonly PlacedHandle[]): MapLayer => ({
    kind: 'markers',
    markers: handles.map(marker),
  })
  return {
    [EDITOR_LAYERS.middles]: layer(
      drag ? shown.middles.filter(({ id }) => id === drag.handle) : shown.middles,
    ),
    [EDITOR_LAYERS.corners]: layer(alone ? [] : shown.corners),
    [EDITOR_LAYERS.grips]: layer(
      drag
        ? shown.grips.filter(({ id }) => id === drag.handle || id === handleId({ is: 'centre' }))
        : shown.grips,
    ),
    [EDITOR_LAYERS.fault]: { kind: 'markers', markers: fault ? [faultMarker(fault, looks)] : [] },
  }
}

const CROSS = 'M7 7l10 10 M17 7 7 17'
const ARROWS =
  'M12 4v16 M4 12h16 M9.5 6.5 12 4l2.5 2.5 M9.5 17.5 12 20l2.5-2.5 M6.5 9.5 4 12l2.5 2.5 M17.5 9.5 20 12l-2.5 2.5'

function lookOf(is: PlacedHandle['handle']['is'], selected: boolean, looks: LayerLooks): PointLook {
  const colour = selected ? looks.selected : looks.handle
  if (is === 'whole' || is === 'centre') return { shape: 'filled', colour, glyph: ARROWS }
  return { shape: is === 'middle' ? 'ring' : 'filled', colour }
}

function faultMarker(at: Place, { wrong, faultWords, size }: LayerLooks): MapMarker {
  return {
    id: 'fault',
    at,
    look: { shape: 'diamond', colour: wrong, glyph: CROSS },
    label: faultWords ?? '',
    ...(faultWords && { caption: faultWords }),
    size: Math.max(26, size),
    selected: true,
  }
}

/** The layer a handle's marker lies in: it stays as it is while the marker is dragged. */
export function layerOfHandle(id: string): (typeof EDITOR_LAYERS)[keyof typeof EDITOR_LAYERS] {
  if (id.startsWith('corner')) return EDITOR_LAYERS.corners
  return id.startsWith('middle') ? EDITOR_LAYERS.middles : EDITOR_LAYERS.grips
}
