// How formats of videos are called: proper names, the same in every language.
import type { FilmTarget } from '../../domain/advert/film.ts'

const codecNames: Readonly<Record<string, string>> = {
  avc: 'H.264',
  hevc: 'H.265',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  prores: 'ProRes',
}
const containerNames = { mp4: 'MP4', webm: 'WebM' } as const

/** A codec that has no other name is called as the file calls it. */
export const codecName = (codec: string): string => codecNames[codec] ?? codec

export const formatName = (codec: string | null, format: string): string =>
  codec === null ? format : `${codecName(codec)} (${format})`

export const targetName = ({ codec, container }: FilmTarget): string =>
  `${containerNames[container]} (${codecName(codec)})`
