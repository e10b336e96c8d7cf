// The console's own map in a real browser: what is drawn is read back as pixels, what is done with it as events.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Place, placeAt } from '../../../src/domain/geo/geo.ts'
import {
  type LivePoints,
  type MapAdapter,
  MapError,
  type MapEvents,
  type MapLayer,
  type OpenOptions,
} from '../../../src/platform/map/map-port.ts'
import { openMaplibre } from '../../../src/platform/map/maplibre/open-maplibre.ts'

const CENTRE: Place = { longitude: 114.06, latitude: 22.54 }
const SIDE = 300
const MIDDLE = SIDE / 2
// A loaded machine draws in software, and reads the coasts first.
const PATIENCE = { timeout: 30_000 }
vi.setConfig({ testTimeout: 60_000 })
/** Ground of the grid in the light skin. */
const PAPER = '#ffffff'
const [GREEN, RED, BLUE] = ['#0a7044', '#c4232b', '#1791fc'] as const

let opened: MapAdapter[] = []
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }))
})
afterEach(() => {
  for (const adapter of opened) adapter.destroy()
  opened = []
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function open(options: Partial<OpenOptions> = {}, wide = SIDE): Promise<MapAdapter> {
  const element = document.createElement('div')
  element.style.cssText = `position:relative;inline-size:${wide}px;block-size:${SIDE}px`
  document.body.append(element)
  const adapter = await openMaplibre(element, {
    camera: { centre: CENTRE, zoom: 18 },
    ground: 'grid',
    dark: false,
    language: 'en',
    settings: { providers: ['maplibre'], authorization: () => undefined },
    events: {},
    signal: new AbortController().signal,
    ...options,
  })
  opened.push(adapter)
  return adapter
}

function canvasOf(): HTMLCanvasElement {
  const canvas = document.querySelector('canvas')
  if (!canvas) throw new Error('There is no canvas')
  return canvas
}

/** Pixels of the map in its next frame, as #rrggbb. */
async function coloursAt(...places: readonly (readonly [number, number])[]): Promise<string[]> {
  const canvas = canvasOf()
  const copy = document.createElement('canvas')
  ;[copy.width, copy.height] = [canvas.width, canvas.height]
  const context = copy.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no context')
  // Drawn and copied in one frame: afterwards the browser clears what was drawn.
  await new Promise<void>(resolve => {
    // The library draws anew when the network comes back.
    window.dispatchEvent(new Event('online'))
    requestAnimationFrame(() => {
      context.drawImage(canvas, 0, 0)
      resolve()
    })
  })
  const scale = canvas.height / SIDE
  return places.map(([x, y]) => {
    const { data } = context.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1)
    return `#${[...data.slice(0, 3)].map(part => part.toString(16).padStart(2, '0')).join('')}`
  })
}
const colourAt = async (x: number, y: number) => (await coloursAt([x, y]))[0]

const square = (metres: number): Place[] =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([east = 0, north = 0]) => placeAt(CENTRE, east * metres, north * metres))

const yard = (colour: string): MapLayer => ({
  kind: 'shapes',
  shapes: [{ id: 'yard', form: { rings: [square(50), square(15)] }, colour, fillOpacity: 1, pickable: true }],
})

/** Points that a test moves. */
function livePoints(places: readonly Place[], looks: readonly number[]) {
  const listeners = new Set<(changed: readonly number[] | 'all') => void>()
  const points: LivePoints = {
    size: places.length,
    longitudes: Float64Array.from(places, place => place.longitude),
    latitudes: Float64Array.from(places, place => place.latitude),
    looks: Uint8Array.from(looks),
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const move = (slot: number, to: Place) => {
    points.longitudes[slot] = to.longitude
    points.latitudes[slot] = to.latitude
    for (const listener of listeners) listener([slot])
  }
  return { points, move, listeners }
}
const LOOKS = [
  { shape: 'filled', colour: GREEN },
  { shape: 'diamond', colour: RED },
] as const

const pointsOf = (points: LivePoints, cluster = false, selected: readonly number[] = []): MapLayer => ({
  kind: 'points',
  points,
  looks: LOOKS,
  cluster,
  selected,
})

function click(x: number, y: number): void {
  const { left, top } = canvasOf().getBoundingClientRect()
  for (const type of ['mousedown', 'mouseup', 'click'])
    canvasOf().dispatchEvent(
      new MouseEvent(type, {
        clientX: left + x,
        clientY: top + y,
        bubbles: true,
        cancelable: true,
        button: 0,
      }),
    )
}

test('a house on land stands on land, and nothing looks like sea before the coasts are drawn', async () => {
  const told: boolean[] = []
  await open({
    ground: 'offline',
    // Between the lines of the grid.
    camera: { centre: { longitude: 120.132, latitude: 30.2876 }, zoom: 19 },
    events: { loading: busy => told.push(busy) },
  })
  const seen = new Set<string | undefined>()
  await expect
    .poll(async () => {
      for (const colour of await coloursAt([41, 43], [111, 113], [257, 259])) seen.add(colour)
      return told
    }, PATIENCE)
    .toEqual([true, false])
  expect(await coloursAt([41, 43], [111, 113], [257, 259])).toContain('#f4f6f9')
  expect(seen).not.toContain('#cfdff2')
})

test('land and sea are drawn in both skins', async () => {
  // The coast of Fujian: land in the north-west, sea in the south-east.
  const coast: Place = { longitude: 119, latitude: 25 }
  const adapter = await open({ ground: 'offline', camera: { centre: coast, zoom: 6 } })
  await expect.poll(() => coloursAt([20, 20], [280, 280]), PATIENCE).toEqual(['#f4f6f9', '#cfdff2'])
  adapter.setGround('offline', true)
  await expect.poll(() => coloursAt([20, 20], [280, 280]), PATIENCE).toEqual(['#13253f', '#081221'])
  expect(document.body.textContent).toContain('Natural Earth')
})

test('a fence is filled in its colour, its hole and what lies around it are not, and it stays on another ground', async () => {
  const adapter = await open()
  adapter.put('fences', yard(BLUE))
  const seen = () => coloursAt([MIDDLE, 90], [MIDDLE + 3, MIDDLE + 3], [3, 3])
  await expect.poll(seen, PATIENCE).toEqual([BLUE, PAPER, PAPER])
  adapter.put('fences', yard(RED))
  await expect.poll(seen, PATIENCE).toEqual([RED, PAPER, PAPER])
  adapter.setGround('grid', true)
  await expect.poll(seen, PATIENCE).toEqual([RED, '#0d1b30', '#0d1b30'])
  adapter.take('fences')
  await expect.poll(() => colourAt(MIDDLE, 90), PATIENCE).toBe('#0d1b30')
})

test('layers lie in the order in which their ids came; one that was taken away comes again on top', async () => {
  const adapter = await open()
  adapter.put('low', yard(RED))
  adapter.put('high', yard(BLUE))
  adapter.put('low', yard(RED))
  await expect.poll(() => colourAt(MIDDLE, 90), PATIENCE).toBe(BLUE)
  adapter.take('low')
  adapter.put('low', yard(RED))
  await expect.poll(() => colourAt(MIDDLE, 90), PATIENCE).toBe(RED)
})

test('points stand at their places in their colours, and one that moves is seen where it went', async () => {
  const places = [CENTRE, placeAt(CENTRE, -30, 0), placeAt(CENTRE, 0, 30)]
  const adapter = await open()
  const { points, move } = livePoints(places, [0, 1, 0])
  adapter.put('fleet', pointsOf(points))
  const [, west, north] = places.map(place => adapter.project(place))
  const seen = () => coloursAt([MIDDLE, MIDDLE], [west?.x ?? 0, west?.y ?? 0], [north?.x ?? 0, north?.y ?? 0])
  await expect.poll(seen, PATIENCE).toEqual([GREEN, RED, GREEN])
  const there = placeAt(CENTRE, 30, -30)
  const { x, y } = adapter.project(there)
  expect(await colourAt(x, y)).toBe(PAPER)
  move(0, there)
  expect(await coloursAt([x, y], [MIDDLE + 3, MIDDLE + 3])).toEqual([GREEN, PAPER])
})

test('of very many each place that is told apart is drawn, whatever lies on it', async () => {
  const [alone, under] = [placeAt(CENTRE, 0, 30), placeAt(CENTRE, 0, -30)]
  const crowd = Array.from({ length: 6000 }, () => under)
  const adapter = await open()
  const { points, move } = livePoints([alone, ...crowd], [0, ...crowd.map(() => 0)])
  adapter.put('fleet', pointsOf(points))
  const at = (place: Place): [number, number] => {
    const { x, y } = adapter.project(place)
    return [x, y]
  }
  await expect.poll(() => coloursAt(at(alone), at(under)), PATIENCE).toEqual([GREEN, GREEN])
  // One that lay below the others is seen where it went.
  const there = placeAt(CENTRE, 40, 0)
  move(17, there)
  expect(await coloursAt(at(there), at(under))).toEqual([GREEN, GREEN])
})

test('far away a point stands on every earth in sight', async () => {
  const middle: Place = { longitude: 0, latitude: 0 }
  const adapter = await open({ camera: { centre: middle, zoom: 1 } }, 1300)
  adapter.put('fleet', pointsOf(livePoints([middle], [1]).points))
  // The earth is 512 pixels wide there.
  await expect
    .poll(() => coloursAt([650, MIDDLE], [138, MIDDLE], [1162, MIDDLE]), PATIENCE)
    .toEqual([RED, RED, RED])
})

test('neighbours are one with a number, and a click on it parts them', async () => {
  const places = Array.from({ length: 40 }, (_, at) =>
    placeAt(CENTRE, (at % 8) * 30 - 105, Math.floor(at / 8) * 30 - 60),
  )
  const grabbed = vi.fn()
  const adapter = await open({ camera: { centre: CENTRE, zoom: 10 }, events: { grabbed } })
  adapter.put(
    'fleet',
    pointsOf(
      livePoints(
        places,
        places.map(() => 0),
      ).points,
      true,
    ),
  )
  // The ring of the cluster, beside its white middle.
  await expect.poll(() => colourAt(MIDDLE + 18, MIDDLE), PATIENCE).toBe(GREEN)
  expect(await colourAt(MIDDLE + 12, MIDDLE + 6)).toBe(PAPER)
  click(MIDDLE, MIDDLE)
  await expect.poll(() => adapter.camera().zoom, PATIENCE).toBeGreaterThan(15)
  expect(grabbed).toHaveBeenCalled()
})

test('a chosen one stands out of the cluster that it lies in, and is what a click picks', async () => {
  const picked = vi.fn()
  const adapter = await open({ events: { picked } })
  const places = Array.from({ length: 40 }, () => CENTRE)
  const { points } = livePoints(
    places,
    places.map((_, slot) => (slot === 7 ? 1 : 0)),
  )
  adapter.put('fleet', pointsOf(points, true, [7]))
  await expect.poll(() => colourAt(MIDDLE, MIDDLE), PATIENCE).toBe(RED)
  click(MIDDLE, MIDDLE)
  expect(picked).toHaveBeenCalledWith(expect.objectContaining({ kind: 'point', slot: 7 }))
})

test('a click picks what lies on top: a point, several in one spot, a fence, else the ground', async () => {
  const events = { picked: vi.fn<NonNullable<MapEvents['picked']>>(), pointed: vi.fn() }
  const adapter = await open({ events })
  const [alone, together] = [placeAt(CENTRE, 0, 30), placeAt(CENTRE, 30, 0)]
  adapter.put('fences', yard(BLUE))
  adapter.put('fleet', pointsOf(livePoints([alone, together, together], [0, 0, 1]).points))
  await expect.poll(() => colourAt(MIDDLE, 60), PATIENCE).toBe(BLUE)
  for (const place of [alone, together]) {
    const { x, y } = adapter.project(place)
    click(x + 4, y)
  }
  click(MIDDLE - 60, MIDDLE)
  click(MIDDLE, MIDDLE)
  const picks = events.picked.mock.calls.map(([pick]) => pick)
  expect(picks).toEqual([
    expect.objectContaining({ kind: 'point', layer: 'fleet', slot: 0 }),
    expect.objectContaining({ kind: 'spot', layer: 'fleet' }),
    expect.objectContaining({ kind: 'shape', layer: 'fences', id: 'yard' }),
  ])
  const [, spot] = picks
  expect(spot?.kind === 'spot' && [...spot.slots].sort()).toEqual([1, 2])
  expect(events.pointed).toHaveBeenCalledOnce()
  expect(events.pointed.mock.calls[0]?.[0].longitude).toBeCloseTo(CENTRE.longitude, 5)
})

test('a line is drawn, across the antimeridian the short way, and picked beside it', async () => {
  const picked = vi.fn()
  const adapter = await open({
    camera: { centre: { longitude: 180, latitude: 0 }, zoom: 10 },
    events: { picked },
  })
  adapter.put('way', {
    kind: 'lines',
    lines: [
      { id: 'sea', points: Float64Array.of(179.9, 0, -179.9, 0), colour: RED, width: 6, pickable: true },
    ],
  })
  await expect.poll(() => coloursAt([MIDDLE, MIDDLE], [MIDDLE - 60, MIDDLE]), PATIENCE).toEqual([RED, RED])
  click(MIDDLE, MIDDLE + 8)
  expect(picked).toHaveBeenCalledWith(expect.objectContaining({ kind: 'line', layer: 'way', id: 'sea' }))
})

test('a marker is a button: clicked, dragged by pointer and by arrow keys', async () => {
  const events = { picked: vi.fn(), dragged: vi.fn<NonNullable<MapEvents['dragged']>>(), moved: vi.fn() }
  const adapter = await open({ events })
  adapter.put('stations', {
    kind: 'markers',
    markers: [{ id: 'one', at: CENTRE, look: LOOKS[0], label: 'Station 1', draggable: true }],
  })
  const button = document.querySelector<HTMLButtonElement>('button[aria-label="Station 1"]')
  if (!button) throw new Error('There is no button')
  button.click()
  expect(events.picked).toHaveBeenCalledWith(expect.objectContaining({ kind: 'marker', id: 'one' }))

  const { left, top } = canvasOf().getBoundingClientRect()
  // Only a real pointer can be captured.
  button.setPointerCapture = () => undefined
  const pointer = (type: string, x: number, y: number) =>
    button.dispatchEvent(
      new PointerEvent(type, { pointerId: 7, button: 0, clientX: left + x, clientY: top + y, bubbles: true }),
    )
  pointer('pointerdown', MIDDLE + 2, MIDDLE)
  pointer('pointermove', MIDDLE + 42, MIDDLE - 20)
  pointer('pointerup', MIDDLE + 42, MIDDLE - 20)
  expect(events.dragged.mock.calls.map(([drag]) => drag.done)).toEqual([false, true])
  const there = events.dragged.mock.lastCall?.[0].at
  expect(there && adapter.project(there).x).toBeCloseTo(MIDDLE + 40, 3)
  expect(there && adapter.project(there).y).toBeCloseTo(MIDDLE - 20, 3)

  button.focus()
  await userEvent.keyboard('{ArrowLeft}')
  const [step, done] = events.dragged.mock.calls.slice(-2).map(([drag]) => drag)
  expect([step?.done, done?.done]).toEqual([false, true])
  expect(done && adapter.project(done.at).x).toBeCloseTo(MIDDLE + 32, 3)
  // The map itself stayed where it was.
  expect(adapter.camera().centre.longitude).toBeCloseTo(CENTRE.longitude, 9)
})

test('markers that stand fast are one stop of the keyboard; the arrow keys lead from one to the next', async () => {
  const adapter = await open()
  const put = (...labels: string[]) =>
    adapter.put('events', {
      kind: 'markers',
      markers: labels.map((label, at) => ({
        id: label,
        at: placeAt(CENTRE, at * 20, 0),
        look: LOOKS[0],
        label,
      })),
    })
  const named = (label: string) => document.querySelector<HTMLElement>(`button[aria-label="${label}"]`)
  const stops = () => ['first', 'second', 'third'].filter(label => named(label)?.tabIndex === 0)
  put('first', 'second', 'third')
  expect(stops()).toEqual(['first'])
  named('first')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(named('second'))
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(document.activeElement).toBe(named('third'))
  expect(stops()).toEqual(['third'])
  // The one that the keyboard stood on is gone.
  put('first', 'second')
  expect(stops()).toEqual(['first'])
})

test('a picture lies between its corners', async () => {
  const adapter = await open()
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [8, 8]
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no context')
  context.fillStyle = RED
  context.fillRect(0, 0, 8, 8)
  const [southWest, southEast, northEast, northWest] = square(30)
  if (!southWest || !southEast || !northEast || !northWest) throw new Error('There are four corners')
  adapter.put('plan', {
    kind: 'picture',
    url: canvas.toDataURL(),
    corners: [northWest, northEast, southEast, southWest],
    opacity: 1,
  })
  await expect.poll(() => coloursAt([MIDDLE + 5, MIDDLE + 5], [4, 4]), PATIENCE).toEqual([RED, PAPER])
})

test('the camera goes where it is told and tells where it came to rest', async () => {
  const moved = vi.fn<NonNullable<MapEvents['moved']>>()
  const adapter = await open({ events: { moved } })
  adapter.look({ centre: { longitude: 2.35, latitude: 48.85 }, zoom: 10 })
  expect(moved).toHaveBeenCalledOnce()
  const [camera, bounds] = moved.mock.lastCall ?? []
  expect(camera?.zoom).toBe(10)
  expect(camera?.centre.longitude).toBeCloseTo(2.35, 9)
  expect(bounds && bounds.west < 2.35 && bounds.east > 2.35).toBe(true)
  adapter.fit({ west: 179, south: -20, east: -177, north: -14 }, { paddingPixels: 500 })
  expect(Math.abs(adapter.camera().centre.longitude)).toBeCloseTo(179, 6)
  expect(adapter.bounds().west).toBeGreaterThan(170)
  expect(adapter.bounds().east).toBeLessThan(-170)
})

test('what is shown stands in the middle of what no panel covers', async () => {
  const adapter = await open()
  const covered = { left: 100, right: 0, top: 0, bottom: 60 }
  adapter.look({ centre: { longitude: 2.35, latitude: 48.85 }, zoom: 16 }, { covered })
  const { x, y } = adapter.project({ longitude: 2.35, latitude: 48.85 })
  expect(x).toBeCloseTo(200, 3)
  expect(y).toBeCloseTo(120, 3)
  adapter.fit({ west: 2, south: 48, east: 3, north: 49 }, { paddingPixels: 10, covered, animate: false })
  const [upper, lower] = [
    adapter.project({ longitude: 2, latitude: 49 }),
    adapter.project({ longitude: 3, latitude: 48 }),
  ]
  expect((upper.x + lower.x) / 2).toBeCloseTo(200, 0)
  expect(upper.y).toBeGreaterThanOrEqual(9.9)
  expect(lower.y).toBeLessThanOrEqual(230.1)
})

test('when the graphics card was taken away everything is drawn again', async () => {
  const adapter = await open()
  adapter.put('fences', yard(BLUE))
  adapter.put('fleet', pointsOf(livePoints([placeAt(CENTRE, 0, 30)], [1]).points))
  const { x, y } = adapter.project(placeAt(CENTRE, 0, 30))
  const seen = () => coloursAt([MIDDLE - 60, MIDDLE], [x, y])
  await expect.poll(seen, PATIENCE).toEqual([BLUE, RED])
  const lose = canvasOf().getContext('webgl2')?.getExtension('WEBGL_lose_context')
  // It can be given back only after everybody was told.
  const lost = new Promise(resolve =>
    canvasOf().addEventListener('webglcontextlost', () => setTimeout(resolve), { once: true }),
  )
  lose?.loseContext()
  await lost
  lose?.restoreContext()
  await expect.poll(seen, PATIENCE).toEqual([BLUE, RED])
})

test('destroyed it leaves nothing behind', async () => {
  const adapter = await open()
  const { points, listeners } = livePoints([CENTRE], [0])
  adapter.put('fleet', pointsOf(points))
  const gl = canvasOf().getContext('webgl2')
  const element = canvasOf().closest('div')?.parentElement
  adapter.destroy()
  opened = []
  expect(listeners.size).toBe(0)
  expect(element?.querySelector('canvas')).toBeNull()
  expect(element?.childElementCount).toBe(0)
  expect(gl?.isContextLost()).toBe(true)
})

test('a browser that cannot draw says so, and who has gone does not wait', async () => {
  const gone = new AbortController()
  gone.abort()
  await expect(open({ signal: gone.signal })).rejects.toThrow()
  const spy = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await expect(open()).rejects.toEqual(new MapError('webgl'))
  spy.mockRestore()
})
