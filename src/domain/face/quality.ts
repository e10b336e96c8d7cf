// How good a picture of a face is, and how alike two are: figures of an engine and of pixels, judged the same everywhere.
import type { PictureFlaw } from './flaws.ts'

/** What is measured of a picture with exactly one face. */
export interface FaceFigures {
  /** How sure the engine is that it is a face, from 0 to 1. */
  score: number
  /** Pixels of the shorter side of the face. */
  size: number
  /** Variance of the Laplacian over the face alone, at one size: of the whole picture it does not see blur. */
  sharpness: number
  /** Mean of the face, from 0 (black) to 255. */
  brightness: number
}

const LEAST_FACE_PIXELS = 112
const LEAST_SCORE = 0.5
/** Faces that a person calls blurred measured below 13, soft ones from 16 on, sharp ones up to 180. */
const LEAST_SHARPNESS = 15
const GOOD_SHARPNESS = 100
const GOOD_PIXELS = 160
const BRIGHTNESS = { least: 45, most: 215, good: { least: 80, most: 180 } }

/** Why a picture cannot be used; undefined where it can. */
export function faceFlaw(faces: number, figures: FaceFigures | undefined): PictureFlaw | undefined {
  if (faces > 1) return 'face.several'
  if (!figures || figures.score < LEAST_SCORE) return 'face.none'
  if (figures.size < LEAST_FACE_PIXELS) return 'face.small'
  if (figures.brightness < BRIGHTNESS.least) return 'face.dark'
  if (figures.brightness > BRIGHTNESS.most) return 'face.bright'
  return figures.sharpness < LEAST_SHARPNESS ? 'face.blurred' : undefined
}

const within = (part: number) => Math.max(0, Math.min(1, part))

/** One figure from 0 to 100: the weakest of what was measured decides, weighed with the engine's own doubt. */
export function qualityOf({ score, size, sharpness, brightness }: FaceFigures): number {
  const { least, most, good } = BRIGHTNESS
  const light =
    brightness < good.least
      ? (brightness - least) / (good.least - least)
      : brightness > good.most
        ? (most - brightness) / (most - good.most)
        : 1
  // What may just be used is worth a half.
  const half = (part: number) => 0.5 + within(part) / 2
  const parts = [
    half((size - LEAST_FACE_PIXELS) / (GOOD_PIXELS - LEAST_FACE_PIXELS)),
    half((sharpness - LEAST_SHARPNESS) / (GOOD_SHARPNESS - LEAST_SHARPNESS)),
    half(light),
  ]
  return Math.round(100 * within(score) * Math.min(...parts))
}

/**
 * Two faces that are farther apart are not suggested as one person. The usual 0.6 is unsafe: two different people came as
 * near as 0.47.
 */
export const MOST_DISTANCE = 0.42

/** A distance as people read it, from 0 (nothing alike) to 100 (the same picture). */
export const similarityOf = (distance: number): number => Math.round(100 * within(1 - distance))

/** What a new library begins with. */
export const NEW_LIBRARY = { quality: 50, intra: 45, inter: similarityOf(MOST_DISTANCE) } as const
