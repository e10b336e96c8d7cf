// What every kind of layer on the glass answers, and the sheet that most of them are drawn on.
import type { MapEvents, MapLayer, Pick } from '../map-port.ts'
import type { Frame, Pixel } from './frame.ts'

/** What the layers of one glass know of it. */
export interface Glass {
  /** They lie on it in their order; lets every pointer through to the map below. */
  readonly element: HTMLElement
  readonly events: MapEvents
  frame(): Frame
  dark(): boolean
  /** BCP 47. */
  readonly language: string
  /** Sent along to the console's own addresses. */
  authorization(): string | undefined
  /** Draws a layer anew with the next picture of the screen. */
  redraw(id: string): void
  /** Nearer to a pixel, as a click on a cluster does. Answers false where the map can come no nearer. */
  zoomTo(pixel: Pixel, zoom: number): boolean
}

export interface DrawnLayer<Layer extends MapLayer = MapLayer> {
  readonly kind: Layer['kind']
  readonly element: HTMLElement
  update(layer: Layer): void
  draw(frame: Frame): void
  /** What of it lies within `tolerance` pixels. `'done'`: the click was for it, and it has answered itself. */
  pick?(pixel: Pixel, tolerance: number): Pick | 'done' | undefined
  /** Whether a click there would do something. */
  over?(pixel: Pixel, tolerance: number): boolean
  /** The skin changed. */
  recolour?(): void
  remove(): void
}

export interface Sheet {
  readonly canvas: HTMLCanvasElement
  /** Empty and as large as the frame; draws in CSS pixels. */
  begin(frame: Frame): CanvasRenderingContext2D | undefined
}

/** A canvas over the whole glass. */
export function createSheet(glass: Glass): Sheet {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = 'position:absolute;inset:0;inline-size:100%;block-size:100%;pointer-events:none'
  glass.element.append(canvas)
  const context = canvas.getContext('2d')
  return {
    canvas,
    begin: ({ width, height }) => {
      const ratio = Math.min(devicePixelRatio || 1, 2)
      const [wide, high] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))]
      // Setting the size empties it too, and costs more.
      if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high]
      context?.setTransform(1, 0, 0, 1, 0, 0)
      context?.clearRect(0, 0, wide, high)
      context?.setTransform(ratio, 0, 0, ratio, 0, 0)
      return context ?? undefined
    },
  }
}
