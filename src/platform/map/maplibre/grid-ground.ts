// Keeps the grid of metres under what is seen while one moves and zooms.
import type { Map as LibraryMap } from 'maplibre-gl'
import type { Bounds } from '../../../domain/geo/geo.ts'
import { SOURCES } from './ground-layers.ts'
import { setGeoData } from './laid-layer.ts'
import { type Grid, gridLabels, gridLines, gridStep, metresPerPixel } from './metre-grid.ts'

export interface GridOptions {
  /** The library's zoom. */
  from: number
  /** With figures in this language. */
  language?: string
}

export function layGrid(map: LibraryMap, { from, language }: GridOptions): { remove(): void } {
  let drawn: Grid | undefined
  let step = 0
  const metres = language
    ? new Intl.NumberFormat(language, { style: 'unit', unit: 'meter', useGrouping: false })
    : undefined
  const seen = (): Bounds => {
    const bounds = map.getBounds()
    return {
      west: bounds.getWest(),
      east: bounds.getEast(),
      south: bounds.getSouth(),
      north: bounds.getNorth(),
    }
  }
  const covers = ({ west, east, south, north }: Bounds) =>
    drawn !== undefined &&
    drawn.step === step &&
    west >= drawn.west &&
    east <= drawn.east &&
    south >= drawn.south &&
    north <= drawn.north
  const follow = () => {
    if (map.getZoom() < from) return
    const box = seen()
    step = gridStep(metresPerPixel(map.getCenter().lat, map.getZoom()))
    if (covers(box)) return
    drawn = gridLines(box, step)
    setGeoData(map, SOURCES.grid, drawn.lines)
  }
  const label = () => {
    follow()
    if (metres)
      setGeoData(
        map,
        SOURCES.figures,
        gridLabels(seen(), step, value => metres.format(value)),
      )
  }
  map.on('move', follow)
  map.on('moveend', label)
  map.on('resize', label)
  label()
  return {
    remove: () => {
      map.off('move', follow)
      map.off('moveend', label)
      map.off('resize', label)
    },
  }
}
