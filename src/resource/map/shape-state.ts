// What the shape editor knows at one moment, the handles on its shape, and its memory for undo.
import type { Place } from '../../domain/geo/geo.ts'
import type { DrawnShape, ShapeSpace } from './shape-space.ts'

export type DrawTool = 'polygon' | 'rectangle' | 'circle' | 'hole'
/** `edit`: nothing is drawn, handles are dragged. */
export type ShapeTool = 'edit' | DrawTool

export interface EditorState {
  space: ShapeSpace
  shape: DrawnShape | undefined
  tool: ShapeTool
  /** What has been set with the drawing tool so far: corners, or a centre. */
  draft: readonly Place[]
  /** Where the pointer is while drawing. */
  hover: Place | undefined
  /** The handle that keys and the table are about. */
  selected: string | undefined
  drag: { handle: string; base: DrawnShape; from: Place } | undefined
  past: readonly Memory[]
  future: readonly Memory[]
  /** Changes in a row that are one step back, such as arrow keys on one corner. */
  series: string | undefined
  /** Why the last wish was not granted. */
  refusal: ShapeRefusal | undefined
  /** Counts the changes of the shape, so that a screen knows whether what it saved is still what is shown. */
  changes: number
}

export type ShapeRefusal = 'threeCorners' | 'noOutline' | 'fewCorners'

/** What undo brings back. */
export type Memory = Pick<EditorState, 'shape' | 'tool' | 'draft'>

/** Steps that can be taken back. */
export const MOST_STEPS = 200

export const MOST_RADIUS_METRES = 500_000
/** Centimetres are the finest that anybody sets. */
export const LEAST_RADIUS_METRES = 0.01

export type Handle =
  | { is: 'corner' | 'middle'; ring: number; corner: number }
  | { is: 'whole' | 'centre' | 'radius' }

/** The id of a handle as markers carry it. */
export function handleId(handle: Handle): string {
  return 'ring' in handle ? `${handle.is}:${handle.ring}:${handle.corner}` : handle.is
}

/** The handle behind an id; undefined for ids of other things. */
export function readHandle(id: string): Handle | undefined {
  if (id === 'whole' || id === 'centre' || id === 'radius') return { is: id }
  const read = /^(corner|middle):(\d+):(\d+)$/.exec(id)
  if (!read) return undefined
  return { is: read[1] === 'corner' ? 'corner' : 'middle', ring: Number(read[2]), corner: Number(read[3]) }
}

/** An editor with a shape to change, or with nothing yet. */
export function startEditor(shape?: DrawnShape, space: ShapeSpace = 'earth'): EditorState {
  return {
    space,
    shape,
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
  }
}

const memoryOf = ({ shape, tool, draft }: EditorState): Memory => ({ shape, tool, draft })

/**
 * The state with a change that can be taken back. Changes of the same `series` in a row are one step. Whatever is
 * dragged, selected or refused before ends, unless the change says otherwise.
 */
export function changed(state: EditorState, change: Partial<EditorState>, series?: string): EditorState {
  const goesOn = series !== undefined && series === state.series
  return {
    ...state,
    drag: undefined,
    refusal: undefined,
    ...change,
    series,
    past: goesOn ? state.past : [...state.past, memoryOf(state)].slice(-MOST_STEPS),
    future: [],
    changes: state.changes + 1,
  }
}

/** One step back; the same state where there is none. */
export function undone(state: EditorState): EditorState {
  const memory = state.past.at(-1)
  if (!memory) return state
  return {
    ...state,
    ...memory,
    ...atRest,
    past: state.past.slice(0, -1),
    future: [...state.future, memoryOf(state)],
    changes: state.changes + 1,
  }
}

/** The step forward again. */
export function redone(state: EditorState): EditorState {
  const memory = state.future.at(-1)
  if (!memory) return state
  return {
    ...state,
    ...memory,
    ...atRest,
    past: [...state.past, memoryOf(state)],
    future: state.future.slice(0, -1),
    changes: state.changes + 1,
  }
}

const atRest = {
  drag: undefined,
  selected: undefined,
  hover: undefined,
  series: undefined,
  refusal: undefined,
} satisfies Partial<EditorState>
