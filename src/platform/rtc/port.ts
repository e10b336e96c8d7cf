// The port behind which calls are carried: the built-in line or Agora. Knows no product screen.
import type { CallSignal, JoinData } from '../../contract/call-signal.ts'
import type { CallSide } from '../../domain/intercom/call-recording.ts'

/**
 * Why a call cannot have sound or picture. `unsupported`, `insecure` and `noDevices` have literal texts (real-time
 * specification, section 5); `refused` is the person's or the browser's no to the microphone; `gone`: the other end hung
 * up before the line stood; `noMicrophone`: there is a camera, but none to speak into; `noCamera`: a camera that was asked for could not be opened.
 */
export type MediaProblem =
  | 'unsupported'
  | 'insecure'
  | 'noDevices'
  | 'noMicrophone'
  | 'refused'
  | 'noCamera'
  | 'timeout'
  | 'network'
  | 'gone'

export type LineState = 'connecting' | 'connected' | 'reconnecting' | 'ended'

export interface LineQuality {
  level: 'good' | 'fair' | 'poor'
  roundTripMs: number | null
  /** 0 to 100, of what came in. */
  lossPercent: number | null
}

export interface LineEvents {
  /** `ended` comes once, whoever ended it; after `onProblem('network')` when the line broke for good. */
  onState: (state: LineState) => void
  /** The other end's tracks changed. */
  onRemoteMedia: (media: { video: boolean; audio: boolean }) => void
  /** Something is missing, the call goes on without it; fatal problems reject `join` or end the line. */
  onProblem: (problem: MediaProblem) => void
  onQuality: (quality: LineQuality) => void
  /** What this end sends has changed: pressed, retried or taken away. */
  onOwnMedia?: (media: { video: boolean; audio: boolean }) => void
}

/** Both directions of the negotiation, for providers that need it; carried by the broker. */
export interface SignalPort {
  send: (signal: CallSignal) => void
  /** Answers how to stop. */
  onSignal: (listener: (signal: CallSignal) => void) => () => void
}

/** A sound or picture of a call. */
export interface CallTrack {
  side: CallSide
  track: MediaStreamTrack
}

/** A call in progress. */
export interface CallLine {
  /** Shows the other end's picture here and plays its sound; null takes it off. */
  attach: (video: HTMLVideoElement | null) => void
  /** Shows the own camera's picture. */
  attachOwn: (video: HTMLVideoElement | null) => void
  /** Whether there is one to switch on; read anew each time, devices come and go. A refused one can be asked again. */
  readonly has: { readonly microphone: boolean; readonly camera: boolean }
  /**
   * Off is volume 0, on is 200 (first published at 400; real-time specification, section 9). On asks again for a
   * microphone that was refused or missing; what came of it says `onOwnMedia` or `onProblem`. Never rejects.
   */
  setMicrophone: (on: boolean) => Promise<void>
  setCamera: (on: boolean) => Promise<void>
  /** Of the other end, 0 to 100 per cent. */
  setVolume: (percent: number) => void
  /** Every sound and picture that the line carries now, of both ends. */
  tracks: () => readonly CallTrack[]
  /** Frames of the other end that were decoded so far. */
  framesDecoded: () => Promise<number>
  hangUp: () => Promise<void>
}

export interface JoinOptions {
  data: JoinData
  signals: SignalPort
  events: LineEvents
  /** Whether this end wants to show itself; without a camera the call is sound only. */
  camera: boolean
  /** The other end is a door unit: with sound or picture taken back it has left (real-time specification, section 4). */
  door?: boolean
  /** Gives up a join that is under way; it then rejects with the signal's reason. */
  abort?: AbortSignal
}

/** Rejects with this when a call cannot be joined. */
export class LineError extends Error {
  readonly problem: MediaProblem
  constructor(problem: MediaProblem, cause?: unknown) {
    super(problem, { cause })
    this.name = 'LineError'
    this.problem = problem
  }
}

export interface CallProviderPort {
  /** What stands in the way before anything is asked of the person; undefined when nothing does. */
  check: () => Promise<MediaProblem | undefined>
  /** Resolves when the line stands; rejects with `LineError`, nothing left open. */
  join: (options: JoinOptions) => Promise<CallLine>
}
