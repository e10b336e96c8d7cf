// AMap below the glass.
import { toGcj } from '../coordinates.ts'
import { type Frame, frameAt, fromPixel, worldX, worldY } from '../glass/frame.ts'
import type { ProviderEvents, ProviderMap } from '../glass/provider-map.ts'
import { MapError, type OpenOptions } from '../map-port.ts'
import { withinLimits } from '../opening-limits.ts'
import type { AmapApi, AmapMap, AmapMapEvents } from './amap-api.ts'
import { searchAmap } from './amap-search.ts'
import { isRefusal } from './load-amap.ts'

const ZOOMS: [number, number] = [2, 20]
const MOTION_MS = 300
const styleOf = (dark: boolean) => (dark ? 'amap://styles/dark' : 'amap://styles/normal')
const DIGITS = 10

/** Where AMap itself puts two places tells its frame, whatever it rounds in between. */
function frameOf(map: AmapMap, width: number, height: number): Frame {
  const centre = map.getCenter()
  const guess = frameAt(
    { longitude: centre.getLng(), latitude: centre.getLat() },
    map.getZoom(DIGITS),
    width,
    height,
  )
  const first = fromPixel(guess, { x: 0, y: 0 })
  const second = fromPixel(guess, { x: width, y: height })
  const [a, b] = [first, second].map(({ longitude, latitude }) =>
    map.lngLatToContainer([longitude, latitude]),
  )
  const apart = worldX(second.longitude) - worldX(first.longitude)
  if (!a || !b || apart <= 0 || b.getX() <= a.getX()) return guess
  const scale = (b.getX() - a.getX()) / apart
  return {
    width,
    height,
    scale,
    left: worldX(first.longitude) * scale - a.getX(),
    top: worldY(first.latitude) * scale - a.getY(),
  }
}

/** AMap says only to the page at large that it refuses the key, sometimes long after its script has come. */
function onRefusal(tell: () => void): () => void {
  const heard = (event: ErrorEvent) => isRefusal(event.message) && tell()
  addEventListener('error', heard)
  return () => removeEventListener('error', heard)
}

/** Opens it; rejects when it does not show its ground in time. */
export async function openAmapMap(
  api: AmapApi,
  ground: HTMLElement,
  events: ProviderEvents,
  { camera, dark, language, signal }: OpenOptions,
): Promise<ProviderMap> {
  const { longitude, latitude } = toGcj(camera.centre)
  const map = new api.Map(ground, {
    center: [longitude, latitude],
    zoom: Math.max(ZOOMS[0], Math.min(ZOOMS[1], camera.zoom)),
    zooms: ZOOMS,
    viewMode: '2D',
    mapStyle: styleOf(dark),
    lang: language.startsWith('zh') ? 'zh_cn' : 'en',
    rotateEnable: false,
    pitchEnable: false,
    resizeEnable: true,
    keyboardEnable: true,
    isHotspot: false,
  })
  let open = false
  const stops: (() => void)[] = []
  const on = <Name extends keyof AmapMapEvents>(name: Name, listener: AmapMapEvents[Name]) => {
    map.on(name, listener)
    stops.push(() => map.off(name, listener))
  }
  const destroy = () => {
    for (const stop of stops) stop()
    map.destroy()
  }
  const completed = new Promise<void>((resolve, reject) => {
    on('complete', resolve)
    const refused = () => {
      reject(new MapError('key'))
      if (open) events.failed('key')
    }
    stops.push(onRefusal(refused))
  })
  try {
    await withinLimits(completed, signal)
  } catch (error) {
    destroy()
    throw error
  }
  open = true
  for (const name of ['mapmove', 'zoomchange', 'resize'] as const) on(name, events.changed)
  for (const name of ['moveend', 'zoomend'] as const) on(name, events.rested)
  on('dragstart', events.grabbed)
  on('click', ({ pixel }) => events.clicked({ x: pixel.getX(), y: pixel.getY() }))
  on('mousemove', ({ pixel }) => events.hovered({ x: pixel.getX(), y: pixel.getY() }))

  return {
    centre: () => ({ longitude: map.getCenter().getLng(), latitude: map.getCenter().getLat() }),
    zoom: () => map.getZoom(DIGITS),
    frame: (width, height) => frameOf(map, width, height),
    leastZoom: ZOOMS[0],
    mostZoom: ZOOMS[1],
    wholeZooms: false,
    move: (centre, zoom, animate) =>
      map.setZoomAndCenter(zoom, [centre.longitude, centre.latitude], !animate, animate ? MOTION_MS : 0),
    setDark: next => map.setMapStyle(styleOf(next)),
    search: (text, _near, searching) => searchAmap(api, text, searching),
    // It watches the size of its element by itself.
    resize: () => {},
    destroy,
  }
}
