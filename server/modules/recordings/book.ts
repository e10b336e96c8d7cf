// The books of recordings, as whoever records keeps them: one is begun, what happens meanwhile is noted, and it is ended.
import type { RecordingSource } from '../../../src/domain/recordings/recording.ts'
import type { RecordingTrouble } from '../../../src/domain/recordings/recording-trouble.ts'
import type { MarkLine } from './folder.ts'

/** What begins a recording. */
interface Beginning {
  tenantId: number
  source: RecordingSource
  name: string
  fileName: string
  /** Who did; null where a schedule or a device did. */
  userId: number | null
  userName: string
  roomId?: string
  callId?: number
  deviceId?: number | null
}

interface Ending {
  at: number
  trouble: RecordingTrouble | null
  imeis: readonly string[]
}

export interface RecordingBook {
  /** Answers the reason where it cannot begin. */
  begin(wanted: Beginning): Promise<{ id: number; folder: string } | 'diskFull' | 'quota'>
  /** What has happened, in milliseconds since it began. */
  note(folder: string, mark: MarkLine): void
  /** Somebody is recorded from now on: where they are asked, they have agreed. */
  expect(folder: string): void
  /** Its files are closed. Resolves when that is stored. */
  end(id: number, ending: Ending): Promise<void>
  /** Says why a running one cannot go on; asked every few seconds. */
  trouble(running: { tenantId: number; folder: string }): Promise<'diskFull' | 'quota' | undefined>
}
