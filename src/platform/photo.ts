// Makes a photograph small enough to be kept and sent from a place with little network.

/** Longest side in pixels: a cable and its label can be read. */
const LONGEST = 1_600
/** Under the limit of pictures, with room for the rest of the form. */
const MOST_BYTES = 450_000
const QUALITIES = [0.82, 0.7, 0.55, 0.4]

/** A JPEG of it, as data; of a video, as it stands now. Rejects where there is no picture. */
export async function shrunkPhoto(of: Blob | HTMLVideoElement): Promise<string> {
  const picture = await createImageBitmap(of)
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const sizes = QUALITIES.map(quality => () => canvas.toDataURL('image/jpeg', quality))
  for (const made of sizes) {
    const data = made()
    // Four signs are three bytes.
    if (data.length * 0.75 <= MOST_BYTES) return data
  }
  throw new RangeError('The picture stays too large')
}

const DATA = /^data:(image\/([a-z]+));base64,/

/** Whether it is a photograph as data, such as `shrunkPhoto` makes. */
export const isPhotoData = (value: unknown): value is string => typeof value === 'string' && DATA.test(value)

/** The bytes of a photograph that lies there as data. */
export function photoFile(data: string): File {
  const [, type = 'image/jpeg', ending = 'jpeg'] = DATA.exec(data) ?? []
  const bytes = Uint8Array.from(atob(data.slice(data.indexOf(',') + 1)), sign => sign.charCodeAt(0))
  return new File([bytes], `photo.${ending}`, { type })
}
