// Places in PostgreSQL's log of changes (WAL), and the names of the files that it is cut into.

const TAIL = 0x1_0000_0000n
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/

const digits = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0')

/** `16/B374D848` as a number of bytes since the beginning. */
export function readPosition(text: string): bigint {
  const [head, tail] = text.split('/')
  if (head === undefined || tail === undefined) throw new Error(`${text} is no place in the log of changes`)
  return BigInt(`0x${head}`) * TAIL + BigInt(`0x${tail}`)
}

export const writePosition = (position: bigint) =>
  `${(position / TAIL).toString(16).toUpperCase()}/${(position % TAIL).toString(16).toUpperCase()}`

export const segmentOf = (position: bigint, segmentBytes: bigint) => position / segmentBytes

/** The name of a file, as PostgreSQL itself calls it. */
export function segmentName(timeline: number, segment: bigint, segmentBytes: bigint): string {
  const perHead = TAIL / segmentBytes
  return `${digits(timeline)}${digits(segment / perHead)}${digits(segment % perHead)}`
}

/** Timeline and number of a file; undefined where it is none. */
export function readSegmentName(
  name: string,
  segmentBytes: bigint,
): { timeline: number; segment: bigint } | undefined {
  const [, timeline, head, tail] = SEGMENT.exec(name) ?? []
  if (timeline === undefined || head === undefined || tail === undefined) return undefined
  return {
    timeline: Number.parseInt(timeline, 16),
    segment: BigInt(`0x${head}`) * (TAIL / segmentBytes) + BigInt(`0x${tail}`),
  }
}

export const historyName = (timeline: number) => `${digits(timeline)}.history`

const UNITS: Record<string, bigint> = { B: 1n, kB: 1024n, MB: 1_048_576n, GB: 1_073_741_824n }

/** `16MB`, as `show wal_segment_size` answers. */
export function readSize(text: string): bigint {
  const [, number, unit] = /^(\d+)(B|kB|MB|GB)$/.exec(text) ?? []
  const factor = UNITS[unit ?? '']
  if (number === undefined || factor === undefined) throw new Error(`${text} is no size`)
  return BigInt(number) * factor
}
