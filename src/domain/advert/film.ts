// What becomes of a video that somebody chose for an advertisement: it goes up as it is, is converted first, or cannot be one.
import { MOST_UPLOAD_BYTES } from '../file/stored-file.ts'
import {
  type AdvertCodec,
  type AdvertContainer,
  advertCodec,
  containersOf,
  LONGEST_ADVERT_MS,
  SHORTEST_ADVERT_MS,
} from './advertisement.ts'

export interface FilmFacts {
  /** As it is called, for people. */
  format: string
  /** Undefined where doors play nothing from it. */
  container: AdvertContainer | undefined
  codec: string | null
  bytes: number
  ms: number
  width: number
  height: number
  sound: boolean
}

export type FilmPlan =
  | { do: 'send' }
  /** `copies`: its pictures are good, only what they lie in is not. */
  | { do: 'convert'; why: 'format' | 'size'; copies: boolean }
  | { do: 'refuse'; id: 'advert.tooLong' | 'advert.tooShort' | 'advert.noPicture' }

const isPlayed = (codec: string | null): codec is AdvertCodec => advertCodec.safeParse(codec).success

export function planFilm({ container, codec, bytes, ms, width, height }: FilmFacts): FilmPlan {
  if (width <= 0 || height <= 0) return { do: 'refuse', id: 'advert.noPicture' }
  if (ms > LONGEST_ADVERT_MS) return { do: 'refuse', id: 'advert.tooLong' }
  if (ms < SHORTEST_ADVERT_MS) return { do: 'refuse', id: 'advert.tooShort' }
  const fits = bytes <= MOST_UPLOAD_BYTES.video
  const played = isPlayed(codec) && container !== undefined && containersOf[codec].includes(container)
  if (played) return fits ? { do: 'send' } : { do: 'convert', why: 'size', copies: false }
  return { do: 'convert', why: 'format', copies: isPlayed(codec) && fits }
}

export interface FilmTarget {
  container: AdvertContainer
  codec: AdvertCodec
  sound: 'aac' | 'opus'
}

/** What a video is converted into: the first that the browser can write. */
export const filmTargets: readonly FilmTarget[] = [
  { container: 'mp4', codec: 'avc', sound: 'aac' },
  { container: 'webm', codec: 'vp9', sound: 'opus' },
  { container: 'webm', codec: 'vp8', sound: 'opus' },
]

/** Those in turn; first those that take the pictures over as they are. */
export const targetsOf = ({ codec }: FilmFacts, copies: boolean): readonly FilmTarget[] =>
  copies
    ? [...filmTargets].sort((a, b) => Number(b.codec === codec) - Number(a.codec === codec))
    : filmTargets

const LONG_SIDE = 1920
const SHORT_SIDES = [1080, 720, 540, 360]
/** Bits a second that a pixel needs to look decent, and those beyond which nobody sees a difference. */
const LEAST_BITS_OF_A_PIXEL = 0.6
const MOST_BITS_OF_A_PIXEL = 3
export const SOUND_BITS = 96_000
/** Encoders do not keep to a rate to the bit, and the container needs room too. */
const ROOM = 0.9

export interface FilmMeasures {
  width: number
  height: number
  /** Bits a second of the pictures. */
  bits: number
}

/**
 * How large and how fine a converted video may be, so that it keeps below what can be uploaded: the longer, the coarser, and
 * smaller rather than blocky. Never larger than it is.
 */
export function measuresFor({ ms, width, height, sound }: FilmFacts): FilmMeasures {
  const room = (MOST_UPLOAD_BYTES.video * ROOM * 8) / (ms / 1000) - (sound ? SOUND_BITS : 0)
  const sizes = SHORT_SIDES.map(side => within({ width, height }, side))
  const [largest = { width, height }] = sizes
  const size =
    sizes.find(each => each.width * each.height * LEAST_BITS_OF_A_PIXEL <= room) ?? sizes.at(-1) ?? largest
  const enough = size.width * size.height * MOST_BITS_OF_A_PIXEL
  return { ...size, bits: Math.floor(Math.min(room, enough)) }
}

/** Even numbers: colours are kept for two by two pixels. */
function within({ width, height }: { width: number; height: number }, side: number) {
  const scale = Math.min(
    1,
    side / Math.min(width, height),
    ((side / (SHORT_SIDES[0] ?? side)) * LONG_SIDE) / Math.max(width, height),
  )
  const even = (pixels: number) =>
    2 * Math.max(1, Math.min(Math.round((pixels * scale) / 2), Math.floor(pixels / 2)))
  return { width: even(width), height: even(height) }
}
