// A few things with names, over any map: real buttons, so that they are reached by keyboard and read aloud.
import type { Place } from '../../domain/geo/geo.ts'
import type { Box } from './free-part.ts'
import type { MapEvents, MapLayer, MapMarker } from './map-port.ts'
import { groundColours } from './maplibre/ground-colours.ts'
import { drawingOf } from './maplibre/look-drawing.ts'
import css from './maplibre/map-frame.module.css'
import { letDrag } from './maplibre/marker-drag.ts'
import { walkMarkers } from './marker-focus.ts'

type Markers = Extract<MapLayer, { kind: 'markers' }>

const SIZE = 22
/** Beyond the edge by so much a marker is taken out of sight, and out of the keyboard's way. */
const MARGIN = 60
const SVG = 'http://www.w3.org/2000/svg'

/** What the buttons stand over. Pixels count from the upper left corner of `frame`. */
export interface MarkerGround {
  frame: HTMLElement
  events: MapEvents
  dark(): boolean
  project(at: Place): { x: number; y: number }
  unproject(pixel: { x: number; y: number }): Place
}

export interface MarkerButtons {
  /** To be put where it lies among what is drawn. */
  readonly element: HTMLElement
  update(layer: Markers): void
  /** After the ground has moved. */
  place(): void
  /** Where the signs and the names that are shown lie, in pixels of the frame. */
  boxes(): readonly Box[]
  /** The skin changed. */
  recolour(): void
  remove(): void
}

interface Laid {
  marker: MapMarker
  button: HTMLButtonElement
  /** Where it is while somebody drags it. */
  dragged?: Place | undefined
  looks: string
  /** Width of the caption as it is written, measured once. */
  captionWidth?: number | undefined
}

const CAPTION_HEIGHT = 16

const apart = (one: Box, other: Box): boolean =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top

/** Names that would lie on each other cannot be read: the chosen one's comes first, then the freshest. Answers where those that show lie. */
function clearCaptions(placed: readonly { one: Laid; x: number; y: number }[]): Box[] {
  const named = placed.filter(({ one }) => one.marker.caption !== undefined)
  named.sort(
    (a, b) =>
      Number(b.one.marker.selected === true) - Number(a.one.marker.selected === true) ||
      (b.one.marker.opacity ?? 1) - (a.one.marker.opacity ?? 1),
  )
  const taken: Box[] = []
  for (const { one, x, y } of named) {
    const caption = one.button.querySelector('span')
    if (!caption) continue
    one.captionWidth ||= caption.offsetWidth
    const beside = (one.marker.size ?? SIZE) / 2 + 4
    const left = x + beside
    const box = {
      left,
      right: left + one.captionWidth,
      top: y - CAPTION_HEIGHT / 2,
      bottom: y + CAPTION_HEIGHT / 2,
    }
    const free = taken.every(other => apart(box, other))
    one.button.toggleAttribute('data-crowded', !free)
    if (free) taken.push(box)
  }
  return taken
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
  path(body, {
    fill,
    stroke,
    'stroke-width': `${strokeWidth}`,
    'stroke-dasharray': dash.join(' ') || 'none',
  })
  if (glyph) {
    const { scale } = glyph
    const off = 12 * (1 - scale)
    path(glyph.path, { fill: glyph.fill, transform: `translate(${off} ${off}) scale(${scale})` })
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
  button.style.setProperty('--fade', `${marker.opacity ?? 1}`)
  button.toggleAttribute('data-draggable', marker.draggable === true)
  button.toggleAttribute('data-selected', marker.selected === true)
  if (marker.selected) button.setAttribute('aria-current', 'true')
  else button.removeAttribute('aria-current')
  const { shape, colour, glyph = '' } = marker.look
  const looks = [shape, colour, glyph, surface].join(' ')
  if (looks !== laid.looks) drawLook(button, marker, surface)
  laid.looks = looks
  let caption = button.querySelector('span')
  if (!marker.caption) {
    caption?.remove()
    return
  }
  if (!caption) {
    caption = document.createElement('span')
    caption.className = css.caption ?? ''
    caption.dir = 'auto'
    button.append(caption)
  }
  if (caption.textContent === marker.caption) return
  caption.textContent = marker.caption
  laid.captionWidth = undefined
}

/** Lays the markers of a layer; `element` is still to be put on the page. */
export function layMarkerButtons(ground: MarkerGround, id: string, layer: Markers): MarkerButtons {
  const { events, frame } = ground
  const element = document.createElement('div')
  element.className = css.markers ?? ''
  const laid = new Map<string, Laid>()
  const surface = () => groundColours(ground.dark()).surface
  const { settle } = walkMarkers(element)
  let boxes: Box[] = []

  const placeAll = () => {
    const { clientWidth, clientHeight } = frame
    const placed: { one: Laid; x: number; y: number }[] = []
    for (const one of laid.values()) {
      const { marker, button, dragged } = one
      const { x, y } = ground.project(dragged ?? marker.at)
      const seen = x > -MARGIN && y > -MARGIN && x < clientWidth + MARGIN && y < clientHeight + MARGIN
      button.style.visibility = seen || dragged ? '' : 'hidden'
      button.style.transform = `translate(${x}px,${y}px) translate(-50%,-50%)`
      if (seen) placed.push({ one, x, y })
    }
    const signs = placed.map(({ one, x, y }): Box => {
      const half = (one.marker.size ?? SIZE) / 2
      return { left: x - half, right: x + half, top: y - half, bottom: y + half }
    })
    boxes = [...signs, ...clearCaptions(placed)]
    settle()
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
    letDrag(button, frame, {
      may: () => one.marker.draggable === true,
      from: () => ground.project(one.dragged ?? one.marker.at),
      to: (pixel, done) => {
        const at = ground.unproject(pixel)
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
  return {
    element,
    update,
    place: placeAll,
    boxes: () => boxes,
    recolour: () => {
      for (const one of laid.values()) dress(one, one.marker, surface())
    },
    remove: () => element.remove(),
  }
}
