// What pages of live video need of the world: one line a picture, with its health and a way to talk back.
import type { CameraStream, StreamFacts } from '../../domain/camera/camera.ts'
import type { PictureHealth, WatchFault } from '../../domain/video/player.ts'
import type { MediaProblem } from '../rtc/port.ts'

/** What the server says of a picture when it is opened. */
export interface LiveFacts {
  viewId: string
  cameraId: number
  name: string
  imei: string | null
  /** What is really sent: the main stream where there is no small one. */
  stream: StreamFacts
  sound: boolean
  canTalk: boolean
  canMove: boolean
}

export interface LiveReport {
  health: PictureHealth
  /** Pictures decoded since the line began. */
  frames: number
}

export interface LiveLine {
  facts: LiveFacts
  media: MediaStream
  report: () => Promise<LiveReport>
  /** Begins or ends sending what is said here. Rejects with a `TalkError`. */
  talk: (on: boolean) => Promise<void>
  close: () => void
}

export interface LivePort {
  /** Opens a picture. Rejects with a `WatchError`. */
  open: (asked: {
    cameraId: number
    stream: CameraStream
    abort: AbortSignal
    /** The line is lost for good. */
    onBroken: () => void
  }) => Promise<LiveLine>
}

/** Why a picture did not open. */
export class WatchError extends Error {
  readonly why: WatchFault
  constructor(why: WatchFault, cause?: unknown) {
    super(why, { cause })
    this.name = 'WatchError'
    this.why = why
  }
}

/** Why nothing can be said: somebody else is talking, it takes no sound, or the microphone. */
export type TalkFault = 'busy' | 'cannot' | 'line' | MediaProblem

export class TalkError extends Error {
  readonly why: TalkFault
  constructor(why: TalkFault, cause?: unknown) {
    super(why, { cause })
    this.name = 'TalkError'
    this.why = why
  }
}
