// MP4 files as recorders write them, for tests: boxes that say length, time and place, and bytes for pictures that nobody decodes.
import { randomBytes } from 'node:crypto'

interface VideoFields {
  bytes: number
  durationS?: number
  takenAt?: number
  place?: string
}

const box = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, index * 4)
  })
  return bytes
}

/** An MP4 of so many bytes. */
export function smallVideo({ bytes, durationS = 12, takenAt, place }: VideoFields): Buffer {
  const created = takenAt === undefined ? 0 : Math.round(takenAt / 1000) + 2_082_844_800
  const header = box('mvhd', words(0, created, created, 1000, durationS * 1000), Buffer.alloc(80))
  const told =
    place === undefined
      ? []
      : [box('udta', box('\u00a9xyz', words(place.length << 16), Buffer.from(place, 'latin1')))]
  const front = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1')),
    box('moov', header, ...told),
  ])
  const media = Buffer.alloc(8)
  media.writeUInt32BE(bytes - front.length, 0)
  media.write('mdat', 4, 'latin1')
  return Buffer.concat([front, media, randomBytes(bytes - front.length - 8)])
}
