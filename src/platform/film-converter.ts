// Looks into a video and converts it with the browser's own decoders and encoders. Loaded only once a video was chosen.
import {
  BlobSource,
  BufferTarget,
  Conversion,
  canEncodeAudio,
  canEncodeVideo,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import {
  type FilmFacts,
  type FilmMeasures,
  type FilmTarget,
  measuresFor,
  SOUND_BITS,
  targetsOf,
} from '../domain/advert/film.ts'
import { MOST_UPLOAD_BYTES } from '../domain/file/stored-file.ts'

const open = (file: Blob) =>
  new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS] })

/** What is in a video; undefined where it is none that can be looked into. */
export async function lookInto(file: Blob): Promise<FilmFacts | undefined> {
  const input = open(file)
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return undefined
    const format = await input.getFormat()
    const [from, until] = await stretchOf(track)
    return {
      format: format.name,
      container: format === MP4 ? 'mp4' : format === WEBM ? 'webm' : undefined,
      codec: await track.getCodec(),
      bytes: file.size,
      ms: Math.round((until - from) * 1000),
      width: await track.getDisplayWidth(),
      height: await track.getDisplayHeight(),
      sound: (await input.getPrimaryAudioTrack()) !== null,
    }
  } catch {
    return undefined
  } finally {
    input.dispose()
  }
}

/** Sound that goes on after the last picture is no part of the film. */
const stretchOf = async (track: InputVideoTrack): Promise<[number, number]> => [
  Math.max(0, await track.getFirstTimestamp()),
  await track.computeDuration(),
]

/** Whether this browser can show what is in it, without which it cannot be converted. */
export async function canRead(file: Blob): Promise<boolean> {
  const input = open(file)
  try {
    return (await (await input.getPrimaryVideoTrack())?.canDecode()) === true
  } catch {
    return false
  } finally {
    input.dispose()
  }
}

/** The first that this browser can write; undefined where it can write none. */
export async function firstTarget(facts: FilmFacts, copies: boolean): Promise<FilmTarget | undefined> {
  const { width, height, bits } = measuresFor(facts)
  for (const target of targetsOf(facts, copies)) {
    const copied = copies && target.codec === facts.codec
    const written = copied || (await canEncodeVideo(target.codec, { width, height, quality: rate(bits) }))
    const heard = !facts.sound || (await canEncodeAudio(target.sound, { quality: rate(SOUND_BITS) }))
    if (written && heard) return target
  }
  return undefined
}

const rate = (bitrate: number) => new Quality({ bitrate, bitrateMode: 'variable' })

interface Converting {
  facts: FilmFacts
  target: FilmTarget
  copies: boolean
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(part: number): void
}

/** An encoder that took more room than it was given is given less. */
const TRIES = 3

/** The video as doors play it, small enough to be uploaded; undefined when it was called off. Throws when it cannot be done. */
export async function convertFilm(file: File, converting: Converting): Promise<File | undefined> {
  const { facts, target, signal } = converting
  let copies = converting.copies && target.codec === facts.codec
  const measures = measuresFor(facts)
  for (let tries = 0; tries < TRIES; tries++) {
    const made = await once(file, converting, copies ? undefined : measures)
    if (signal.aborted || !made) return undefined
    if (made.size <= MOST_UPLOAD_BYTES.video)
      return new File([made], `${file.name.replace(/\.[^.]*$/, '')}.${target.container}`, { type: made.type })
    if (!copies) measures.bits = Math.floor(measures.bits * 0.9 * (MOST_UPLOAD_BYTES.video / made.size))
    copies = false
  }
  throw new Error('The converted video stays too large')
}

/** Without measures the pictures are taken over as they are. */
async function once(
  file: File,
  { target, signal, onProgress }: Converting,
  measures: FilmMeasures | undefined,
): Promise<Blob | undefined> {
  const input = open(file)
  const made = new BufferTarget()
  const format = target.container === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat()
  const output = new Output({ format, target: made })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Error('No picture')
    const [start, end] = await stretchOf(track)
    const conversion = await Conversion.init({
      ...{ input, output, tracks: 'primary', showWarnings: false, trim: { start, end }, tags: {} },
      video: measures
        ? {
            ...{ codec: target.codec, width: measures.width, height: measures.height, fit: 'fill' },
            ...{ quality: rate(measures.bits), allowTransformationMetadata: false },
          }
        : { codec: target.codec },
      audio: { codec: target.sound, ...(measures && { quality: rate(SOUND_BITS), numberOfChannels: 2 }) },
    })
    if (!conversion.isValid || !conversion.utilizedTracks.includes(track))
      throw new Error('No way to convert')
    conversion.onProgress = onProgress
    const cancel = () => void conversion.cancel()
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
    try {
      await conversion.execute()
    } finally {
      signal.removeEventListener('abort', cancel)
    }
    return made.buffer ? new Blob([made.buffer], { type: `video/${target.container}` }) : undefined
  } catch (error) {
    // What was called off fails in many ways.
    if (signal.aborted) return undefined
    throw error
  } finally {
    input.dispose()
  }
}
