// Pictures are decoded and written anew: what is not picture (positions, comments, appended files) does not survive it.
import { rename, rm } from 'node:fs/promises'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import type { ErrorId } from '../../../src/contract/errors.ts'
import { MOST_IMAGE_PIXELS, MOST_PLAN_PIXELS, MOST_PLAN_SIDE } from '../../../src/domain/file/stored-file.ts'
import { Refused } from '../../http/refusal.ts'

sharp.cache(false)
sharp.concurrency(1)
/** A decoded picture takes up to 100 MB; so many may be in memory at once. */
const AT_ONCE = 2

const waiting: (() => void)[] = []
let busy = 0

export interface Picture {
  width: number
  height: number
  bytes: number
  type: string
}

const limits = { limitInputPixels: MOST_IMAGE_PIXELS, failOn: 'error', sequentialRead: true } as const

/** Rewrites the picture in place, upright; an animated one keeps its frames. */
export function rewritePicture(path: string, type: string): Promise<Picture> {
  return rewritten(path, type, async out => {
    await refuseTooLarge(path, MOST_IMAGE_PIXELS, 'file.tooManyPixels')
    const animated = type === 'image/gif' || type === 'image/webp'
    const source = sharp(path, { ...limits, animated })
    // Animated pictures have no orientation of their own.
    const upright = animated ? source : source.autoOrient()
    return formatted(upright, type).toFile(out)
  })
}

/** Rewrites a plan as WebP of at most 4096 pixels a side: lines stay sharp, and any graphics card can hold it. */
export function rewritePlan(path: string): Promise<Picture> {
  return rewritten(path, 'image/webp', async out => {
    await refuseTooLarge(path, MOST_PLAN_PIXELS, 'file.planTooManyPixels')
    return sharp(path, { ...limits, limitInputPixels: MOST_PLAN_PIXELS })
      .autoOrient()
      .resize({ width: MOST_PLAN_SIDE, height: MOST_PLAN_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, smartSubsample: true })
      .toFile(out)
  })
}

async function rewritten(
  path: string,
  type: string,
  write: (out: string) => Promise<OutputInfo>,
): Promise<Picture> {
  await turn()
  const out = `${path}.clean`
  try {
    const made = await write(out)
    await rename(out, path)
    return { width: made.width, height: made.pageHeight ?? made.height, bytes: made.size, type }
  } catch (error) {
    // A picture that breaks off leaves a half-written file behind.
    await rm(out, { force: true })
    if (error instanceof Refused) throw error
    throw new Refused('file.broken', { field: 'file' })
  } finally {
    busy--
    waiting.shift()?.()
  }
}

function formatted(picture: Sharp, type: string): Sharp {
  if (type === 'image/jpeg') return picture.jpeg({ quality: 88, mozjpeg: false })
  if (type === 'image/webp') return picture.webp({ quality: 88 })
  if (type === 'image/gif') return picture.gif()
  return picture.png({ compressionLevel: 9 })
}

/** The size stands in the head of the file: it is judged before anything is unpacked. All frames count. */
async function refuseTooLarge(path: string, most: number, refusal: ErrorId): Promise<void> {
  const {
    width = 0,
    height = 0,
    pages = 1,
  } = await sharp(path, { limitInputPixels: false, failOn: 'error' }).metadata()
  if (width * height * Math.max(1, pages) > most) throw new Refused(refusal, { field: 'file' })
  if (width === 0 || height === 0) throw new Refused('file.broken', { field: 'file' })
}

async function turn(): Promise<void> {
  if (busy >= AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve))
  busy++
}
