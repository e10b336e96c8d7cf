// A few things with names: real buttons over the canvas, so that they are reached by keyboard and read aloud.
import type { Place } from '../../../domain/geo/geo.ts'
import type { MapLayer, MapMarker } from '../map-port.ts'
import { nearestLongitude, toPlace } from './camera.ts'
import { groundColours } from './ground-colours.ts'
import type { LaidLayer, LayerGround, Pixel } from './laid-layer.ts'
import { drawingOf } from './look-drawing.ts'
import css from './map-frame.module.css'
import { letDrag } from './marker-drag.ts'

type Markers = Extract<MapLayer, { kind: 'markers' }>

const SIZE = 22
/** Beyond the edge by so much a marker is taken out of sight, and out of the keyboard's way. */
const MARGIN = 60
const SVG = 'http://www.w3.org/2000/svg'

interface Laid {
  marker: MapMarker
  button: HTMLButtonElement
  /** Where it is while somebody drags it. */
  dragged?: Place | undefined
  looks: string
}

function drawLook(button: HTMLButtonElement, marker: MapMarker, surface: string): void {
  const { body, fill, stroke, strokeWidth, dash, glyph } = drawingOf(marker.look, surface)
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = (data: string, attributes: Record<string, string>) => {
    const drawn = document.createElementNS(SVG, 'path')
    drawn.setAttribute('d', data)
    for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, value)
    svg.append(drawn)
  }
  path(body, { fill, stroke, 'stroke-width': `${strokeWidth}`, 'stroke-dasharray': dash.join(' ') || 'none' })
  if (glyph) {
    const { scale } = glyph
    path(glyph.path, {
      fill: glyph.fill,
      transform: `translate(${12 * (1 - scale)} ${12 * (1 - scale)}) scale(${scale})`,
    })
  }
  button.querySelector('svg')?.remove()
  button.prepend(svg)
}

function dress(laid: Laid, marker: MapMarker, surface: string): void {
  const { button } = laid
  laid.marker = marker
  button.setAttribute('aria-label', marker.label)
  button.title = marker.label
  button.style.setProperty('--size', `${marker.size ?? SIZE}px`)
  button.style.opacity = `${marker.opacity ?? 1}`
  button.toggleAttribute('data-draggable', marker.draggable === true)
  button.toggleAttribute('data-selected', marker.selected === true)
  if (marker.selected) button.setAttribute('aria-current', 'true')
  else button.removeAttribute('aria-current')
  const { shape, colour, glyph = '' } = marker.look
  const looks = [shape, colour, glyph, surface].join(' ')
  if (looks !== laid.looks) drawLook(button, marker, surface)
  laid.looks = looks
  const caption = button.querySelector('span') ?? document.createElement('span')
  caption.className = css.caption ?? ''
  caption.dir = 'auto'
  caption.textContent = marker.caption ?? ''
  if (marker.caption) button.append(caption)
  else caption.remove()
}

export interface LaidMarkers extends LaidLayer<Markers> {
  readonly element: HTMLElement
}

export function layMarkers(ground: LayerGround, id: string, layer: Markers): LaidMarkers {
  const { map, events } = ground
  const element = document.createElement('div')
  element.className = css.markers ?? ''
  map.getCanvasContainer().append(element)
  const laid = new Map<string, Laid>()
  const surface = () => groundColours(ground.dark()).surface

  const pixelOf = ({ longitude, latitude }: Place): Pixel =>
    map.project([nearestLongitude(longitude, map.getCenter().lng), latitude])
  const place = ({ marker, button, dragged }: Laid, wide: number, high: number) => {
    const { x, y } = pixelOf(dragged ?? marker.at)
    const seen = x > -MARGIN && y > -MARGIN && x < wide + MARGIN && y < high + MARGIN
    button.style.visibility = seen || dragged ? '' : 'hidden'
    button.style.transform = `translate(${x}px,${y}px) translate(-50%,-50%)`
  }
  const placeAll = () => {
    const { clientWidth, clientHeight } = map.getContainer()
    for (const one of laid.values()) place(one, clientWidth, clientHeight)
  }

  const add = (marker: MapMarker): Laid => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = css.marker ?? ''
    const one: Laid = { marker, button, looks: '' }
    button.addEventListener('click', event => {
      event.stopPropagation()
      events.picked?.({ kind: 'marker', layer: id, id: one.marker.id, at: one.marker.at })
    })
    // A second click on a marker is not the ground's to zoom into.
    button.addEventListener('dblclick', event => event.stopPropagation())
    letDrag(button, map.getContainer(), {
      may: () => one.marker.draggable === true,
      from: () => pixelOf(one.dragged ?? one.marker.at),
      to: ({ x, y }, done) => {
        const at = toPlace(map.unproject([x, y]))
        one.dragged = done ? undefined : at
        one.marker = { ...one.marker, at }
        placeAll()
        events.dragged?.({ layer: id, id: one.marker.id, at, done })
      },
    })
    element.append(button)
    laid.set(marker.id, one)
    return one
  }

  const update = ({ markers }: Markers) => {
    const gone = new Set(laid.keys())
    for (const marker of markers) {
      gone.delete(marker.id)
      dress(laid.get(marker.id) ?? add(marker), marker, surface())
    }
    for (const id of gone) {
      laid.get(id)?.button.remove()
      laid.delete(id)
    }
    placeAll()
  }
  update(layer)
  map.on('move', placeAll)
  map.on('resize', placeAll)
  return {
    kind: 'markers',
    styleIds: [],
    element,
    update,
    recolour: () => {
      for (const one of laid.values()) dress(one, one.marker, surface())
    },
    remove: () => {
      map.off('move', placeAll)
      map.off('resize', placeAll)
      element.remove()
    },
  }
}
