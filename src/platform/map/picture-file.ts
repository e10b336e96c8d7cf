// The picture behind an address, ready to be drawn on a map.
import { getConnection, probe, subscribeConnection } from '../connection.ts'
import { fetchSteadily, wellAnswered } from '../steady-fetch.ts'
import { withinLimits } from './opening-limits.ts'

/** Larger ones are scaled down: what the graphics card takes, and what a tablet has memory for. */
const MOST_PIXELS = 4096

/**
 * The picture of an address: blob: and data: as well, which may be shown but not fetched; the console's own ones with
 * the session's token. Rejects when it does not come or is none.
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
    const { response, data } = await fetchSteadily(address, {
      signal,
      judge: wellAnswered,
      ...(authorization && { headers: { authorization } }),
    })
    const type = response.headers.get('content-type') ?? ''
    shown = made = URL.createObjectURL(new Blob([data], { type }))
  }
  try {
    const image = new Image()
    if (address.protocol.startsWith('http') && !made) image.crossOrigin = 'anonymous'
    image.src = shown
    await withinLimits(image.decode(), signal)
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

/** Edge of the small copy that is looked at, and how light a pixel of paper is at least. */
const LOOKED_AT = 24
const PAPER = 190

/** Lines on white or on nothing, as plans are drawn: such a picture can be turned into its night look, a photo cannot. */
export function isDrawing(image: ImageBitmap): boolean {
  const context = new OffscreenCanvas(LOOKED_AT, LOOKED_AT).getContext('2d')
  if (!context) return false
  context.drawImage(image, 0, 0, LOOKED_AT, LOOKED_AT)
  const { data } = context.getImageData(0, 0, LOOKED_AT, LOOKED_AT)
  let paper = 0
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha < 128 || Math.min(red, green, blue) >= PAPER) paper += 1
  }
  return paper > (LOOKED_AT * LOOKED_AT) / 2
}

export interface ShownPicture {
  /** Another one takes the place of the one before. */
  show(url: string): void
  stop(): void
}

/** Loads the picture that is wanted now, and again when the network is back that it did not come by. */
export function showPicture(options: {
  authorization: () => string | undefined
  loaded: (image: ImageBitmap, drawing: boolean) => void
  failed: () => void
}): ShownPicture {
  let loading = new AbortController()
  let missing: string | undefined
  const show = async (url: string) => {
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    missing = undefined
    try {
      const image = await loadPicture(url, options.authorization(), signal)
      if (signal.aborted) image.close()
      else options.loaded(image, isDrawing(image))
    } catch {
      if (signal.aborted) return
      missing = url
      options.failed()
      void probe()
    }
  }
  const unsubscribe = subscribeConnection(() => {
    if (getConnection().online && missing !== undefined) void show(missing)
  })
  return {
    show: url => void show(url),
    stop: () => {
      unsubscribe()
      loading.abort()
    },
  }
}
