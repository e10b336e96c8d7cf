// The map as the console knows it, whoever draws it. Places are WGS-84 here; a provider with other coordinates converts
// at its own door, both ways.
import type { Bounds, Place } from '../../domain/geo/geo.ts'

export type MapProvider = 'maplibre' | 'amap' | 'google'

export interface Camera {
  centre: Place
  /**
   * 0 the whole earth, 19 a house; the same distance on the ground for every provider. Counted as AMap and Google do,
   * from an earth 256 pixels wide.
   */
  zoom: number
}

/** Where the map opens when nothing says otherwise (real-time specification, section 9). */
export const DEFAULT_CAMERA: Camera = { centre: { longitude: 114.06, latitude: 22.54 }, zoom: 19 }
/** After a city was chosen. */
export const CITY_ZOOM = 10
export const SEARCH_DEBOUNCE_MS = 250

/**
 * What lies under everything. `offline`: the world that comes with the console; `street`: the operator's own tiles;
 * `raster`: pictures from a configured address; `grid`: metres and nothing else, for drawings of buildings.
 * Providers with a ground of their own take `offline` and `street` as theirs.
 */
export type Ground = 'offline' | 'street' | 'raster' | 'grid'

export type ShapeForm = { circle: Place; radiusMetres: number } | { rings: readonly (readonly Place[])[] }

export interface MapShape {
  id: string
  form: ShapeForm
  colour: string
  /** 0 to 1; 0.2 unless told. */
  fillOpacity?: number
  dashed?: boolean
  label?: string
  /** A click on it is a pick. */
  pickable?: boolean
}

export interface MapLine {
  id: string
  /** Longitude, latitude, longitude, latitude, … */
  points: Float64Array
  colour: string
  /** Pixels; 3 unless told. */
  width?: number
  dashed?: boolean
  pickable?: boolean
}

/** The states of the console have one shape each: online ●, offline ○, abnormal ◆, not activated ◌. */
export type PointShape = 'filled' | 'ring' | 'diamond' | 'dashed'

export interface PointLook {
  shape: PointShape
  colour: string
  /** A sign inside, as path data of a 24 × 24 box. */
  glyph?: string
}

/** One of few things on the map, with a name; reachable by keyboard. */
export interface MapMarker {
  id: string
  at: Place
  look: PointLook
  /** What a screen reader says. */
  label: string
  /** Shown beside it. */
  caption?: string
  /** Pixels across; 22 unless told. */
  size?: number
  draggable?: boolean
  /** Stands out. */
  selected?: boolean
  /** 0 to 1; faded when stale. */
  opacity?: number
}

/**
 * Many things that move: slots of columns that their owner changes in place and then tells of. A slot stays the same
 * thing until `'all'` is told.
 */
export interface LivePoints {
  /** Slots in use. */
  readonly size: number
  readonly longitudes: Float64Array
  readonly latitudes: Float64Array
  /** Which look; `HIDDEN`: not shown. */
  readonly looks: Uint8Array
  /** Tells which slots changed. Answers the way to stop. */
  subscribe(listener: (changed: readonly number[] | 'all') => void): () => void
}
export const HIDDEN = 255

export type MapLayer =
  | { kind: 'shapes'; shapes: readonly MapShape[] }
  | { kind: 'lines'; lines: readonly MapLine[] }
  | { kind: 'markers'; markers: readonly MapMarker[] }
  | {
      kind: 'points'
      points: LivePoints
      looks: readonly PointLook[]
      /** Neighbours become one with a number when zoomed out. */
      cluster: boolean
      /** Slots that stand out. */
      selected: readonly number[]
    }
  /** Longitude, latitude, weight, … */
  | { kind: 'heat'; spots: Float64Array }
  /** Corners: upper left, upper right, lower right, lower left of the picture. */
  | { kind: 'picture'; url: string; corners: readonly [Place, Place, Place, Place]; opacity: number }

/** What was clicked. `spot`: several points that cannot be told apart there; `cluster`: many that zooming parts. */
export type Pick =
  | { kind: 'shape' | 'line' | 'marker'; layer: string; id: string; at: Place }
  | { kind: 'point'; layer: string; slot: number; at: Place }
  | { kind: 'spot'; layer: string; slots: readonly number[]; at: Place }

export interface MapEvents {
  /** The camera has come to rest. */
  moved?(camera: Camera, bounds: Bounds): void
  /** Somebody drags or wheels: what follows a device should let go. */
  grabbed?(): void
  picked?(pick: Pick): void
  /** A click on the ground, with the keys that were down. */
  pointed?(at: Place): void
  hovered?(at: Place): void
  /** A marker is dragged; `done` when it is let go. */
  dragged?(drag: { layer: string; id: string; at: Place; done: boolean }): void
  failed?(fault: MapFault): void
  /** Tiles that failed before have come. */
  mended?(): void
  /** The ground is being fetched and drawn; false when it stands. Providers that say it themselves tell nothing. */
  loading?(busy: boolean): void
}

/** `webgl`: the browser cannot draw it; `load`: the provider's script did not come; `key`: it refuses the key. */
export type MapFault = 'webgl' | 'load' | 'timeout' | 'key' | 'tiles'

/** Thrown when a provider cannot be opened. */
export class MapError extends Error {
  readonly fault: MapFault
  constructor(fault: MapFault, options?: ErrorOptions) {
    super(`The map cannot be shown: ${fault}`, options)
    this.name = 'MapError'
    this.fault = fault
  }
}

/** Pixels at each side of the map that lie under panels: what is shown is put beside them. */
export interface Sides {
  top: number
  right: number
  bottom: number
  left: number
}

export interface LookOptions {
  animate?: boolean
  covered?: Sides | undefined
}

export interface FitOptions extends LookOptions {
  /** Around what is shown, at every side. */
  paddingPixels?: number
  mostZoom?: number
}

export interface FoundPlace {
  name: string
  /** Where that is: city, district, street. */
  detail: string
  at: Place
  zoom: number
}

/** One provider's map in an element. */
export interface MapAdapter {
  camera(): Camera
  bounds(): Bounds
  look(camera: Partial<Camera>, options?: LookOptions): void
  fit(bounds: Bounds, options?: FitOptions): void
  /** Adds a layer or puts another in its place; layers lie in the order in which their ids came first. */
  put(id: string, layer: MapLayer): void
  /** Forgets its place in the order too: one that comes again lies on top. */
  take(id: string): void
  setGround(ground: Ground, dark: boolean): void
  /** Pixels from the upper left corner. */
  project(at: Place): { x: number; y: number }
  unproject(pixel: { x: number; y: number }): Place
  /** The provider's own search; absent: it has none. */
  search?(text: string, near: Place, signal: AbortSignal): Promise<FoundPlace[]>
  /** After its element changed size. */
  resize(): void
  destroy(): void
}

/** What the operator configured; see `mapConfig` in the contract. */
export interface MapSettings {
  providers: readonly MapProvider[]
  amap?: { key: string; serviceHost: string } | undefined
  google?: { key: string } | undefined
  /** Addresses of the operator's tiles and pictures. */
  street?: { url: string; attribution: string } | undefined
  raster?: { url: string; attribution: string; mostZoom: number } | undefined
  /** Sent along to the console's own addresses. */
  authorization: () => string | undefined
}

export interface OpenOptions {
  camera: Camera
  ground: Ground
  dark: boolean
  /** BCP 47. */
  language: string
  settings: MapSettings
  events: MapEvents
  signal: AbortSignal
}

/** Opens a provider's map in an empty element. Rejects with a `MapError`. */
export type OpenMap = (element: HTMLElement, options: OpenOptions) => Promise<MapAdapter>
