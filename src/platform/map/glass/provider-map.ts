// What a provider's map has to do below the glass: show its ground, move, tell of pointers. Places are its own here.
import type { Place } from '../../../domain/geo/geo.ts'
import type { FoundPlace, MapFault } from '../map-port.ts'
import type { Frame, Pixel } from './frame.ts'

export interface ProviderMap {
  centre(): Place
  zoom(): number
  /** The part of the world that shows in an element of that size. */
  frame(width: number, height: number): Frame
  readonly leastZoom: number
  readonly mostZoom: number
  /** It shows no zooms in between. */
  readonly wholeZooms: boolean
  move(centre: Place, zoom: number, animate: boolean): void
  setDark(dark: boolean): void
  /** A link to the places it knows; its answers are WGS-84 already. */
  search?(text: string, near: Place, signal: AbortSignal): Promise<FoundPlace[]>
  resize(): void
  destroy(): void
}

/** What it tells; pixels from the upper left corner of its element. */
export interface ProviderEvents {
  /** It shows something else than before; called with every picture of a movement. */
  changed(): void
  /** It has come to rest. */
  rested(): void
  /** Somebody begins to drag it. */
  grabbed(): void
  clicked(pixel: Pixel): void
  hovered(pixel: Pixel): void
  failed(fault: MapFault): void
}
