// The part of AMap's JavaScript API 2.0 that is used here, in our own words: the vendor publishes no types for it.
// Lengths are pixels, places are GCJ-02.

export interface AmapLngLat {
  /** Rounded to six decimals. */
  getLng(): number
  getLat(): number
}

export interface AmapPixel {
  getX(): number
  getY(): number
}

export interface AmapMapOptions {
  center: [number, number]
  zoom: number
  zooms: [number, number]
  viewMode: '2D'
  mapStyle: string
  lang: 'zh_cn' | 'en'
  rotateEnable: boolean
  pitchEnable: boolean
  resizeEnable: boolean
  keyboardEnable: boolean
  isHotspot: boolean
}

export interface AmapMouseEvent {
  pixel: AmapPixel
}

export interface AmapMapEvents {
  complete: () => void
  mapmove: () => void
  zoomchange: () => void
  moveend: () => void
  zoomend: () => void
  dragstart: () => void
  resize: () => void
  click: (event: AmapMouseEvent) => void
  mousemove: (event: AmapMouseEvent) => void
}

export interface AmapMap {
  on<Name extends keyof AmapMapEvents>(name: Name, listener: AmapMapEvents[Name]): void
  off<Name extends keyof AmapMapEvents>(name: Name, listener: AmapMapEvents[Name]): void
  getCenter(): AmapLngLat
  /** Two decimals unless more are asked for. */
  getZoom(digits: number): number
  setZoomAndCenter(zoom: number, center: [number, number], immediately: boolean, milliseconds?: number): void
  lngLatToContainer(place: [number, number]): AmapPixel
  setMapStyle(style: string): void
  destroy(): void
}

/** Places that cannot be placed have no location, or an empty text. */
export interface AmapTip {
  name?: string
  district?: string | unknown[]
  address?: string | unknown[]
  typecode?: string
  location?: AmapLngLat | '' | null
}

export interface AmapPoi {
  name?: string
  pname?: string
  cityname?: string
  adname?: string
  address?: string | unknown[]
  typecode?: string
  location?: AmapLngLat | '' | null
}

export type AmapSearchStatus = 'complete' | 'no_data' | 'error'

export interface AmapApi {
  Map: new (element: HTMLElement, options: AmapMapOptions) => AmapMap
  AutoComplete: new (options: {
    city: string
    citylimit: boolean
  }) => {
    search(
      text: string,
      answer: (status: AmapSearchStatus, result: { tips?: AmapTip[] } | string) => void,
    ): void
  }
  PlaceSearch: new (options: {
    city: string
    citylimit: boolean
    pageSize: number
    extensions: 'base' | 'all'
  }) => {
    search(
      text: string,
      answer: (status: AmapSearchStatus, result: { poiList?: { pois?: AmapPoi[] } } | string) => void,
    ): void
  }
}

declare global {
  interface Window {
    _AMapSecurityConfig?: { serviceHost: string }
    ___onAPILoaded?: (error?: unknown) => void
  }
}
