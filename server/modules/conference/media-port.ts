// The port behind which media are carried: who sends what, over which line, to whom.
import type { Limit } from '../../../src/contract/conference-wire.ts'

import type { ProgramState } from './kept-program.ts'

/** Whose media: the id of a participant's stay, and what of theirs. */
export interface MediaSource {
  from: string
  type: 'audio' | 'video' | 'screen'
}

export interface MediaRoute {
  /** Line of the receiver's description. */
  mid: string
  /** Null: nothing goes over it for now. */
  source: MediaSource | null
  /** Width in pixels that is of use to the receiver. */
  width: number
}

/** A participant's connections: one for everything, one beside it for a picture in layers. */
export type MediaConnection = 'main' | 'layers'

/** Lines of a description over which the server may send. */
export interface MediaSlots {
  audio: string[]
  video: string[]
}

/** Somebody whose sound or picture goes into a recording. */
export interface RecordedSource extends MediaSource {
  whose: string
  displayName: string
  imei: string | null
}

/** A recording: where its files go, since when it runs, and of whom it is now. */
export interface RecordingOrder {
  id: string
  folder: string
  since: number
  sources: readonly RecordedSource[]
}

export interface MediaEvents {
  /** How loud participants are, 0 to 1, and who speaks, by their ids. */
  onVolumes(volumes: { id: string; level: number }[], speaking: string[]): void
  /** So many layers of a participant's picture are of use to somebody. */
  onLayers(id: string, layers: number): void
  /** Why pictures that a participant gets are not the best that there are. */
  onLimits(id: string, limits: { mid: string; by: Limit }[]): void
  /** Everything that was carried is lost; it can be offered anew at once. */
  onRestarted(): void
  /** A participant's line has broken; it can be offered anew. */
  onBroken(id: string): void
  /** A recording cannot go on; what stands in its files stays. */
  onRecordingTrouble(id: string, trouble: 'diskFull' | 'broken'): void
}

export interface MediaEngine {
  state(): ProgramState
  /** Starts it where it is not running yet; answers how it stands then. */
  warm(): Promise<ProgramState>
  /**
   * Takes a participant's offer in place of an earlier one of the same connection; answers the description, with its candidates. Rejects with
   * `MediaRefused` for a description that is none, and with anything else where media cannot be carried now.
   */
  offer(
    id: string,
    room: string,
    sdp: string,
    connection: MediaConnection,
  ): Promise<{ sdp: string; slots: MediaSlots }>
  candidate(id: string, connection: MediaConnection, candidate: string, mid: string | null): void
  /** What a participant lets out: the rest is dropped. */
  allow(id: string, media: { audio: boolean; video: boolean; screen: boolean }): void
  /** Which source each line of a participant carries; lines that are not named keep theirs. */
  route(id: string, routes: readonly MediaRoute[]): void
  /** Has a picture begin anew with a frame that stands by itself. */
  refresh(source: MediaSource): void
  close(id: string): void
  /** Begins a recording, or has one go on with these sources and no others. */
  record(recording: RecordingOrder): void
  /** Resolves when its files are closed, or whoever wrote them is gone. */
  endRecording(id: string): Promise<void>
  stop(): Promise<void>
}

/** Why a description is refused, for who sent it. */
export class MediaRefused extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'MediaRefused'
  }
}
