// A small AMap 2.0: its map keeps a camera, tells what happens to it and remembers what it was told. In GCJ-02 and with
// the vendor's rounding.

const WORLD = 256

class FakePixel {
  readonly x: number
  readonly y: number
  constructor(x: number, y: number) {
    this.x = x
    this.y = y
  }
  getX() {
    return this.x
  }
  getY() {
    return this.y
  }
}

export class FakeLngLat {
  readonly lng: number
  readonly lat: number
  constructor(lng: number, lat: number) {
    this.lng = Number(lng.toFixed(6))
    this.lat = Number(lat.toFixed(6))
  }
  getLng() {
    return this.lng
  }
  getLat() {
    return this.lat
  }
}

interface Options {
  center: [number, number]
  zoom: number
  zooms: [number, number]
  mapStyle: string
}

const worldX = (lng: number) => ((lng + 180) / 360) * WORLD
const worldY = (lat: number) => (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * WORLD

export class FakeAmapMap {
  readonly element: HTMLElement
  readonly options: Options
  center: [number, number]
  zoom: number
  style: string
  destroyed = false
  /** What it was told, for the tests to read. */
  readonly told: unknown[][] = []
  readonly #listeners = new Map<string, Set<(event: object) => void>>()

  constructor(element: HTMLElement, options: Options, complete: boolean) {
    this.element = element
    this.options = options
    this.center = options.center
    this.zoom = options.zoom
    this.style = options.mapStyle
    const canvas = document.createElement('canvas')
    canvas.className = 'amap-layer'
    element.append(canvas)
    element.classList.add('amap-container')
    if (complete) setTimeout(() => this.fire('complete'))
  }
  on(name: string, listener: (event: object) => void) {
    const known = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, known.add(listener))
  }
  off(name: string, listener: (event: object) => void) {
    this.#listeners.get(name)?.delete(listener)
  }
  get listening(): number {
    return [...this.#listeners.values()].reduce((sum, listeners) => sum + listeners.size, 0)
  }
  fire(name: string, event: object = {}) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(event)
  }
  /** As a person clicks, or moves the pointer. */
  pointer(name: 'click' | 'mousemove', x: number, y: number) {
    this.fire(name, { type: name, pixel: new FakePixel(x, y) })
  }
  /** As a person drags: in several pictures. */
  drag(center: [number, number]) {
    this.fire('dragstart')
    const [fromLng, fromLat] = this.center
    for (const share of [0.5, 1]) {
      this.center = [fromLng + (center[0] - fromLng) * share, fromLat + (center[1] - fromLat) * share]
      this.fire('mapmove')
    }
    this.fire('moveend')
  }
  getCenter() {
    return new FakeLngLat(...this.center)
  }
  getZoom(digits = 2) {
    return Number(this.zoom.toFixed(digits))
  }
  setZoomAndCenter(zoom: number, center: [number, number], ...rest: unknown[]) {
    this.told.push(['setZoomAndCenter', zoom, center, ...rest])
    const [least, most] = this.options.zooms
    this.zoom = Math.max(least, Math.min(most, zoom))
    this.center = center
    this.fire('mapmove')
    this.fire('zoomchange')
    setTimeout(() => this.fire('moveend'))
  }
  lngLatToContainer([lng, lat]: [number, number]) {
    const scale = 2 ** this.zoom
    const { clientWidth, clientHeight } = this.element
    return new FakePixel(
      (worldX(lng) - worldX(this.center[0])) * scale + clientWidth / 2,
      (worldY(lat) - worldY(this.center[1])) * scale + clientHeight / 2,
    )
  }
  setMapStyle(style: string) {
    this.style = style
  }
  destroy() {
    this.destroyed = true
    this.#listeners.clear()
    this.element.replaceChildren()
    this.element.classList.remove('amap-container')
  }
}

type Answer = ['complete' | 'no_data' | 'error', unknown]

/** What the vendor is to do, and what has become of it. */
export interface FakeAmap {
  maps: FakeAmapMap[]
  /** The loader's callback is told this instead of success. */
  refusal: string | undefined
  /** Maps never show their ground. */
  stuck: boolean
  suggestions: Answer
  results: Answer
  searched: string[]
  /** What the vendor found where it looks for its security setting. */
  serviceHosts: (string | undefined)[]
  /** Runs as the vendor's script does when it came. */
  arrived(address: URL): void
}

export function fakeAmap(): FakeAmap {
  const fake: FakeAmap = {
    maps: [],
    refusal: undefined,
    stuck: false,
    suggestions: ['no_data', {}],
    results: ['no_data', {}],
    searched: [],
    serviceHosts: [],
    arrived: address => {
      fake.serviceHosts.push(window._AMapSecurityConfig?.serviceHost)
      const search = (kind: string, answer: () => Answer) =>
        class {
          readonly options: object
          constructor(options: object) {
            this.options = options
          }
          search(text: string, tell: (...answer: Answer) => void) {
            fake.searched.push(`${kind} ${text} ${JSON.stringify(this.options)}`)
            setTimeout(() => tell(...answer()))
          }
        }
      const AMap = {
        version: address.searchParams.get('v'),
        Map: class extends FakeAmapMap {
          constructor(element: HTMLElement, options: Options) {
            super(element, options, !fake.stuck)
            fake.maps.push(this)
          }
        },
        AutoComplete: search('AutoComplete', () => fake.suggestions),
        PlaceSearch: search('PlaceSearch', () => fake.results),
      }
      const callback = address.searchParams.get('callback')
      if (!fake.refusal) Object.assign(window, { AMap })
      const told: unknown = callback && Reflect.get(window, callback)
      if (typeof told === 'function') told(fake.refusal)
    },
  }
  return fake
}
