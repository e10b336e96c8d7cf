// What stands in the folder of a recording that is not whole yet: files of tracks, a list of what is whose and when it began,
// and what happened meanwhile. Lists are lines of JSON that are only appended to; a last one that was cut off is left out.
import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { markKind, trackKind } from '../../../src/domain/recordings/recording.ts'

export const trackList = 'tracks.jsonl'
export const markList = 'marks.jsonl'

const EXPECTED = 'expected'

/** Somebody is recorded from now on: where nothing of theirs comes, that is the reason why there is nothing. */
export const expectMedia = (folder: string): Promise<void> =>
  writeFile(join(folder, EXPECTED), '', { mode: 0o600 })
export const isExpected = (folder: string): Promise<boolean> =>
  access(join(folder, EXPECTED)).then(
    () => true,
    () => false,
  )

const whose = {
  whose: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
}

const trackLine = z.object({
  is: z.literal('track'),
  file: z.string().check(z.regex(/^[\w-]+\.part\.(webm|mkv)$/)),
  kind: trackKind,
  codec: z.enum(['vp8', 'h264', 'opus']),
  /** The same for sound and picture that one sender sends by one clock. */
  stay: z.int(),
  /** From the beginning of the recording, by the clock of whoever writes. */
  beginMs: z.int(),
  ...whose,
  imei: z.nullable(z.string()),
})
export type TrackLine = z.output<typeof trackLine>

/** What the sender's clock said at a moment of a file: by it sound and picture of one sender are held together. */
const clockLine = z.object({
  is: z.literal('clock'),
  file: z.string(),
  atMs: z.number(),
  senderMs: z.number(),
})

const markLine = z.object({
  kind: markKind,
  atMs: z.int(),
  untilMs: z.nullable(z.int()),
  ...whose,
})
export type MarkLine = z.output<typeof markLine>

const listLine = z.discriminatedUnion('is', [trackLine, clockLine])
export type ListLine = z.output<typeof listLine>

export const readTrackList = (folder: string): Promise<ListLine[]> =>
  readLines(join(folder, trackList), listLine)
export const readMarkList = (folder: string): Promise<MarkLine[]> =>
  readLines(join(folder, markList), markLine)

async function readLines<Line extends z.ZodMiniType>(path: string, line: Line): Promise<z.output<Line>[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').flatMap(one => {
    const read = z.safeParse(line, parsed(one))
    return read.success ? [read.data] : []
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
