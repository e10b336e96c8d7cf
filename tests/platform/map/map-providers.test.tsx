// AMap and Google through their real loaders, on pretend scripts: what they are told, and what comes back from them.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { metresBetween, type Place } from '../../../src/domain/geo/geo.ts'
import { openAmap } from '../../../src/platform/map/amap/open-amap.ts'
import { toGcj } from '../../../src/platform/map/coordinates.ts'
import { openGoogle } from '../../../src/platform/map/google/open-google.ts'
import type {
  LivePoints,
  MapAdapter,
  MapEvents,
  MapLayer,
  OpenOptions,
  Pick,
} from '../../../src/platform/map/map-port.ts'
import { OPEN_TIMEOUT_MS } from '../../../src/platform/map/opening-limits.ts'
import { FakeLngLat, fakeAmap } from '../../fakes/amap-script.ts'
import { fakeGoogle, foundByGoogle } from '../../fakes/google-script.ts'
import { type ScriptHosts, standInForScriptHosts } from '../../fakes/script-hosts.ts'

const SHENZHEN: Place = { longitude: 114.06, latitude: 22.54 }
const LONDON: Place = { longitude: -0.1276, latitude: 51.5072 }
const WIDTH = 600
const HEIGHT = 400
const RED = '#ff0000'
const GREEN = '#00ff00'

const amap = fakeAmap()
const google = fakeGoogle()
let scripts: ScriptHosts
let box: HTMLElement
let adapter: MapAdapter | undefined
let seen: ReturnType<typeof watch>

function watch() {
  const picks: Pick[] = []
  const pointed: Place[] = []
  const dragged: { id: string; at: Place; done: boolean }[] = []
  const moved: Place[] = []
  const failed: string[] = []
  let grabbed = 0
  const events: MapEvents = {
    picked: pick => picks.push(pick),
    pointed: at => pointed.push(at),
    dragged: drag => dragged.push(drag),
    moved: ({ centre }) => moved.push(centre),
    failed: fault => failed.push(fault),
    grabbed: () => grabbed++,
  }
  return { picks, pointed, dragged, moved, failed, events, grabs: () => grabbed }
}

function options(more: Partial<OpenOptions> = {}): OpenOptions {
  return {
    camera: { centre: SHENZHEN, zoom: 15 },
    ground: 'offline',
    dark: true,
    language: 'zh-CN',
    settings: {
      providers: ['amap', 'google'],
      amap: { key: 'amap-key', serviceHost: '/_AMapService' },
      google: { key: 'google-key' },
      authorization: () => undefined,
    },
    events: seen.events,
    signal: new AbortController().signal,
    ...more,
  }
}

beforeAll(() => {
  scripts = standInForScriptHosts(['https://webapi.amap.com/', 'https://maps.googleapis.com/'], address =>
    address.host === 'webapi.amap.com' ? amap.arrived(address) : google.arrived(address),
  )
})
afterAll(() => scripts.restore())
beforeEach(() => {
  box = document.createElement('div')
  box.style.cssText = `position:relative;width:${WIDTH}px;height:${HEIGHT}px`
  document.body.append(box)
  seen = watch()
  amap.maps.length = google.maps.length = 0
})
afterEach(() => {
  adapter?.destroy()
  adapter = undefined
  box.remove()
  vi.useRealTimers()
})

const frames = async (count = 2) => {
  for (let at = 0; at < count; at++) await new Promise(resolve => requestAnimationFrame(resolve))
}

/** The colour that a person sees at a pixel, from whichever canvas lies uppermost there. */
function colourAt(x: number, y: number): number[] {
  for (const canvas of [...box.querySelectorAll('canvas')].reverse()) {
    const ratio = canvas.width / canvas.clientWidth
    const data = canvas.getContext('2d')?.getImageData(x * ratio, y * ratio, 1, 1).data
    if (data?.[3]) return [...data]
  }
  return []
}

const square = (middle: Place, half: number): Place[] => [
  { longitude: middle.longitude - half, latitude: middle.latitude - half },
  { longitude: middle.longitude + half, latitude: middle.latitude - half },
  { longitude: middle.longitude + half, latitude: middle.latitude + half },
  { longitude: middle.longitude - half, latitude: middle.latitude + half },
]

/** Half a degree of what the maps show at zoom 15. */
const PIXEL = 360 / (256 * 2 ** 15)

const area = (id: string, colour: string, half: number, hole?: number): MapLayer => ({
  kind: 'shapes',
  shapes: [
    {
      id,
      colour,
      fillOpacity: 1,
      pickable: true,
      form: { rings: [square(SHENZHEN, half * PIXEL), ...(hole ? [square(SHENZHEN, hole * PIXEL)] : [])] },
    },
  ],
})

function livePoints(places: readonly Place[]): LivePoints & { move(slot: number, to: Place): void } {
  const listeners = new Set<(changed: readonly number[] | 'all') => void>()
  const longitudes = Float64Array.from(places, place => place.longitude)
  const latitudes = Float64Array.from(places, place => place.latitude)
  return {
    size: places.length,
    longitudes,
    latitudes,
    looks: new Uint8Array(places.length),
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move: (slot, to) => {
      longitudes[slot] = to.longitude
      latitudes[slot] = to.latitude
      for (const tell of listeners) tell([slot])
    },
  }
}

interface Harness {
  open: typeof openAmap
  /** Where the vendor's map looks, in its own coordinates. */
  centre(): Place
  zoom(): number
  click(x: number, y: number): void
  drag(to: Place): void
  listening(): number
  maps(): number
  stick(stuck: boolean): void
}

const map = () => amap.maps.at(-1) ?? expect.fail('no map was made')
const googleMap = () => google.maps.at(-1) ?? expect.fail('no map was made')

const PROVIDERS: Record<'amap' | 'google', Harness> = {
  amap: {
    open: openAmap,
    centre: () => ({ longitude: map().center[0], latitude: map().center[1] }),
    zoom: () => map().zoom,
    click: (x, y) => map().pointer('click', x, y),
    drag: ({ longitude, latitude }) => map().drag([longitude, latitude]),
    listening: () => map().listening,
    maps: () => amap.maps.length,
    stick: stuck => {
      amap.stuck = stuck
    },
  },
  google: {
    open: openGoogle,
    centre: () => ({ longitude: googleMap().center.lng(), latitude: googleMap().center.lat() }),
    zoom: () => googleMap().zoom,
    click: (x, y) => {
      const scale = (256 * 2 ** googleMap().zoom) / 360
      const { longitude, latitude } = PROVIDERS.google.centre()
      const lng = longitude + (x - WIDTH / 2) / scale
      const mercator = Math.asinh(Math.tan((latitude * Math.PI) / 180)) * (180 / Math.PI)
      const up = mercator - (y - HEIGHT / 2) / scale
      const lat = (Math.atan(Math.sinh((up * Math.PI) / 180)) * 180) / Math.PI
      googleMap().pointer('click', lat, lng)
    },
    drag: ({ longitude, latitude }) => googleMap().drag({ lng: longitude, lat: latitude }),
    listening: () => googleMap().listening,
    maps: () => google.maps.length,
    stick: stuck => {
      google.stuck = stuck
    },
  },
}

// The failures come first: what has loaded once stays loaded as long as the page lives.
describe.each(Object.entries(PROVIDERS))('%s', (name, vendor) => {
  test('a script that does not come is a failure of loading, and the next attempt works', async () => {
    scripts.become('fail')
    await expect(vendor.open(box, options())).rejects.toMatchObject({ fault: 'load' })
    expect(box.childElementCount).toBe(0)
    scripts.become('answer')
    adapter = await vendor.open(box, options())
    expect(
      scripts.asked.filter(address => address.includes(name === 'amap' ? 'amap' : 'google')),
    ).toHaveLength(2)
  })

  test('it is told the shifted place, and answers with the one it was given', async () => {
    adapter = await vendor.open(box, options())
    expect(metresBetween(vendor.centre(), toGcj(SHENZHEN))).toBeLessThan(0.2)
    expect(metresBetween(vendor.centre(), SHENZHEN)).toBeGreaterThan(300)
    expect(adapter.camera()).toEqual({ centre: SHENZHEN, zoom: 15 })
    const { x, y } = adapter.project(SHENZHEN)
    expect([x, y].map(Math.round)).toEqual([WIDTH / 2, HEIGHT / 2])
    expect(metresBetween(adapter.unproject({ x, y }), SHENZHEN)).toBeLessThan(0.5)
    adapter.look({ centre: LONDON, zoom: 12 })
    expect(vendor.centre()).toEqual(LONDON)
    expect(vendor.zoom()).toBe(12)
  })

  test('a drag by hand and a click are heard where they are on the ground', async () => {
    adapter = await vendor.open(box, options())
    const to = { longitude: 114.1, latitude: 22.6 }
    vendor.drag(toGcj(to))
    expect(seen.grabs()).toBe(1)
    const heard = seen.moved.at(-1) ?? expect.fail('nothing was told')
    expect(metresBetween(heard, to)).toBeLessThan(0.5)
    expect(metresBetween(adapter.camera().centre, to)).toBeLessThan(0.5)
    vendor.click(WIDTH / 2 + 100, HEIGHT / 2 - 50)
    const pointed = seen.pointed.at(-1) ?? expect.fail('nothing was pointed at')
    const back = adapter.project(pointed)
    expect([back.x, back.y].map(Math.round)).toEqual([WIDTH / 2 + 100, HEIGHT / 2 - 50])
  })

  test('a box is shown whole, also across the antimeridian', async () => {
    adapter = await vendor.open(box, options())
    const bounds = { west: 113.8, south: 22.4, east: 114.4, north: 22.8 }
    adapter.fit(bounds)
    const shown = adapter.bounds()
    expect(shown.west).toBeLessThan(bounds.west)
    expect(shown.east).toBeGreaterThan(bounds.east)
    expect(shown.south).toBeLessThan(bounds.south)
    expect(shown.north).toBeGreaterThan(bounds.north)
    adapter.fit({ west: 179, south: -18, east: -179, north: -16 })
    expect(Math.abs(adapter.camera().centre.longitude)).toBeCloseTo(180, 3)
    adapter.fit({ west: 10, south: 50, east: 10, north: 50 }, { mostZoom: 14 })
    expect(adapter.camera().zoom).toBe(14)
  })

  test('what is shown stands in the middle of what no panel covers', async () => {
    adapter = await vendor.open(box, options())
    const at = { longitude: 114.1, latitude: 22.6 }
    adapter.look({ centre: at, zoom: 15 }, { covered: { left: 100, right: 0, top: 0, bottom: 60 } })
    const { x, y } = adapter.project(at)
    expect([x, y].map(Math.round)).toEqual([WIDTH / 2 + 50, HEIGHT / 2 - 30])
  })

  test('layers lie in the order in which they first came, and are picked from above', async () => {
    adapter = await vendor.open(box, options())
    adapter.put('low', area('low', RED, 100))
    adapter.put('high', area('high', GREEN, 50, 20))
    await frames()
    expect(colourAt(WIDTH / 2 + 35, HEIGHT / 2)).toEqual([0, 255, 0, 255])
    expect(colourAt(WIDTH / 2, HEIGHT / 2)).toEqual([255, 0, 0, 255])
    // Another content does not lift it.
    adapter.put('low', area('low', RED, 120))
    await frames()
    expect(colourAt(WIDTH / 2 + 35, HEIGHT / 2)).toEqual([0, 255, 0, 255])
    vendor.click(WIDTH / 2 + 35, HEIGHT / 2)
    vendor.click(WIDTH / 2, HEIGHT / 2)
    vendor.click(WIDTH / 2 + 115, HEIGHT / 2)
    expect(seen.picks.map(pick => ('id' in pick ? pick.id : ''))).toEqual(['high', 'low', 'low'])
    adapter.take('high')
    expect(colourAt(WIDTH / 2 + 35, HEIGHT / 2)).toEqual([255, 0, 0, 255])
    // It moves with the ground.
    adapter.look({ centre: { longitude: SHENZHEN.longitude + 300 * PIXEL, latitude: SHENZHEN.latitude } })
    expect(colourAt(WIDTH / 2 - 300 + 60, HEIGHT / 2)).toEqual([255, 0, 0, 255])
  })

  test('lines and pictures lie where they belong', async () => {
    adapter = await vendor.open(box, options())
    const { longitude, latitude } = SHENZHEN
    const points = Float64Array.from([-200, 0, 200].flatMap(east => [longitude + east * PIXEL, latitude]))
    adapter.put('line', {
      kind: 'lines',
      lines: [{ id: 'way', points, colour: RED, width: 6, pickable: true }],
    })
    await frames()
    expect(colourAt(WIDTH / 2 + 150, HEIGHT / 2)).toEqual([255, 0, 0, 255])
    vendor.click(WIDTH / 2 + 150, HEIGHT / 2 + 6)
    expect(seen.picks).toMatchObject([{ kind: 'line', id: 'way' }])

    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 8
    const context = canvas.getContext('2d') ?? expect.fail('no canvas')
    context.fillStyle = RED
    context.fillRect(0, 0, 4, 8)
    context.fillStyle = GREEN
    context.fillRect(4, 0, 4, 8)
    // Turned by a quarter: its upper left corner lies in the north east, so that its left half looks north.
    const at = (east: number, north: number) => ({
      longitude: longitude + east * PIXEL,
      latitude: latitude + north * PIXEL * Math.cos((latitude * Math.PI) / 180),
    })
    adapter.put('plan', {
      kind: 'picture',
      url: canvas.toDataURL(),
      corners: [at(100, 100), at(100, -100), at(-100, -100), at(-100, 100)],
      opacity: 1,
    })
    await vi.waitFor(() => expect(colourAt(WIDTH / 2, HEIGHT / 2 - 60)).toEqual([255, 0, 0, 255]), 10_000)
    expect(colourAt(WIDTH / 2, HEIGHT / 2 + 60)).toEqual([0, 255, 0, 255])
    expect(seen.failed).toEqual([])
  })

  test('heat shows where it is', async () => {
    adapter = await vendor.open(box, options())
    adapter.put('heat', { kind: 'heat', spots: Float64Array.of(SHENZHEN.longitude, SHENZHEN.latitude, 9) })
    await frames()
    expect(colourAt(WIDTH / 2, HEIGHT / 2)[0]).toBeGreaterThan(150)
    expect(colourAt(WIDTH / 2 + 150, HEIGHT / 2)).toEqual([])
  })

  test('markers are reached by keyboard, picked, and dragged to where they are let go', async () => {
    adapter = await vendor.open(box, options())
    const look = { shape: 'filled', colour: RED } as const
    adapter.put('who', {
      kind: 'markers',
      markers: [{ id: 'one', at: SHENZHEN, look, label: 'Gate 1', draggable: true }],
    })
    const button = box.querySelector('button') ?? expect.fail('no marker')
    expect(button.getAttribute('aria-label')).toBe('Gate 1')
    const { left, top, width, height } = button.getBoundingClientRect()
    const inBox = box.getBoundingClientRect()
    expect(Math.round(left + width / 2 - inBox.left)).toBe(WIDTH / 2)
    expect(Math.round(top + height / 2 - inBox.top)).toBe(HEIGHT / 2)
    button.focus()
    await userEvent.keyboard('{Enter}')
    expect(seen.picks).toMatchObject([{ kind: 'marker', layer: 'who', id: 'one' }])
    const pointer = (type: string, x: number) =>
      button.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          clientX: inBox.left + x,
          clientY: inBox.top + HEIGHT / 2,
          bubbles: true,
        }),
      )
    button.setPointerCapture = () => {}
    pointer('pointerdown', WIDTH / 2)
    pointer('pointermove', WIDTH / 2 + 40)
    pointer('pointermove', WIDTH / 2 + 80)
    pointer('pointerup', WIDTH / 2 + 80)
    const last = seen.dragged.at(-1) ?? expect.fail('nothing was dragged')
    expect(last.done).toBe(true)
    const there = { longitude: SHENZHEN.longitude + 80 * PIXEL, latitude: SHENZHEN.latitude }
    expect(metresBetween(last.at, there)).toBeLessThan(2)
  })

  test('a wheel over a marker is the ground’s, and takes the map from whoever follows', async () => {
    adapter = await vendor.open(box, options())
    const look = { shape: 'ring', colour: RED } as const
    adapter.put('who', { kind: 'markers', markers: [{ id: 'one', at: SHENZHEN, look, label: 'One' }] })
    const turned: number[] = []
    box.addEventListener('wheel', event => turned.push(event.deltaY), { capture: true })
    const { left, top } = box.getBoundingClientRect()
    const button = box.querySelector('button') ?? expect.fail('no marker')
    const over = { clientX: left + WIDTH / 2, clientY: top + HEIGHT / 2, bubbles: true, cancelable: true }
    button.dispatchEvent(new WheelEvent('wheel', { ...over, deltaY: 120 }))
    expect(turned).toEqual([120, 120])
    expect(seen.grabs()).toBe(1)
  })

  test('points stand where they are, alone, together in a spot, or as a cluster that opens', async () => {
    adapter = await vendor.open(box, options({ camera: { centre: SHENZHEN, zoom: 19 } }))
    const far = { longitude: SHENZHEN.longitude + 12.5 * PIXEL, latitude: SHENZHEN.latitude }
    const points = livePoints([SHENZHEN, far, far])
    const layer: MapLayer = {
      kind: 'points',
      points,
      looks: [{ shape: 'filled', colour: RED }],
      cluster: true,
      selected: [],
    }
    adapter.put('fleet', layer)
    await frames()
    expect(colourAt(WIDTH / 2, HEIGHT / 2)).toEqual([255, 0, 0, 255])
    vendor.click(WIDTH / 2, HEIGHT / 2)
    vendor.click(WIDTH / 2 + 200, HEIGHT / 2)
    expect(seen.picks).toMatchObject([
      { kind: 'point', layer: 'fleet', slot: 0 },
      { kind: 'spot', layer: 'fleet', slots: [1, 2] },
    ])
    const [first] = seen.picks
    expect(metresBetween(first?.at ?? LONDON, SHENZHEN)).toBeLessThan(0.5)
    const moved = { longitude: SHENZHEN.longitude, latitude: SHENZHEN.latitude + 7.5 * PIXEL }
    points.move(0, moved)
    await vi.waitFor(() => expect(colourAt(WIDTH / 2, HEIGHT / 2)).toEqual([]), 10_000)
    const { x, y } = adapter.project(moved)
    await vi.waitFor(() => expect(colourAt(Math.round(x), Math.round(y))).toEqual([255, 0, 0, 255]), 10_000)
    adapter.look({ centre: SHENZHEN, zoom: 9 })
    vendor.click(WIDTH / 2, HEIGHT / 2)
    expect(vendor.zoom()).toBeGreaterThan(9)
    expect(seen.picks).toHaveLength(2)
    // Two in one spot are parted by no zoom: they are told, not opened.
    adapter.look({ centre: far, zoom: 18 })
    vendor.click(WIDTH / 2, HEIGHT / 2)
    expect(vendor.zoom()).toBe(18)
    const last = seen.picks.at(-1)
    expect(last?.kind === 'spot' && last.slots.toSorted()).toEqual([1, 2])
  })

  test('turned away while it opens, it leaves nothing behind', async () => {
    const away = new AbortController()
    vendor.stick(true)
    const opening = vendor.open(box, options({ signal: away.signal }))
    await vi.waitFor(() => expect(vendor.maps()).toBe(1), 10_000)
    away.abort()
    await expect(opening).rejects.toThrow()
    vendor.stick(false)
    expect(vendor.listening()).toBe(0)
    expect(box.childElementCount).toBe(0)
    await expect(vendor.open(box, options({ signal: away.signal }))).rejects.toThrow()
    expect(vendor.maps()).toBe(1)
  })

  test('a map that never shows its ground is given up in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vendor.stick(true)
    const opening = vendor.open(box, options())
    opening.catch(() => {})
    await vi.waitFor(() => expect(vendor.maps()).toBe(1), 10_000)
    await vi.advanceTimersByTimeAsync(OPEN_TIMEOUT_MS)
    vendor.stick(false)
    await expect(opening).rejects.toMatchObject({ fault: 'timeout' })
    expect(box.childElementCount).toBe(0)
  })

  test('taken off, nothing of it is left on the page, and it listens no more', async () => {
    adapter = await vendor.open(box, options())
    adapter.put('area', area('area', RED, 50))
    adapter.put('who', { kind: 'markers', markers: [] })
    const stopped = vi.fn()
    adapter.put('fleet', {
      kind: 'points',
      points: { ...livePoints([SHENZHEN]), subscribe: () => stopped },
      looks: [{ shape: 'filled', colour: RED }],
      cluster: false,
      selected: [],
    })
    adapter.destroy()
    adapter = undefined
    expect(vendor.listening()).toBe(0)
    expect(stopped).toHaveBeenCalledOnce()
    expect(box.childElementCount).toBe(0)
    await frames()
  })
})

describe('AMap alone', () => {
  test('it is given version 2.0 and an address of ours for its security code, never the code', async () => {
    adapter = await openAmap(box, options())
    const address = new URL(scripts.asked.findLast(asked => asked.includes('amap')) ?? '')
    expect(address.searchParams.get('v')).toBe('2.0')
    expect(address.searchParams.get('key')).toBe('amap-key')
    expect(amap.serviceHosts.at(-1)).toBe(`${location.origin}/_AMapService`)
    expect(map().style).toBe('amap://styles/dark')
    adapter.setGround('offline', false)
    expect(map().style).toBe('amap://styles/normal')
  })

  test('it suggests places, else looks for them, and they come back unshifted', async () => {
    adapter = await openAmap(box, options())
    const search = adapter.search ?? expect.fail('it has a search')
    const gate = toGcj({ longitude: 116.391305, latitude: 39.907325 })
    amap.suggestions = [
      'complete',
      {
        tips: [
          {
            name: '天安门',
            district: '北京市东城区',
            address: [],
            location: new FakeLngLat(gate.longitude, gate.latitude),
          },
          { name: '地铁1号线', district: '北京市', location: '' },
        ],
      },
    ]
    const found = await search('天安门', SHENZHEN, new AbortController().signal)
    expect(found).toMatchObject([{ name: '天安门', detail: '北京市东城区' }])
    expect(
      metresBetween(found[0]?.at ?? LONDON, { longitude: 116.391305, latitude: 39.907325 }),
    ).toBeLessThan(0.5)
    expect(amap.searched.at(-1)).toContain('全国')

    amap.suggestions = ['no_data', {}]
    amap.results = [
      'complete',
      {
        poiList: {
          pois: [
            {
              name: '深圳市',
              pname: '广东省',
              cityname: '深圳市',
              typecode: '190104',
              location: new FakeLngLat(114.06, 22.54),
            },
          ],
        },
      },
    ]
    expect(await search('深圳', SHENZHEN, new AbortController().signal)).toMatchObject([
      { name: '深圳市', detail: '广东省 深圳市', zoom: 10 },
    ])
    amap.results = ['no_data', {}]
    expect(await search('nowhere', SHENZHEN, new AbortController().signal)).toEqual([])
    amap.suggestions = ['error', 'INVALID_USER_SCODE']
    await expect(search('x', SHENZHEN, new AbortController().signal)).rejects.toMatchObject({ fault: 'key' })
    amap.suggestions = ['error', 'SERVICE_NOT_AVAILABLE']
    await expect(search('x', SHENZHEN, new AbortController().signal)).rejects.toMatchObject({ fault: 'load' })
    await expect(search('x', SHENZHEN, AbortSignal.abort())).rejects.toThrow()
  })

  test('another key loads it anew; one that it refuses is told, and the right one works after', async () => {
    const keyed = (key: string) =>
      options({ settings: { ...options().settings, amap: { key, serviceHost: '/_AMapService' } } })
    amap.refusal = 'INVALID_USER_KEY'
    await expect(openAmap(box, keyed('wrong'))).rejects.toMatchObject({ fault: 'key' })
    amap.refusal = undefined
    adapter = await openAmap(box, keyed('right'))
    expect(scripts.asked.at(-1)).toContain('key=right')
    await expect(
      openAmap(box, options({ settings: { providers: [], authorization: () => undefined } })),
    ).rejects.toMatchObject({ fault: 'key' })
  })

  test('a key that it refuses only once its map is shown is told too', async () => {
    adapter = await openAmap(box, options())
    // So AMap says it: as an error of the page.
    window.dispatchEvent(new ErrorEvent('error', { message: 'Uncaught Error: something else' }))
    expect(seen.failed).toEqual([])
    window.dispatchEvent(new ErrorEvent('error', { message: 'Uncaught Error: INVALID_USER_DOMAIN' }))
    expect(seen.failed).toEqual(['key'])
    adapter.destroy()
    adapter = undefined
    window.dispatchEvent(new ErrorEvent('error', { message: 'Uncaught Error: INVALID_USER_DOMAIN' }))
    expect(seen.failed).toEqual(['key'])
  })

  test('a script that hangs is given up in time; one that comes too late disturbs nobody', async () => {
    const hung = options({
      settings: { ...options().settings, amap: { key: 'slow', serviceHost: '/_AMapService' } },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    scripts.become('hang')
    const before = scripts.asked.length
    const opening = openAmap(box, hung)
    opening.catch(() => {})
    await vi.waitFor(() => expect(scripts.asked.length).toBe(before + 1), 10_000)
    // Who turns away meanwhile is let go at once; the other goes on waiting for the same script.
    const away = new AbortController()
    const second = openAmap(box, { ...hung, signal: away.signal })
    second.catch(() => {})
    away.abort()
    await expect(second).rejects.toMatchObject({ name: 'AbortError' })
    expect(scripts.asked.length).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(OPEN_TIMEOUT_MS)
    await expect(opening).rejects.toMatchObject({ fault: 'timeout' })
    vi.useRealTimers()
    scripts.become('answer')
    scripts.release()
    adapter = await openAmap(box, hung)
    expect(adapter.camera().centre).toEqual(SHENZHEN)
  })
})

describe('Google alone', () => {
  test('its search asks near the middle of the map, and its places come back unshifted', async () => {
    adapter = await openGoogle(box, options())
    const search = adapter.search ?? expect.fail('it has a search')
    const { longitude, latitude } = toGcj(SHENZHEN)
    google.found = [
      foundByGoogle('Shenzhen', 'Guangdong, China', { lat: latitude, lng: longitude }, 0.5),
      foundByGoogle('Gate', 'London', { lat: LONDON.latitude, lng: LONDON.longitude }, 0.0001),
      {},
    ]
    const found = await search('gate', SHENZHEN, new AbortController().signal)
    expect(found.map(place => [place.name, place.zoom])).toEqual([
      ['Shenzhen', 9],
      ['Gate', 17],
    ])
    expect(metresBetween(found[0]?.at ?? LONDON, SHENZHEN)).toBeLessThan(0.5)
    expect(found[1]?.at).toEqual(LONDON)
    expect(google.searched.at(-1)).toMatchObject({
      textQuery: 'gate',
      language: 'zh-CN',
      locationBias: { center: { lng: longitude, lat: latitude } },
    })
    google.found = new Error('PERMISSION_DENIED: Places API (New) has not been used')
    await expect(search('x', SHENZHEN, new AbortController().signal)).rejects.toMatchObject({ fault: 'key' })
    google.found = new Error('UNAVAILABLE')
    await expect(search('x', SHENZHEN, new AbortController().signal)).rejects.toMatchObject({ fault: 'load' })
  })

  test('the page keeps its first key; another language is no reason to fail', async () => {
    const other = options({ settings: { ...options().settings, google: { key: 'another' } } })
    await expect(openGoogle(box, other)).rejects.toMatchObject({ fault: 'key' })
    adapter = await openGoogle(box, options({ language: 'fr', dark: false }))
    expect(googleMap().options.styles).toBeNull()
    adapter.setGround('offline', true)
    expect(googleMap().options.styles).not.toBeNull()
  })

  test('a refused key is told to every open map, and to whoever opens one after', async () => {
    adapter = await openGoogle(box, options())
    window.gm_authFailure?.()
    expect(seen.failed).toEqual(['key'])
    await expect(openGoogle(document.createElement('div'), options())).rejects.toMatchObject({ fault: 'key' })
  })
})
