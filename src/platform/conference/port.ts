// The port behind which a conference room is carried: the built-in service, the specified cloud service, or LiveKit.
// Knows no screen.
import type * as z from 'zod/mini'
import type { Limit } from '../../contract/conference-wire.ts'
import type { recordOverCloud, roomTicket } from '../../contract/endpoints/conference.ts'
import type { RecordingConfig } from '../../domain/conference/conference.ts'
import type { RoomEnd } from '../../domain/conference/session.ts'
import type { RecordingTrouble } from '../../domain/recordings/recording-trouble.ts'
import type { MediaProblem } from '../rtc/port.ts'

/** The key of one's own entry among the members. */
export const SELF = 'self'

/** What a person chose to be while in the room. */
export type MediaKind = 'audio' | 'video' | 'screen'

/** One participant, as everybody in the room sees them (real-time specification, section 3). */
export interface RoomMember {
  /** `self` for the own entry, else the user name in the room. */
  key: string
  userName: string
  displayName: string
  /** Bits 12 to 16 of the role decoded: 0 to 4. */
  customRole: number
  /** Bits of the state decoded: 0 to 4. */
  customState: number
  is: 'person' | 'device' | 'guest'
  imei: string | null
  host: boolean
  /** Whether they let sound and picture be taken from them now. */
  isAudio: boolean
  isVideo: boolean
  screen: boolean
  /** Whether this page takes their picture. */
  subscribe: boolean
  speaking: boolean
  /** 0 to 1. */
  level: number
  /** Epoch milliseconds since the hand is up. */
  handSince: number | null
  /** Null until they have answered the question whether they may be recorded. */
  consent: boolean | null
}

export interface RoomInfo {
  roomId: string
  displayName: string
  /** Told to hosts only; null for others and for rooms without one. */
  password: string | null
  capacity: number
  maxResolution: number
  channelId: string
  /** Epoch milliseconds since it is recorded. */
  recordingSince: number | null
  /** Whether its hosts may record it here. */
  record: boolean
  /** In here as a host: may admit, ask, record, end. */
  host: boolean
}

/** Somebody before the door. */
export interface WaitingGuest {
  key: string
  displayName: string
  is: 'person' | 'guest'
  since: number
}

/** Whom the room is ringing. */
export interface RingingMember {
  key: string
  displayName: string
  imei: string | null
  until: number
}

/** What arrives of one picture now; for the badge of its tile. */
export interface PictureHealth {
  width: number
  height: number
  framesPerSecond: number
  bitsPerSecond: number
  lossPercent: number
  /** Why it is not the best that was sent. */
  limitedBy: Limit
}

export interface LineHealth {
  level: 'good' | 'fair' | 'poor'
  roundTripMs: number | null
  downBitsPerSecond: number
  upBitsPerSecond: number
  /** Layers of the own picture that leave now. */
  upLayers: number
}

/** With push to talk: who speaks, until when at most, and who waits; by the keys of the members. */
export interface RoomFloor {
  holder: string | null
  since: number | null
  until: number | null
  queue: readonly string[]
}

export interface RoomEvents {
  /** `in`: the join was confirmed; `waiting`: a host must admit; `back`: media and state are being had again. */
  onState(
    state: 'connecting' | 'loggedIn' | 'joining' | 'waiting' | 'in' | 'back' | 'ended',
    end?: RoomEnd,
  ): void
  onRoom(room: RoomInfo): void
  /** All of them, the own entry first. */
  onMembers(members: readonly RoomMember[]): void
  onWaiting(guests: readonly WaitingGuest[]): void
  onRinging(members: readonly RingingMember[]): void
  onHealth(line: LineHealth, pictures: ReadonlyMap<string, PictureHealth>): void
  /** A host asks to switch this on; the person decides. */
  onAsked(kind: 'audio' | 'video'): void
  /** Recording begins: the person says whether their sound and picture go into it. */
  onConsentWanted(): void
  /** The recording has ended by itself: why. What there is of it is kept. */
  onRecordingTrouble(trouble: RecordingTrouble): void
  onProblem(problem: MediaProblem): void
  /** Undefined: everybody speaks when they like. */
  onFloor?(floor: RoomFloor | undefined): void
}

/** What lets one into a room: from `conference/open` or a guest's code. */
export type CloudRecording = z.input<(typeof recordOverCloud)['request']>
export type RoomTicket = z.output<typeof roomTicket>

export interface RoomLine {
  /** Shows a member's picture here; null takes it off. The size of the element decides the layer. */
  attach(key: string, kind: 'video' | 'screen', element: HTMLVideoElement | null): void
  /** On asks for the device when it is needed for the first time. What came of it says the own entry, or `onProblem`. */
  set(kind: MediaKind, on: boolean): Promise<void>
  /** Of all others, 0 to 100 per cent. */
  setVolume(percent: number): void
  subscribe(key: string, on: boolean): void
  /** Has one member's media anew. */
  refresh(key: string): void
  raiseHand(up: boolean): void
  consent(yes: boolean): void
  /** Hosts only, as the rest below: one is asked, never forced. */
  ask(key: string, kind: 'audio' | 'video'): void
  admit(key: string, yes: boolean): void
  remove(key: string): void
  /**
   * Resolves when it runs or has stopped, with the name of its file; rejects where it could not, with a `RecordingError` where
   * the service said why.
   */
  record(on: boolean, config?: RecordingConfig): Promise<string>
  stopConference(): void
  /** Push to talk; absent where the room's service knows none. */
  talk?: {
    /** Asks for the floor, and gives it back. What comes of it says `onFloor`. */
    want(on: boolean): void
    /** Hosts only: push to talk, or everybody when they like. */
    turn(on: boolean): void
  }
  /** What comes of a member's sound now. */
  soundOf?(key: string): MediaStreamTrack | undefined
  leave(): Promise<void>
}

export interface RoomPort {
  /** What stands in the way before anything is asked of the person; undefined when nothing does. */
  check(): Promise<MediaProblem | undefined>
  /** Resolves when the service has answered the login; later ends come as `onState('ended', …)`. */
  open(options: {
    ticket: RoomTicket
    events: RoomEvents
    /** Sound only: no picture is sent or taken. */
    voiceOnly: boolean
    /** A room that is begun so is one of push to talk. */
    pushToTalk?: boolean
    /** Says the command of a recording where the page may not: its service wants the keys of a storage. */
    recordOverCloud?: (asked: CloudRecording) => Promise<unknown>
    abort?: AbortSignal
  }): Promise<RoomLine>
}
