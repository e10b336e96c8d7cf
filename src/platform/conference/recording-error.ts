// Why a recording could not be begun or ended, as far as the service of the room says so.
import type { RecordingRefusal } from '../../contract/conference-wire.ts'

export class RecordingError extends Error {
  readonly why: RecordingRefusal | undefined
  constructor(why: RecordingRefusal | undefined) {
    super(why ?? 'The service gave no reason')
    this.name = 'RecordingError'
    this.why = why
  }
}
