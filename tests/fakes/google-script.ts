// A small Google Maps: its libraries come one by one, its map keeps a camera, tells what happens to it and remembers
// what it was told.

class FakeLatLng {
  readonly #lat: number
  readonly #lng: number
  constructor({ lat, lng }: { lat: number; lng: number }) {
    this.#lat = lat
    this.#lng = lng
  }
  lat() {
    return this.#lat
  }
  lng() {
    return this.#lng
  }
  toJSON() {
    return { lat: this.#lat, lng: this.#lng }
  }
}

interface Camera {
  center: { lat: number; lng: number }
  zoom: number
}

export class FakeGoogleMap {
  readonly element: HTMLElement
  readonly options: Record<string, unknown>
  center: FakeLatLng
  zoom: number
  readonly told: unknown[][] = []
  readonly #listeners = new Map<string, Set<(event?: object) => void>>()

  constructor(element: HTMLElement, options: Camera & Record<string, unknown>, shows: boolean) {
    this.element = element
    this.options = { ...options }
    this.center = new FakeLatLng(options.center)
    this.zoom = options.zoom
    const tiles = document.createElement('div')
    tiles.className = 'gm-style'
    element.append(tiles)
    if (shows) setTimeout(() => this.fire('idle'))
  }
  addListener(name: string, listener: (event?: object) => void) {
    const known = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, known.add(listener))
    return { remove: () => void known.delete(listener) }
  }
  get listening(): number {
    return [...this.#listeners.values()].reduce((sum, listeners) => sum + listeners.size, 0)
  }
  fire(name: string, event?: object) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(event)
  }
  pointer(name: 'click' | 'mousemove', lat: number, lng: number) {
    this.fire(name, { latLng: new FakeLatLng({ lat, lng }) })
  }
  drag(center: { lat: number; lng: number }) {
    this.fire('dragstart')
    this.center = new FakeLatLng(center)
    this.fire('bounds_changed')
    this.fire('idle')
  }
  getCenter() {
    return this.center
  }
  getZoom() {
    return this.zoom
  }
  moveCamera({ center, zoom }: Camera) {
    this.told.push(['moveCamera', center, zoom])
    this.center = new FakeLatLng(center)
    this.zoom = zoom
    this.#rest()
  }
  panTo(center: Camera['center']) {
    this.told.push(['panTo', center])
    this.center = new FakeLatLng(center)
    this.#rest()
  }
  setOptions(options: object) {
    Object.assign(this.options, options)
  }
  #rest() {
    this.fire('bounds_changed')
    setTimeout(() => this.fire('idle'))
  }
}

export interface FoundByGoogle {
  displayName?: string
  formattedAddress?: string
  location?: FakeLatLng
  viewport?: { toJSON(): { west: number; south: number; east: number; north: number } }
}

export const foundByGoogle = (
  name: string,
  address: string,
  place: { lat: number; lng: number },
  span: number,
): FoundByGoogle => ({
  displayName: name,
  formattedAddress: address,
  location: new FakeLatLng(place),
  viewport: {
    toJSON: () => ({
      west: place.lng - span,
      east: place.lng + span,
      south: place.lat - span,
      north: place.lat + span,
    }),
  },
})

export interface FakeGoogle {
  maps: FakeGoogleMap[]
  /** Maps never come to rest. */
  stuck: boolean
  found: FoundByGoogle[] | Error
  searched: Record<string, unknown>[]
  /** Runs as the vendor's script does when it came. */
  arrived(address: URL): void
}

export function fakeGoogle(): FakeGoogle {
  const fake: FakeGoogle = {
    maps: [],
    stuck: false,
    found: [],
    searched: [],
    arrived: address => {
      const FakeMap = class extends FakeGoogleMap {
        constructor(element: HTMLElement, options: Camera & Record<string, unknown>) {
          super(element, options, !fake.stuck)
          fake.maps.push(this)
        }
      }
      const Place = {
        searchByText: async (request: Record<string, unknown>) => {
          fake.searched.push(request)
          if (fake.found instanceof Error) throw fake.found
          return { places: fake.found }
        },
      }
      const libraries: Record<string, object> = { maps: { Map: FakeMap }, places: { Place } }
      const told: unknown = address.searchParams
        .get('callback')
        ?.split('.')
        .reduce<unknown>((at, name) => (typeof at === 'object' && at ? Reflect.get(at, name) : at), window)
      const { google } = window
      Object.assign(google.maps, { importLibrary: async (name: string) => libraries[name] })
      if (typeof told === 'function') told()
    },
  }
  return fake
}
