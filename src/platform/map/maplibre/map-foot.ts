// Along the lower edge: how long a distance is, and whose data the ground is made of.
import type { Map as LibraryMap } from 'maplibre-gl'
import css from './map-frame.module.css'
import { metresPerPixel } from './metre-grid.ts'

const WIDEST = 110

/** The longest of 1, 2, 5, 10, … metres that is at most so long. */
export function roundMetres(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(most))
  const share = most / ten
  return ten * (share >= 5 ? 5 : share >= 2 ? 2 : 1)
}

export interface MapFoot {
  attribute(text: string): void
  /** Where metres are written along the edges it would only lie on them. */
  measures(shown: boolean): void
  destroy(): void
}

export function layFoot(map: LibraryMap, language: string): MapFoot {
  const element = document.createElement('div')
  const scale = document.createElement('div')
  const attribution = document.createElement('div')
  element.className = css.foot ?? ''
  scale.className = css.scale ?? ''
  attribution.className = css.attribution ?? ''
  element.append(scale, attribution)
  map.getContainer().append(element)
  const written = new Map<string, Intl.NumberFormat>()
  const write = (value: number, unit: string) => {
    const format =
      written.get(unit) ??
      new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 2, useGrouping: false })
    written.set(unit, format)
    return format.format(value)
  }
  const measure = () => {
    const pixel = metresPerPixel(map.getCenter().lat, map.getZoom())
    const metres = roundMetres(pixel * WIDEST)
    scale.style.inlineSize = `${metres / pixel}px`
    const text =
      metres >= 1000
        ? write(metres / 1000, 'kilometer')
        : metres >= 1
          ? write(metres, 'meter')
          : write(metres * 100, 'centimeter')
    if (scale.textContent !== text) scale.textContent = text
  }
  measure()
  map.on('move', measure)
  return {
    attribute: text => {
      attribution.textContent = text
      attribution.hidden = text === ''
    },
    measures: shown => {
      scale.style.display = shown ? '' : 'none'
    },
    destroy: () => {
      map.off('move', measure)
      element.remove()
    },
  }
}
