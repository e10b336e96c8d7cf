// What is measured of a picture: an engine finds the face, the pixels of the face alone say whether it is any use.
import sharp from 'sharp'
import { type FaceFigures, faceFlaw } from '../../../src/domain/face/quality.ts'
import { MOST_IMAGE_PIXELS } from '../../../src/domain/file/stored-file.ts'
import { Refused } from '../../http/refusal.ts'
import { EngineProblem, type FaceEngine, type Pixels, type SeenFace } from './engine.ts'

/** Longer sides tell an engine nothing more of a face that fills a good part of the picture. */
const MOST_SIDE = 1_280
/** The side that faces are measured at: blur is told at one size, and engines look at about as much. */
const MEASURED_SIDE = 160

export interface LookedAt {
  model: string
  embedding: Float32Array
  figures: FaceFigures
}

/** Looks at a cleaned picture, or at the file of one. Refuses one without exactly one usable face; undefined without an engine. */
export async function lookAt(picture: string | Buffer, engine: FaceEngine): Promise<LookedAt | undefined> {
  if (engine.kind === 'none') return undefined
  const { pixels, shrunk } = await decode(picture)
  const seen = await engine.look(pixels).catch((error: unknown) => {
    if (!(error instanceof EngineProblem)) throw error
    throw new Refused(error.slow ? 'face.engineSlow' : 'face.engineFailed', { field: 'file' })
  })
  if (!seen) return undefined
  const [face] = seen.faces
  const figures = face && (await measure(pixels, face, shrunk))
  const flaw = faceFlaw(seen.faces.length, figures)
  if (flaw) throw new Refused(flaw, { field: 'file' })
  return face && figures && { model: seen.model, embedding: face.embedding, figures }
}

async function decode(picture: string | Buffer): Promise<{ pixels: Pixels; shrunk: number }> {
  const source = sharp(picture, { limitInputPixels: MOST_IMAGE_PIXELS, failOn: 'error' })
  const { width: whole = 0 } = await source.metadata()
  const { data, info } = await source
    .resize({ width: MOST_SIDE, height: MOST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Refused('file.broken', { field: 'file' })
  return {
    pixels: { width: info.width, height: info.height, rgb: new Uint8Array(data) },
    shrunk: info.width / Math.max(1, whole),
  }
}

/** Figures of one face. A box that reaches beyond the picture is cut off there. */
export async function measure(
  { width, height, rgb }: Pixels,
  { score, box }: Pick<SeenFace, 'score' | 'box'>,
  shrunk: number,
): Promise<FaceFigures | undefined> {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))]
  const right = Math.min(width, Math.ceil(box.x + box.width))
  const bottom = Math.min(height, Math.ceil(box.y + box.height))
  if (right - left < 1 || bottom - top < 1) return undefined
  const grey = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize({ width: MEASURED_SIDE, height: MEASURED_SIDE, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
  return {
    score,
    size: Math.round(Math.min(right - left, bottom - top) / shrunk),
    sharpness: laplacianVariance(grey, MEASURED_SIDE),
    brightness: grey.reduce((sum, value) => sum + value, 0) / grey.length,
  }
}

function laplacianVariance(grey: Uint8Array, side: number): number {
  let [sum, squares, count] = [0, 0, 0]
  const at = (index: number) => grey[index] ?? 0
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      const here = y * side + x
      const edge = at(here - 1) + at(here + 1) + at(here - side) + at(here + side) - 4 * at(here)
      sum += edge
      squares += edge * edge
      count++
    }
  return squares / count - (sum / count) ** 2
}
