// The console's own map in a real browser: what is drawn is read back as pixels, what is pointed at as events.
import { afterEach, expect, test } from 'vitest'
import { type Place, placeAt } from '../../src/domain/geo/geo.ts'
import type { MapAdapter, OpenOptions } from '../../src/platform/map/map-port.ts'
import { openMaplibre } from '../../src/platform/map/maplibre/open-maplibre.ts'

const CENTRE: Place = { longitude: 114.06, latitude: 22.54 }
const SIDE = 300

let opened: MapAdapter[] = []
afterEach(() => {
  for (const adapter of opened) adapter.destroy()
  opened = []
  document.body.replaceChildren()
})

async function open(options: Partial<OpenOptions> = {}): Promise<MapAdapter> {
  const element = document.createElement('div')
  element.style.cssText = `position:relative;inline-size:${SIDE}px;block-size:${SIDE}px`
  document.body.append(element)
  const adapter = await openMaplibre(element, {
    camera: { centre: CENTRE, zoom: 16 },
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

/** The pixel of the map in the next frame, as #rrggbb. */
async function colourAt(x: number, y: number): Promise<string> {
  const canvas = document.querySelector('canvas')
  if (!canvas) throw new Error('There is no canvas')
  const copy = document.createElement('canvas')
  ;[copy.width, copy.height] = [canvas.width, canvas.height]
  const context = copy.getContext('2d')
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
  const scale = canvas.width / SIDE
  const { data } = context.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1)
  return `#${[...data.slice(0, 3)].map(part => part.toString(16).padStart(2, '0')).join('')}`
}

test('a fence is filled in its colour, its hole and what lies around it are not', async () => {
  const adapter = await open()
  const square = (metres: number): Place[] =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([east = 0, north = 0]) => placeAt(CENTRE, east * metres, north * metres))
  adapter.put('fences', {
    kind: 'shapes',
    shapes: [{ id: 'yard', form: { rings: [square(200), square(60)] }, colour: '#1791fc', fillOpacity: 1 }],
  })
  await expect.poll(() => colourAt(150, 80), { timeout: 5_000 }).toBe('#1791fc')
  expect(await colourAt(150, 150)).toBe('#ffffff')
  expect(await colourAt(3, 3)).toBe('#ffffff')
})
