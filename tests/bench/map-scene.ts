// Runs in the page of a benchmark: the built map with many devices, and questions to its pixels.
import type { LivePoints, MapLayer } from '../../src/platform/map/map-port.ts'
import type { openMaplibre } from '../../src/platform/map/maplibre/open-maplibre.ts'

export interface MapScene {
  /** While the camera moves and zooms along a fixed way, with or without the devices. */
  framesPerSecond(devices: boolean): Promise<number>
  /** Milliseconds from telling that all have moved until they are seen elsewhere. */
  moveAll(cluster: boolean): Promise<number>
  moveSelected(): Promise<number>
}

declare global {
  interface Window {
    mapScene?: MapScene
  }
}

/**
 * Opens the map and lays the devices; answers after how many milliseconds clusters were seen. Sent to the page as text:
 * it may name nothing outside itself.
 */
export async function startScene({ chunk, devices }: { chunk: string; devices: number }): Promise<number> {
  const COLOUR: readonly number[] = [10, 112, 68]
  const MIDDLE = { longitude: 108, latitude: 31 }
  const [WIDE, HIGH] = [10, 8]
  const SECONDS = 3
  const PATIENCE_MS = 20_000
  const started = performance.now()

  const element = document.createElement('div')
  element.style.cssText = 'position:fixed;inset:0'
  document.body.replaceChildren(element)
  const module: { openMaplibre: typeof openMaplibre } = await import(chunk)
  const adapter = await module.openMaplibre(element, {
    camera: { centre: MIDDLE, zoom: 6 },
    ground: 'offline',
    dark: false,
    language: 'en',
    settings: { providers: ['maplibre'], authorization: () => undefined },
    events: {},
    signal: new AbortController().signal,
  })

  const listeners = new Set<(changed: readonly number[] | 'all') => void>()
  const points: LivePoints = {
    size: devices,
    longitudes: new Float64Array(devices),
    latitudes: new Float64Array(devices),
    looks: new Uint8Array(devices),
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  let seed = 1
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let slot = 0; slot < devices; slot++) {
    points.longitudes[slot] = MIDDLE.longitude + (random() - 0.5) * WIDE
    points.latitudes[slot] = MIDDLE.latitude + (random() - 0.5) * HIGH
  }
  const layer = (cluster: boolean, selected: readonly number[] = []): MapLayer => ({
    kind: 'points',
    points,
    looks: [{ shape: 'filled', colour: '#0a7044' }],
    cluster,
    selected,
  })

  const canvas = element.querySelector('canvas')
  const copy = document.createElement('canvas')
  const context = copy.getContext('2d', { willReadFrequently: true })
  if (!canvas || !context) throw new Error('There is no canvas')
  const frame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
  /** Whether devices are seen in a box of the screen, in the frame that is being made. */
  const seenIn = (x: number, y: number, wide: number, high: number) => {
    ;[copy.width, copy.height] = [wide, high]
    context.drawImage(canvas, x, y, wide, high, 0, 0, wide, high)
    const { data } = context.getImageData(0, 0, wide, high)
    for (let at = 0; at < data.length; at += 4)
      if (COLOUR.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) < 6)) return true
    return false
  }
  const until = async (seen: () => boolean): Promise<number> => {
    const from = performance.now()
    while (performance.now() - from < PATIENCE_MS) {
      await frame()
      if (seen()) return performance.now()
    }
    throw new Error('It was not seen')
  }
  const rest = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const tell = (changed: readonly number[] | 'all') => {
    for (const listener of listeners) listener(changed)
  }
  const [halfWide, halfHigh] = [innerWidth / 2, innerHeight / 2]
  const box = [halfWide - 150, halfHigh - 100, 300, 200] as const

  adapter.put('fleet', layer(true))
  const first = (await until(() => seenIn(...box))) - started

  window.mapScene = {
    framesPerSecond: async withDevices => {
      if (withDevices) adapter.put('fleet', layer(true))
      else adapter.take('fleet')
      adapter.look({ centre: MIDDLE, zoom: 6 })
      await rest(1_500)
      const from = performance.now()
      let frames = 0
      for (let now = from; now - from < SECONDS * 1_000; frames++) {
        const turn = ((now - from) / 1_000 / SECONDS) * 2 * Math.PI
        adapter.look({
          centre: {
            longitude: MIDDLE.longitude + 3 * Math.sin(turn),
            latitude: MIDDLE.latitude + 2 * Math.cos(turn),
          },
          zoom: 6.5 + Math.sin(turn * 2),
        })
        await frame()
        now = performance.now()
      }
      return (frames * 1_000) / (performance.now() - from)
    },
    moveAll: async cluster => {
      adapter.put('fleet', layer(cluster))
      adapter.look({ centre: { ...MIDDLE, longitude: MIDDLE.longitude + 25 }, zoom: 6 })
      await rest(1_500)
      if (seenIn(...box)) throw new Error('They are there already')
      for (let slot = 0; slot < devices; slot++) points.longitudes[slot] = (points.longitudes[slot] ?? 0) + 25
      const told = performance.now()
      tell('all')
      const seen = (await until(() => seenIn(...box))) - told
      for (let slot = 0; slot < devices; slot++) points.longitudes[slot] = (points.longitudes[slot] ?? 0) - 25
      tell('all')
      return seen
    },
    moveSelected: async () => {
      const [longitude = 0, latitude = 0] = [points.longitudes[0], points.latitudes[0]]
      adapter.put('fleet', layer(true, [0]))
      adapter.look({ centre: { longitude, latitude }, zoom: 18 })
      const around = [Math.round(halfWide) - 20, Math.round(halfHigh) - 20, 40, 40] as const
      await until(() => seenIn(...around))
      await rest(1_000)
      await frame()
      seenIn(...around)
      const before = context.getImageData(0, 0, 40, 40).data
      points.longitudes[0] = longitude + 0.001
      const told = performance.now()
      tell([0])
      // It glides: seen is the first picture in which it stands elsewhere, not the one in which it has arrived.
      const elsewhere = () => {
        seenIn(...around)
        const { data } = context.getImageData(0, 0, 40, 40)
        return data.filter((part, at) => Math.abs(part - (before[at] ?? 0)) > 40).length > 40
      }
      return (await until(elsewhere)) - told
    },
  }
  return first
}
