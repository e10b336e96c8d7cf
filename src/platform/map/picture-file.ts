// The picture behind an address, ready to be drawn on a map.

/** Larger ones are scaled down: what the graphics card takes, and what a tablet has memory for. */
const MOST_PIXELS = 4096

/**
 * The picture of an address: blob: and data: as well, which may be shown but not fetched; the console's own ones with
 * the session's token. Rejects when it does not come or is none.
 */
export async function loadPicture(
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
