// What the running server is made of: the kernel, the configuration, and what modules do for each other.
import type { AgreedClock } from './agreed-clock.ts'
import type { Config } from './config.ts'
import type { Kernel } from './kernel.ts'
import type { Lines } from './lines.ts'
import type { Staging } from './modules/evidence/staging.ts'
import type { Faces } from './modules/faces/faces.ts'
import type { Storages } from './modules/files/storage.ts'
import type { Recordings } from './modules/recordings/recordings.ts'
import type { Sessions } from './modules/session/sessions.ts'
import type { Runners } from './modules/tasks/runners.ts'
import type { Texts } from './modules/texts/texts.ts'

export interface Parts extends Kernel {
  config: Config
  sessions: Sessions
  /** Where uploads and the files of tasks are. */
  storages: Storages
  /** Where large uploads are until they are whole. */
  staging: Staging
  /** Who looks at faces, and what they are compared with. */
  faces: Faces
  /** Recordings in the making. */
  recordings: Recordings
  /** Who does which kind of task; modules register theirs. */
  runners: Runners
  /** Filled in by the broker and the simulator when they start. */
  lines: Lines
  /** The way to people's phones. */
  texts: Texts
  startedAt: number
  /** Of all processes, by the database. */
  clock: AgreedClock
}
