// A picture laid on the ground by its corners: plans of floors and sites.
import type { ImageSource } from 'maplibre-gl'
import type { MapLayer } from '../map-port.ts'
import { nearestLongitude } from './camera.ts'
import { type LaidLayer, type LayerGround, removeAll } from './laid-layer.ts'

type Picture = Extract<MapLayer, { kind: 'picture' }>
type Corners = [[number, number], [number, number], [number, number], [number, number]]

function cornersOf([first, second, third, fourth]: Picture['corners']): Corners {
  const by = first.longitude
  const at = ({ longitude, latitude }: typeof first): [number, number] => [
    nearestLongitude(longitude, by),
    latitude,
  ]
  return [at(first), at(second), at(third), at(fourth)]
}

/** Larger ones are scaled down: what the graphics card takes, and what a tablet has memory for. */
const MOST_PIXELS = 4096

/**
 * The picture of an address: blob: and data: as well, which may be shown but not fetched; the console's own ones with
 * the session's token.
 */
async function loadPicture(
  url: string,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<ImageBitmap> {
  const address = new URL(url, location.href)
  let shown = url
  let made: string | undefined
  if (address.origin === location.origin && address.protocol.startsWith('http')) {
    const response = await fetch(address, { signal, ...(authorization && { headers: { authorization } }) })
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    shown = made = URL.createObjectURL(await response.blob())
  }
  try {
    const image = new Image()
    if (address.protocol.startsWith('http') && !made) image.crossOrigin = 'anonymous'
    image.src = shown
    await image.decode()
    signal.throwIfAborted()
    // A drawing in SVG may have no size of its own.
    const [wide, high] = [image.naturalWidth || 1024, image.naturalHeight || 1024]
    const scale = Math.min(1, MOST_PIXELS / Math.max(wide, high))
    return await createImageBitmap(image, {
      resizeWidth: Math.max(1, Math.round(wide * scale)),
      resizeHeight: Math.max(1, Math.round(high * scale)),
    })
  } finally {
    if (made) URL.revokeObjectURL(made)
  }
}

export function layPicture(
  ground: LayerGround,
  id: string,
  layer: Picture,
  before?: string,
): LaidLayer<Picture> {
  const { map, events } = ground
  const source = `own:${id}`
  const styleId = `${source}:picture`
  let loading = new AbortController()
  let url: string | undefined
  map.addSource(source, { type: 'image', coordinates: cornersOf(layer.corners) })
  map.addLayer(
    {
      id: styleId,
      type: 'raster',
      source,
      paint: { 'raster-fade-duration': 0, 'raster-opacity': layer.opacity },
    },
    before,
  )
  const show = async (wanted: string) => {
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    try {
      const image = await loadPicture(wanted, ground.authorization(), signal)
      if (signal.aborted) return
      map.getSource<ImageSource>(source)?.updateImage({ image })
    } catch {
      if (!signal.aborted) events.failed?.('tiles')
    }
  }
  const update = (next: Picture) => {
    map.getSource<ImageSource>(source)?.setCoordinates(cornersOf(next.corners))
    map.setPaintProperty(styleId, 'raster-opacity', next.opacity)
    if (next.url !== url) void show(next.url)
    url = next.url
  }
  update(layer)
  return {
    kind: 'picture',
    styleIds: [styleId],
    update,
    remove: () => {
      loading.abort()
      removeAll(map, [styleId], [source])
    },
  }
}
