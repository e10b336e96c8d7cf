// Takes a still picture from a video, for where it is shown before it plays.

/** Most pixels a side: no page shows it larger than this at first. */
const MOST_SIDE = 640
/** The server writes pictures anew and at a good quality: what is small here stays about as small. */
export const MOST_POSTER_BYTES = 100 * 1024
/** Many films begin with black. */
const AT_SECONDS = 1
const PATIENCE_MS = 10_000
const TYPE = 'image/webp'
const QUALITIES = [0.8, 0.6, 0.4, 0.2]

/**
 * The picture a second after the beginning, or in the middle of what is shorter; undefined where this browser cannot show
 * the video. A browser without WebP makes a JPEG of it.
 */
export async function posterOf(film: Blob): Promise<File | undefined> {
  const url = URL.createObjectURL(film)
  const video = document.createElement('video')
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto' })
    const loaded = happened(video, 'loadeddata')
    video.src = url
    await loaded
    // What a browser recorded itself does not say how long it is.
    const { duration } = video
    const at = Number.isFinite(duration) ? Math.min(AT_SECONDS, duration / 2) : 0
    if (at > 0) {
      const sought = happened(video, 'seeked')
      video.currentTime = at
      await sought
    }
    return await pictureOf(video)
  } catch {
    return undefined
  } finally {
    // Lets go of the decoder.
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

function happened(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${name}`)), PATIENCE_MS)
    const once = (settle: () => void) => () => {
      clearTimeout(timer)
      settle()
    }
    video.addEventListener(name, once(resolve), { once: true })
    video.addEventListener(
      'error',
      once(() => reject(new Error('unplayable'))),
      { once: true },
    )
  })
}

async function pictureOf(video: HTMLVideoElement): Promise<File | undefined> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return undefined
  const scale = Math.min(1, MOST_SIDE / Math.max(videoWidth, videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(videoWidth * scale))
  canvas.height = Math.max(1, Math.round(videoHeight * scale))
  const ground = canvas.getContext('2d')
  if (!ground) return undefined
  ground.imageSmoothingQuality = 'high'
  ground.drawImage(video, 0, 0, canvas.width, canvas.height)
  for (const quality of QUALITIES) {
    const made = (await encoded(canvas, TYPE, quality)) ?? (await encoded(canvas, 'image/jpeg', quality))
    if (made && made.size <= MOST_POSTER_BYTES) return made
  }
  return undefined
}

/** Undefined where the browser does not write this type: it answers a PNG then. */
function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<File | undefined> {
  return new Promise(resolve =>
    canvas.toBlob(
      blob =>
        resolve(
          blob?.type === type
            ? new File([blob], `poster.${type.slice('image/'.length)}`, { type })
            : undefined,
        ),
      type,
      quality,
    ),
  )
}
