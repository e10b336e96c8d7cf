// Looks into the video of an advertisement: what is really in it, and how long it really is. What it says of itself counts for nothing.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputFormat,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny'
import {
  type AdvertCodec,
  type AdvertContainer,
  containersOf,
  LONGEST_ADVERT_MS,
  SHORTEST_ADVERT_MS,
} from '../../../src/domain/advert/advertisement.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { Refused } from '../../http/refusal.ts'

export interface MeasuredAdvert {
  sha256: string
  ms: number
  codec: AdvertCodec
  width: number
  height: number
}

/** By so much the length that a file says may be off: writers round to their last picture. */
const LENGTH_SLACK_MS = 1_000
/** Nothing new for longer is a hole and no picture that stands. */
const LONGEST_PICTURE_S = 5

const field = 'file'

/** Refuses what a door could not play, or what is not what it says it is. */
export async function measureAdvert(path: string): Promise<MeasuredAdvert> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] })
  try {
    const track = await pictureOf(input)
    const codec = codecOf(track, await input.getFormat())
    const ms = await lengthOf(track)
    const said = await input.getDurationFromMetadata().catch(() => null)
    // Sound may go on for a little after the last picture, but no minute of silence is sold as a film.
    if (said !== null && Math.abs(said * 1000 - ms) > LENGTH_SLACK_MS)
      throw new Refused('advert.lies', { field, params: { said: rounded(said * 1000), found: rounded(ms) } })
    if (ms < SHORTEST_ADVERT_MS) throw new Refused('advert.tooShort', { field })
    if (ms > LONGEST_ADVERT_MS)
      throw new Refused('advert.tooLong', { field, params: { max: LONGEST_ADVERT_MS / MINUTE_MS } })
    const { displayWidth: width, displayHeight: height } = track
    if (width <= 0 || height <= 0) throw new Refused('advert.noPicture', { field })
    return { sha256: await hashOf(path), ms, codec, width, height }
  } finally {
    input.dispose()
  }
}

const rounded = (ms: number) => Math.round(ms / 100) / 10

async function pictureOf(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack().catch(() => {
    throw new Refused('file.broken', { field })
  })
  if (!track) throw new Refused('advert.noPicture', { field })
  return track
}

const containers: Readonly<Record<AdvertContainer, InputFormat>> = { mp4: MP4, webm: WEBM }

function codecOf(track: InputVideoTrack, container: InputFormat): AdvertCodec {
  const { codec } = track
  if (codec !== 'avc' && codec !== 'vp8' && codec !== 'vp9')
    throw new Refused('advert.codec', { field, params: { codec: codec ?? '?' } })
  if (containersOf[codec].some(each => containers[each] === container)) return codec
  throw new Refused('advert.codec', { field, params: { codec: `${codec} (${container.name})` } })
}

/** Reads every picture: the first must be one that stands by itself, and none may be missing or cut off. */
async function lengthOf(track: InputVideoTrack): Promise<number> {
  const sink = new EncodedPacketSink(track)
  let [first, end]: [number | undefined, number] = [undefined, 0]
  try {
    for await (const packet of sink.packets()) {
      if (packet.byteLength === 0) throw new Refused('file.broken', { field })
      if (first === undefined) {
        first = packet.timestamp
        if ((await track.determinePacketType(packet)) !== 'key')
          throw new Refused('advert.noPicture', { field })
      } else if (packet.timestamp - end > LONGEST_PICTURE_S) {
        throw new Refused('advert.lies', {
          field,
          params: { said: rounded(packet.timestamp * 1000), found: rounded((end - first) * 1000) },
        })
      }
      end = Math.max(end, packet.timestamp + Math.min(packet.duration, LONGEST_PICTURE_S))
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('file.broken', { field })
  }
  if (first === undefined) throw new Refused('advert.noPicture', { field })
  return Math.round((end - first) * 1000)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
