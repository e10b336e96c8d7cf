// Edits one shape on a map of any provider: gives its layers, takes the map's events, and feeds toolbar and table.
//
// const editor = useShapeEditor()
// <MapView layers={{ ...own, ...editor.layers }} events={editor.over(ownEvents)} onHost={editor.onHost} …>
//   <ShapeToolbar editor={editor} />          over the map: tools, undo, figures, what is wrong
// </MapView>
// <ShapeTable editor={editor} />              beside it: every corner in numbers, radius, import
//
// `editor.load(shape)` begins with another shape, `editor.shape` is what is drawn now, `editor.changed` whether it is
// something else than what was loaded, `editor.fault` why it cannot be saved. While something is drawn, clicks belong
// to the editor; otherwise the page's own events get them. On drawings of buildings: `space: 'plan'`.
import { useCallback, useMemo, useReducer, useRef, useState } from 'react'
import { CIRCLE_COLOUR, POLYGON_COLOUR } from '../../domain/fence/fence.ts'
import type { Bounds, Place } from '../../domain/geo/geo.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { MapEvents } from '../../platform/map/map-port.ts'
import { useCoarsePointer } from '../../ui/pointer.ts'
import { useMapColours } from './map-colours.ts'
import { type EditorEvent, step } from './shape-editor.ts'
import { type DrawnFault, faultOf } from './shape-faults.ts'
import { useShapeGestures } from './shape-gestures.ts'
import { MANY_CORNERS, type ShownHandles, shownHandles } from './shape-handles.ts'
import {
  EDITOR_LAYERS,
  type EditorLayers,
  handleLayers,
  type LayerLooks,
  layerOfHandle,
  shapeLayers,
} from './shape-layers.ts'
import { cornersOf, type DrawnShape, measuresOf, type ShapeMeasures, type ShapeSpace } from './shape-space.ts'
import { type DrawTool, type EditorState, startEditor } from './shape-state.ts'
import { useHandleNames } from './shape-words.ts'

export interface ShapeEditorOptions {
  /** What it begins with; `load` takes another one. */
  shape?: DrawnShape | undefined
  space?: ShapeSpace
  /** Tools that are offered; all of them unless told. */
  tools?: readonly DrawTool[]
  /** Of the shape; that of the specification for circles and polygons unless told. */
  colour?: string
  /**
   * What the shape must keep, as the server sees it unless told; asked when the shape changes, not while it is
   * dragged. Keep it the same function.
   */
  check?: ((shape: DrawnShape) => DrawnFault | undefined) | undefined
  /** False: the shape is shown without handles and nothing is taken. */
  enabled?: boolean
}

export interface ShapeEditor {
  state: EditorState
  send: (event: EditorEvent) => void
  shape: DrawnShape | undefined
  /** Something else is drawn than what was loaded. */
  changed: boolean
  /** A drawing tool has been taken. */
  drawing: boolean
  fault: DrawnFault | undefined
  measures: ShapeMeasures | undefined
  tools: readonly DrawTool[]
  enabled: boolean
  shown: ShownHandles
  layers: EditorLayers
  /** The editor's events before the page's own: what the editor takes, the page does not get. */
  over: (own?: MapEvents) => MapEvents
  onHost: (host: MapHost | undefined) => void
  host: MapHost | undefined
  /** Brings a place to the map's middle, and the map itself into sight. */
  show: (at: Place) => void
  /** Begins with another shape; nothing of the one before can be taken back. */
  load: (shape: DrawnShape | undefined) => void
  /** Where the toolbar stands: the map around it is listened to. */
  attach: (element: Element | null) => void
}

const ALL_TOOLS: readonly DrawTool[] = ['polygon', 'rectangle', 'circle', 'hole']
const CLOSE_PIXELS = { fine: 9, coarse: 22 }
const HANDLE_PIXELS = { fine: 16, coarse: 30 }

export function useShapeEditor(options: ShapeEditorOptions = {}): ShapeEditor {
  const { tools = ALL_TOOLS, check = faultOf, enabled = true } = options
  const coarse = useCoarsePointer()
  const colours = useMapColours()
  const [state, send] = useReducer(step, undefined, () => startEditor(options.shape, options.space))
  const [loaded, setLoaded] = useState(options.shape)
  const [host, setHost] = useState<MapHost>()
  const [bounds, setBounds] = useState<Bounds>()
  const [frame, setFrame] = useState<Element>()
  const many = cornersOf(state.shape) > MANY_CORNERS
  const view = many ? bounds : undefined
  const shown = useMemo(() => shownHandles(state, view), [state, view])
  const names = useHandleNames(state.shape)
  const fault = useFault(state, check)
  const round = state.tool === 'circle' || (state.tool === 'edit' && state.shape?.kind === 'circle')
  const colour = options.colour ?? (round ? CIRCLE_COLOUR : POLYGON_COLOUR)
  const looks = useLooks({ colour, coarse, names, fault, colours })
  const layers = useLayers(state, shown, looks, fault, enabled)
  const measures = useMemo(
    () => state.shape && measuresOf(state.shape, state.space),
    [state.shape, state.space],
  )
  const named = useMemo(
    () =>
      new Map(
        [...shown.corners, ...shown.middles, ...shown.grips].map(({ id, handle }) => [names.of(handle), id]),
      ),
    [shown, names],
  )
  useShapeGestures(frame, { state, shown, host, named, enabled, send })
  const over = (own: MapEvents = {}) => eventsOver(own, { state, host, coarse, enabled, send, setBounds })
  return {
    state,
    send,
    shape: state.shape,
    changed: state.shape !== loaded || state.draft.length > 0,
    drawing: state.tool !== 'edit',
    fault: fault.now,
    measures,
    tools,
    enabled,
    shown,
    layers,
    over,
    onHost: useCallback((next: MapHost | undefined) => {
      setHost(next)
      setBounds(next?.bounds())
    }, []),
    host,
    show: at => {
      frame?.scrollIntoView({ block: 'nearest' })
      host?.look({ centre: at }, { animate: true })
    },
    load: useCallback((shape: DrawnShape | undefined) => {
      send({ is: 'loaded', shape })
      setLoaded(shape)
    }, []),
    attach: useCallback((element: Element | null) => setFrame(element?.closest('section') ?? undefined), []),
  }
}

interface Fault {
  now: DrawnFault | undefined
}

/** Asked when a drag has ended: thousands of corners are not compared at every move. */
function useFault(state: EditorState, check: ShapeEditorOptions['check']): Fault {
  const subject = state.drag ? undefined : state.shape
  const found = useMemo(() => ({ now: subject && check?.(subject) }), [subject, check])
  return found
}

function useLooks(parts: {
  colour: string
  coarse: boolean
  names: ReturnType<typeof useHandleNames>
  fault: Fault
  colours: ReturnType<typeof useMapColours>
}): LayerLooks {
  const { colour, coarse, names, fault, colours } = parts
  return useMemo(
    () => ({
      colour,
      handle: colours.accent,
      selected: colours.warning,
      wrong: colours.critical,
      size: coarse ? HANDLE_PIXELS.coarse : HANDLE_PIXELS.fine,
      nameOf: names.of,
      nameOfSet: names.ofSet,
      faultWords: fault.now && names.words(fault.now.message),
    }),
    [colour, coarse, names, fault, colours],
  )
}

function useLayers(
  state: EditorState,
  shown: ShownHandles,
  looks: LayerLooks,
  fault: Fault,
  enabled: boolean,
): EditorLayers {
  const before = useRef<EditorLayers>({})
  return useMemo(() => {
    const shapes = shapeLayers(state, looks)
    if (!enabled) return { [EDITOR_LAYERS.shape]: shapes[EDITOR_LAYERS.shape] }
    const handles = handleLayers(state, shown, looks, fault.now?.at)
    const layers = { ...shapes, ...handles }
    // The marker under the finger stays the one it is: its layer is laid anew when it is let go.
    const held = state.drag && layerOfHandle(state.drag.handle)
    if (held && before.current[held]) layers[held] = before.current[held]
    before.current = layers
    return layers
  }, [state, shown, looks, fault, enabled])
}

interface EventParts {
  state: EditorState
  host: MapHost | undefined
  coarse: boolean
  enabled: boolean
  send: (event: EditorEvent) => void
  setBounds: (bounds: Bounds) => void
}

const ownLayers: ReadonlySet<string> = new Set(Object.values(EDITOR_LAYERS))

function eventsOver(own: MapEvents, parts: EventParts): MapEvents {
  const { state, enabled, send, setBounds } = parts
  const drawing = enabled && state.tool !== 'edit'
  return {
    ...own,
    moved: (camera, bounds) => {
      setBounds(bounds)
      own.moved?.(camera, bounds)
    },
    pointed: at => {
      if (enabled) send({ is: 'pointed', at, closes: drawing && hits(at, parts) })
      if (!drawing) own.pointed?.(at)
    },
    picked: pick => {
      if (!enabled) own.picked?.(pick)
      else if (ownLayers.has(pick.layer)) {
        if (pick.kind === 'marker') handlePicked(pick.id, pick.layer, pick.at, parts)
      } else if (drawing) send({ is: 'pointed', at: pick.at, closes: hits(pick.at, parts) })
      else own.picked?.(pick)
    },
    hovered: at => {
      if (drawing) send({ is: 'hovered', at })
      own.hovered?.(at)
    },
    dragged: drag => {
      if (!ownLayers.has(drag.layer)) own.dragged?.(drag)
      else if (enabled) send({ is: 'dragged', handle: drag.id, at: drag.at, done: drag.done })
    },
  }
}

function handlePicked(id: string, layer: string, at: Place, { state, send }: EventParts): void {
  if (layer === EDITOR_LAYERS.set) {
    const ends = id === 'set:0' || id === `set:${state.draft.length - 1}`
    send({ is: 'pointed', at, closes: ends })
    return
  }
  const middle = /^middle:(\d+):(\d+)$/.exec(id)
  if (middle) send({ is: 'inserted', ring: Number(middle[1]), corner: Number(middle[2]) })
  else if (layer !== EDITOR_LAYERS.fault) send({ is: 'selected', handle: id })
}

/** On the first or the last corner set, as exactly as the pointer is. */
function hits(at: Place, { state, host, coarse }: EventParts): boolean {
  const pixel = host?.project(at)
  if (!pixel) return false
  return [state.draft[0], state.draft.at(-1)].some(corner => {
    const there = corner && host?.project(corner)
    const near = coarse ? CLOSE_PIXELS.coarse : CLOSE_PIXELS.fine
    return there !== undefined && Math.hypot(there.x - pixel.x, there.y - pixel.y) <= near
  })
}
