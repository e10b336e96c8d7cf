// One map whoever draws it: what survives a switch, what is asked too early, what fails and what comes too late.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMapHost, type MapHost, type MapState } from '../../../src/platform/map/map-host.ts'
import {
  type Camera,
  DEFAULT_CAMERA,
  type MapAdapter,
  MapError,
  type MapEvents,
  type MapLayer,
  type MapProvider,
  type OpenMap,
  type OpenOptions,
  type Sides,
} from '../../../src/platform/map/map-port.ts'

/** As much of an element as the host uses. */
class FakeElement {
  readonly style = { cssText: '' }
  readonly clientWidth = 800
  readonly clientHeight = 600
  readonly children: FakeElement[] = []
  parent: FakeElement | undefined
  append(child: FakeElement) {
    child.parent = this
    this.children.push(child)
  }
  remove() {
    this.parent?.children.splice(this.parent.children.indexOf(this), 1)
    this.parent = undefined
  }
}

const settled = () => new Promise<void>(resolve => setImmediate(resolve))

const HONG_KONG: Camera = { centre: { longitude: 114.16, latitude: 22.28 }, zoom: 12 }
const PARIS: Camera = { centre: { longitude: 2.35, latitude: 48.86 }, zoom: 10 }
const BOUNDS = { west: 113, south: 22, east: 115, north: 23 }
const shapes = (): MapLayer => ({ kind: 'shapes', shapes: [] })

/** A map that was opened by a test: its camera, its layers and what it was told. */
interface Opened {
  provider: MapProvider
  options: OpenOptions
  camera: Camera
  layers: Map<string, MapLayer>
  told: string[]
  /** As it was told with the last move. */
  covered?: Sides | undefined
  destroyed: boolean
}

let container: FakeElement
let states: MapState[]
let opened: Opened[]
/** What the openers wait for, by provider; absent: nothing. */
let gates: Partial<Record<MapProvider, Promise<void>>>
let failures: Partial<Record<MapProvider, unknown>>
let events: MapEvents

function openAs(provider: MapProvider): OpenMap {
  return async (_element, options) => {
    await gates[provider]
    if (failures[provider]) throw failures[provider]
    const map: Opened = {
      provider,
      options,
      camera: options.camera,
      layers: new Map(),
      told: [],
      destroyed: false,
    }
    opened.push(map)
    const adapter: MapAdapter = {
      camera: () => map.camera,
      bounds: () => BOUNDS,
      look: (next, how) => {
        map.camera = { ...map.camera, ...next }
        map.told.push('look')
        map.covered = how?.covered
      },
      fit: (_bounds, how) => {
        map.camera = { ...map.camera, zoom: 7 }
        map.covered = how?.covered
        map.told.push(`fit${how?.animate === false ? ' at once' : ''}`)
      },
      put: (id, layer) => {
        map.layers.set(id, layer)
        map.told.push(`put ${id}`)
      },
      take: id => {
        map.layers.delete(id)
        map.told.push(`take ${id}`)
      },
      setGround: (ground, dark) => map.told.push(`ground ${ground} ${dark ? 'dark' : 'light'}`),
      project: ({ longitude }) => ({ x: longitude, y: 300 }),
      unproject: () => PARIS.centre,
      resize: () => map.told.push('resize'),
      destroy: () => {
        map.destroyed = true
      },
    }
    return adapter
  }
}

function start(more: Partial<Parameters<typeof createMapHost>[1]> = {}): MapHost {
  const host = createMapHost(container as unknown as HTMLElement, {
    settings: { providers: ['maplibre', 'amap', 'google'], authorization: () => undefined },
    provider: 'maplibre',
    ground: 'offline',
    dark: false,
    language: 'en',
    events,
    openerOf: async provider => openAs(provider),
    changed: state => states.push(state),
    ...more,
  })
  return host
}

const last = (): Opened => opened.at(-1) ?? expect.fail('nothing was opened')

beforeEach(() => {
  vi.stubGlobal('document', { createElement: () => new FakeElement() })
  container = new FakeElement()
  states = []
  opened = []
  gates = {}
  failures = {}
  events = { moved: vi.fn(), pointed: vi.fn(), failed: vi.fn() }
})
afterEach(() => vi.unstubAllGlobals())

test('it opens where it is told, else at the default place', async () => {
  start()
  await settled()
  expect(last().options.camera).toEqual(DEFAULT_CAMERA)
  start({ camera: PARIS })
  await settled()
  expect(last().options.camera).toEqual(PARIS)
  expect(states.map(state => state.is)).toEqual(['opening', 'open', 'opening', 'open'])
})

test('layers, camera and ground come along to another provider, in one element', async () => {
  const host = start()
  await settled()
  const [below, gone, above] = [shapes(), shapes(), shapes()]
  host.put('below', below)
  host.put('gone', gone)
  host.put('above', above)
  host.take('gone')
  host.setGround('grid', true)
  // Moved by hand: nobody told the host.
  const first = last()
  first.camera = HONG_KONG
  host.switchTo('amap')
  await settled()
  expect(first.destroyed).toBe(true)
  expect(last()).toMatchObject({ provider: 'amap', camera: HONG_KONG })
  expect(last().options).toMatchObject({ ground: 'grid', dark: true })
  expect([...last().layers]).toEqual([
    ['below', below],
    ['above', above],
  ])
  expect(container.children).toHaveLength(1)
  // What comes again lies on top, here and there.
  host.put('gone', gone)
  host.switchTo('google')
  await settled()
  expect([...last().layers.keys()]).toEqual(['below', 'above', 'gone'])
})

test('what is asked before the map is there is done when it is', async () => {
  const gate = Promise.withResolvers<void>()
  gates.maplibre = gate.promise
  const host = start()
  await settled()
  host.put('fence', shapes())
  host.setGround('street', true)
  host.fit(BOUNDS)
  host.look({ zoom: 15 })
  host.resize()
  expect(host.adapter()).toBeUndefined()
  expect(host.bounds()).toBeUndefined()
  expect(host.project(PARIS.centre)).toBeUndefined()
  expect(host.unproject({ x: 0, y: 0 })).toBeUndefined()
  expect(host.camera().zoom).toBe(15)
  gate.resolve()
  await settled()
  expect(last().told).toEqual(['ground street dark', 'put fence', 'fit at once', 'look'])
  expect(last().camera.zoom).toBe(15)
})

test('a place that is looked at while it opens is not lost, and makes a box before it needless', async () => {
  const gate = Promise.withResolvers<void>()
  gates.maplibre = gate.promise
  const host = start()
  await settled()
  host.fit(BOUNDS)
  host.look(PARIS)
  gate.resolve()
  await settled()
  expect(last().told).toEqual(['look'])
  expect(host.camera()).toEqual(PARIS)
})

test('a provider that fails keeps layers and camera for the next attempt, and for the one before', async () => {
  const host = start({ camera: PARIS })
  await settled()
  host.put('fence', shapes())
  last().camera = HONG_KONG
  failures.amap = new MapError('key')
  host.switchTo('amap')
  await settled()
  expect(host.state()).toEqual({ is: 'failed', provider: 'amap', fault: 'key' })
  expect(container.children).toHaveLength(0)
  expect(host.camera()).toEqual(HONG_KONG)
  failures.amap = undefined
  host.switchTo('amap')
  await settled()
  expect(last()).toMatchObject({ provider: 'amap', camera: HONG_KONG })
  expect([...last().layers.keys()]).toEqual(['fence'])
  failures.google = new TypeError('Failed to fetch dynamically imported module')
  host.switchTo('google')
  await settled()
  expect(host.state()).toEqual({ is: 'failed', provider: 'google', fault: 'load' })
  host.switchTo('maplibre')
  await settled()
  expect(host.state()).toEqual({ is: 'open', provider: 'maplibre' })
  expect(last().camera).toEqual(HONG_KONG)
})

test('a map that breaks after it was open is taken off; missing tiles are only told', async () => {
  const host = start()
  await settled()
  last().options.events.failed?.('tiles')
  expect(host.state().is).toBe('open')
  last().camera = PARIS
  last().options.events.failed?.('key')
  expect(host.state()).toEqual({ is: 'failed', provider: 'maplibre', fault: 'key' })
  expect(last().destroyed).toBe(true)
  expect(host.camera()).toEqual(PARIS)
  expect(events.failed).toHaveBeenCalledTimes(2)
})

test('a layer that cannot be laid fails the map instead of leaving half of it', async () => {
  const host = start({
    openerOf: async () => async (element, options) => ({
      ...(await openAs('maplibre')(element, options)),
      put: () => {
        throw new RangeError('too large')
      },
    }),
  })
  host.put('plan', shapes())
  await settled()
  expect(host.state()).toMatchObject({ is: 'failed', fault: 'load' })
  expect(last().destroyed).toBe(true)
  expect(host.adapter()).toBeUndefined()
})

test('who switches while a slow one opens gets the other one; the slow one leaves nothing', async () => {
  const gate = Promise.withResolvers<void>()
  gates.amap = gate.promise
  const host = start({ camera: PARIS, provider: 'amap' })
  await settled()
  host.switchTo('maplibre')
  await settled()
  expect(host.state()).toEqual({ is: 'open', provider: 'maplibre' })
  gate.resolve()
  await settled()
  const slow = opened.find(map => map.provider === 'amap') ?? expect.fail('it was never opened')
  expect(slow.destroyed).toBe(true)
  expect(slow.options.signal.aborted).toBe(true)
  slow.options.events.moved?.(HONG_KONG, BOUNDS)
  slow.options.events.failed?.('key')
  expect(events.moved).not.toHaveBeenCalled()
  expect(host.state()).toEqual({ is: 'open', provider: 'maplibre' })
  expect(host.camera()).toEqual(PARIS)
  expect(container.children).toHaveLength(1)
})

test('taken off while it opens, it stays off', async () => {
  const gate = Promise.withResolvers<void>()
  gates.maplibre = gate.promise
  const host = start()
  await settled()
  host.destroy()
  gate.resolve()
  await settled()
  expect(last().destroyed).toBe(true)
  expect(container.children).toHaveLength(0)
  host.switchTo('amap')
  await settled()
  expect(opened).toHaveLength(1)
  expect(states.map(state => state.is)).toEqual(['opening'])
})

test('the provider that is there already is not opened again', async () => {
  const host = start()
  host.switchTo('maplibre')
  await settled()
  host.switchTo('maplibre')
  await settled()
  expect(opened).toHaveLength(1)
})

test('what is shown stands beside the panels; zooming alone stays where it is', async () => {
  const covered = { left: 352, top: 0, right: 0, bottom: 0 }
  const host = start({ covered: () => covered })
  host.look(PARIS)
  await settled()
  expect(last().covered).toEqual(covered)
  host.look({ zoom: 5 })
  expect(last().covered).toBeUndefined()
  host.fit(BOUNDS)
  expect(last().covered).toEqual(covered)
})

test('a place under a panel or out of sight is brought out, one that is seen moves nothing', async () => {
  const host = start({ covered: () => ({ left: 352, top: 0, right: 0, bottom: 0 }) })
  await settled()
  last().told.length = 0
  // The map of this test draws a place as many pixels from its edge as it has degrees.
  host.reveal({ longitude: 600, latitude: 0 })
  expect(last().told).toEqual([])
  host.reveal({ longitude: 200, latitude: 0 })
  host.reveal({ longitude: 900, latitude: 0 })
  expect(last().told).toEqual(['look', 'look'])
})
