// The glass over a provider's map: the console's layers in their order, drawn alike over every provider.
import type { MapEvents, MapLayer, Pick } from '../map-port.ts'
import { drawHeat } from './drawn-heat.ts'
import type { DrawnLayer, Glass } from './drawn-layer.ts'
import { drawLines } from './drawn-lines.ts'
import { drawMarkers } from './drawn-markers.ts'
import { drawPicture } from './drawn-picture.ts'
import { drawPoints } from './drawn-points.ts'
import { drawShapes } from './drawn-shapes.ts'
import type { Frame, Pixel } from './frame.ts'

interface Drawn {
  layer: DrawnLayer
  update(layer: MapLayer): void
}

/** Draws a layer of any kind; what it answers takes only the same kind again. */
function drawn(glass: Glass, id: string, layer: MapLayer): Drawn {
  const hold = <Layer extends MapLayer>(
    made: DrawnLayer<Layer>,
    is: (other: MapLayer) => other is Layer,
  ): Drawn => {
    const update = (other: MapLayer) => is(other) && made.update(other)
    return { layer: { ...made, update }, update }
  }
  switch (layer.kind) {
    case 'shapes':
      return hold(drawShapes(glass, id, layer), other => other.kind === 'shapes')
    case 'lines':
      return hold(drawLines(glass, id, layer), other => other.kind === 'lines')
    case 'markers':
      return hold(drawMarkers(glass, id, layer), other => other.kind === 'markers')
    case 'points':
      return hold(drawPoints(glass, id, layer), other => other.kind === 'points')
    case 'heat':
      return hold(drawHeat(glass, id, layer), other => other.kind === 'heat')
    case 'picture':
      return hold(drawPicture(glass, id, layer), other => other.kind === 'picture')
  }
}

export interface GlassOptions {
  events: MapEvents
  dark: boolean
  language: string
  frame(): Frame
  authorization(): string | undefined
  zoomTo: Glass['zoomTo']
}

export interface LaidGlass {
  readonly element: HTMLElement
  put(id: string, layer: MapLayer): void
  take(id: string): void
  /** Draws everything at once: the ground has moved. */
  drawAll(): void
  setDark(dark: boolean): void
  /** What lies there, the uppermost first; `'done'` when the layer has answered the click itself. */
  pick(pixel: Pixel, tolerance: number): Pick | 'done' | undefined
  /** Whether a click there would do something. */
  over(pixel: Pixel, tolerance: number): boolean
  destroy(): void
}

export function layGlass(options: GlassOptions): LaidGlass {
  const element = document.createElement('div')
  element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none;direction:ltr'
  let { dark } = options
  let order: string[] = []
  const laid = new Map<string, Drawn>()
  const waiting = new Set<DrawnLayer>()
  let nextPicture: number | undefined

  const drawWaiting = () => {
    nextPicture = undefined
    const frame = options.frame()
    // What moves asks for the next picture while it draws this one.
    const layers = [...waiting]
    waiting.clear()
    for (const layer of layers) layer.draw(frame)
  }
  const glass: Glass = {
    element,
    events: options.events,
    frame: options.frame,
    dark: () => dark,
    language: options.language,
    authorization: options.authorization,
    redraw: id => {
      const one = laid.get(id)
      if (!one) return
      waiting.add(one.layer)
      nextPicture ??= requestAnimationFrame(drawWaiting)
    },
    zoomTo: options.zoomTo,
  }
  const remove = (id: string) => {
    const one = laid.get(id)
    if (!one) return
    waiting.delete(one.layer)
    laid.delete(id)
    one.layer.remove()
  }
  const highestFirst = () => order.toReversed().flatMap(id => laid.get(id)?.layer ?? [])

  return {
    element,
    put: (id, layer) => {
      if (!order.includes(id)) order.push(id)
      const before = laid.get(id)
      if (before?.layer.kind === layer.kind) before.update(layer)
      else {
        remove(id)
        laid.set(id, drawn(glass, id, layer))
        const above = order.slice(order.indexOf(id) + 1).find(other => laid.has(other))
        const made = laid.get(id)?.layer.element
        if (made) element.insertBefore(made, (above && laid.get(above)?.layer.element) || null)
      }
      glass.redraw(id)
    },
    take: id => {
      remove(id)
      order = order.filter(other => other !== id)
    },
    drawAll: () => {
      waiting.clear()
      const frame = options.frame()
      for (const { layer } of laid.values()) layer.draw(frame)
    },
    setDark: next => {
      if (dark === next) return
      dark = next
      for (const [id, { layer }] of laid) {
        layer.recolour?.()
        glass.redraw(id)
      }
    },
    pick: (pixel, tolerance) => {
      for (const layer of highestFirst()) {
        const pick = layer.pick?.(pixel, tolerance)
        if (pick) return pick
      }
      return undefined
    },
    over: (pixel, tolerance) => highestFirst().some(layer => layer.over?.(pixel, tolerance)),
    destroy: () => {
      if (nextPicture !== undefined) cancelAnimationFrame(nextPicture)
      for (const id of [...laid.keys()]) remove(id)
      element.remove()
    },
  }
}
