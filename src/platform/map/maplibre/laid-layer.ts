// What every kind of layer answers to the map that it lies on.
import type { GeoJSONSource, LayerSpecification, Map as LibraryMap } from 'maplibre-gl'
import type { Box } from '../free-part.ts'
import type { MapEvents, MapLayer, Pick } from '../map-port.ts'

export interface Pixel {
  x: number
  y: number
}

/** Many that zooming parts: the map does it itself. */
export interface ClusterPick {
  kind: 'cluster'
  open(): void
}

/** Where layers are laid. */
export interface LayerGround {
  map: LibraryMap
  events: MapEvents
  dark(): boolean
  /** BCP 47. */
  language: string
  /** Sent along to the console's own addresses. */
  authorization(): string | undefined
}

export interface LaidLayer<Layer extends MapLayer = MapLayer> {
  readonly kind: Layer['kind']
  /** Ids of the style's layers, the lowest first. */
  readonly styleIds: readonly string[]
  update(layer: Layer): void
  /** What of it lies under a pixel; `tolerance`: how far from it, in pixels. */
  pick?(pixel: Pixel, tolerance: number): Pick | ClusterPick | undefined
  /** What of it is read or pressed, in pixels of the map. */
  boxes?(): readonly Box[]
  /** Puts its names where nothing of that is. */
  avoid?(boxes: readonly Box[]): void
  /** The skin changed. */
  recolour?(): void
  remove(): void
}

export const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

/** A source of GeoJSON whose details hold at the nearest zoom. */
export function addGeoSource(map: LibraryMap, id: string): void {
  map.addSource(id, { type: 'geojson', data: EMPTY, maxzoom: 22, tolerance: 0.2 })
}

export function setGeoData(map: LibraryMap, id: string, data: GeoJSON.FeatureCollection): void {
  map.getSource<GeoJSONSource>(id)?.setData(data)
}

export function addLayers(map: LibraryMap, layers: readonly LayerSpecification[], before?: string): string[] {
  for (const layer of layers) map.addLayer(layer, before)
  return layers.map(layer => layer.id)
}

export function removeAll(map: LibraryMap, layers: readonly string[], sources: readonly string[]): void {
  for (const id of layers) if (map.getLayer(id)) map.removeLayer(id)
  for (const id of sources) if (map.getSource(id)) map.removeSource(id)
}
