// Recordings as other modules meet them: the books, the writer of tracks, which runs in their programs, and what a folder holds.
export type { RecordingBook } from './book.ts'
export { untilCutOff } from './cut-off.ts'
export { type TrackLine, trackList } from './folder.ts'
export type { RecordingConfig } from './settings.ts'
export { createFileTickets, RECORDED_PATH } from './tickets.ts'
export {
  openTrackWriter,
  type TrackCodec,
  type TrackWriter,
  type WriterTrouble,
  writtenEnding,
} from './track-writer.ts'
