// What is done with a chosen video: sent, converted or refused; and how fine it may be so that it can be uploaded.
import { expect, test } from 'vitest'
import { advertCodec, containersOf, LONGEST_ADVERT_MS } from '../../../src/domain/advert/advertisement.ts'
import {
  type FilmFacts,
  filmTargets,
  measuresFor,
  planFilm,
  SOUND_BITS,
  targetsOf,
} from '../../../src/domain/advert/film.ts'
import { MOST_UPLOAD_BYTES } from '../../../src/domain/file/stored-file.ts'

const MB = 1024 * 1024
const film = (more: Partial<FilmFacts> = {}): FilmFacts => ({
  ...{ format: 'MP4', container: 'mp4', codec: 'avc', bytes: 5 * MB, ms: 15_000 },
  ...{ width: 1920, height: 1080, sound: true },
  ...more,
})

test.each([
  ['H.264 in MP4', {}, { do: 'send' }],
  ['VP9 in WebM', { container: 'webm', codec: 'vp9' }, { do: 'send' }],
  ['H.264 in QuickTime', { container: undefined }, { do: 'convert', why: 'format', copies: true }],
  ['VP8 in MP4', { codec: 'vp8' }, { do: 'convert', why: 'format', copies: true }],
  ['H.265', { codec: 'hevc' }, { do: 'convert', why: 'format', copies: false }],
  ['a codec without a name', { codec: null }, { do: 'convert', why: 'format', copies: false }],
  ['one byte too many', { bytes: 20 * MB + 1 }, { do: 'convert', why: 'size', copies: false }],
  [
    'too large and in QuickTime',
    { container: undefined, bytes: 21 * MB },
    { do: 'convert', why: 'format', copies: false },
  ],
  ['a minute too long', { ms: LONGEST_ADVERT_MS + 60_000 }, { do: 'refuse', id: 'advert.tooLong' }],
  ['a flash', { ms: 400 }, { do: 'refuse', id: 'advert.tooShort' }],
  ['no picture', { width: 0 }, { do: 'refuse', id: 'advert.noPicture' }],
] as const)('%s', (_, more, plan) => {
  expect(planFilm(film(more))).toEqual(plan)
})

test('whatever it is converted into is played by doors', () => {
  for (const { codec, container } of filmTargets) expect(containersOf[codec]).toContain(container)
})

test('pictures that can be taken over come before all others', () => {
  expect(targetsOf(film({ codec: 'vp8' }), true)[0]).toMatchObject({ codec: 'vp8', container: 'webm' })
  expect(targetsOf(film({ codec: 'vp8' }), false)).toEqual(filmTargets)
  expect(new Set(filmTargets.map(({ codec }) => codec))).toEqual(new Set(advertCodec.options))
})

test.each([1_000, 15_000, 60_000, 180_000, LONGEST_ADVERT_MS])('%d ms fit into what can be uploaded', ms => {
  const { bits } = measuresFor(film({ ms }))
  expect(bits).toBeGreaterThan(100_000)
  expect(((bits + SOUND_BITS) * ms) / 8_000).toBeLessThan(MOST_UPLOAD_BYTES.video)
})

test('a film is never enlarged, never beyond 1080 lines, and smaller rather than blocky', () => {
  expect(measuresFor(film({ width: 640, height: 361 }))).toMatchObject({ width: 640, height: 360 })
  expect(measuresFor(film({ width: 3840, height: 2160 }))).toMatchObject({ width: 1920, height: 1080 })
  expect(measuresFor(film({ width: 2160, height: 3840 }))).toMatchObject({ width: 1080, height: 1920 })
  expect(measuresFor(film({ width: 4000, height: 1000 }))).toMatchObject({ width: 1920, height: 480 })
  expect(measuresFor(film({ ms: LONGEST_ADVERT_MS })).height).toBeLessThan(1080)
  expect(measuresFor(film({ ms: 1_000 })).bits).toBeLessThan(8_000_000)
})
