// What this page sends into a room: microphone, camera and screen, each opened when it is first wanted.

import { CALL_PICTURE } from '../../domain/conference/conference.ts'
import { problemOfCapture, problemOfMicrophone } from '../rtc/media-check.ts'
import { type Microphone, MUTED_VOLUME, openMicrophone, UNMUTED_VOLUME } from '../rtc/microphone.ts'
import type { MediaProblem } from '../rtc/port.ts'
import type { MediaKind } from './port.ts'

const CAMERA = {
  width: { ideal: CALL_PICTURE.width },
  height: { ideal: (CALL_PICTURE.width * 9) / 16 },
  frameRate: { ideal: CALL_PICTURE.framesPerSecond },
}
const SCREEN = { video: { frameRate: { ideal: 15 } }, audio: false }

export type Tracks = Record<MediaKind, MediaStreamTrack | null>

export interface OwnRoomMedia {
  tracks(): Tracks
  /** What really leaves. */
  sends(): Record<MediaKind, boolean>
  /** Never rejects: what came of it says `onChange` or `onProblem`. */
  set(kind: MediaKind, on: boolean): Promise<void>
  close(): void
}

export function createOwnRoomMedia(events: {
  onChange(): void
  onProblem(problem: MediaProblem): void
}): OwnRoomMedia {
  let microphone: Microphone | undefined
  const pictures: { video?: MediaStreamTrack; screen?: MediaStreamTrack } = {}
  const wants: Record<MediaKind, boolean> = { audio: false, video: false, screen: false }
  const asking = new Set<MediaKind>()
  let closed = false

  const changed = () => {
    if (!closed) events.onChange()
  }
  const letGo = (kind: 'video' | 'screen') => {
    pictures[kind]?.stop()
    delete pictures[kind]
  }
  const open = async (kind: MediaKind): Promise<void> => {
    if (kind === 'audio') {
      const made = await openMicrophone()
      if (closed) return made.close()
      microphone = made
      made.setVolume(wants.audio ? UNMUTED_VOLUME : MUTED_VOLUME)
      made.track.addEventListener('ended', () => {
        if (microphone !== made) return
        microphone = undefined
        changed()
      })
      return
    }
    const stream =
      kind === 'video'
        ? await navigator.mediaDevices.getUserMedia({ video: CAMERA })
        : await navigator.mediaDevices.getDisplayMedia(SCREEN)
    const [track] = stream.getVideoTracks()
    if (closed || !wants[kind] || !track) return track?.stop()
    pictures[kind] = track
    track.contentHint = kind === 'screen' ? 'detail' : 'motion'
    // The browser has its own button to end sharing, and cameras are unplugged.
    track.addEventListener('ended', () => {
      if (pictures[kind] !== track) return
      wants[kind] = false
      delete pictures[kind]
      changed()
    })
  }
  const tell = async (kind: MediaKind, error: unknown) => {
    const problem = problemOfCapture(error)
    wants[kind] = false
    // Who closes the choice of a screen has changed their mind.
    if (kind === 'screen' && problem === 'refused') return
    events.onProblem(
      kind === 'audio' ? await problemOfMicrophone(problem) : kind === 'video' ? 'noCamera' : problem,
    )
  }
  const has = (kind: MediaKind) =>
    kind === 'audio' ? microphone !== undefined : pictures[kind] !== undefined

  return {
    tracks: () => ({
      audio: microphone?.track ?? null,
      video: pictures.video ?? null,
      screen: pictures.screen ?? null,
    }),
    sends: () => ({
      audio: wants.audio && microphone !== undefined,
      video: pictures.video !== undefined,
      screen: pictures.screen !== undefined,
    }),
    async set(kind, on) {
      wants[kind] = on
      if (on && !has(kind)) {
        if (asking.has(kind)) return
        asking.add(kind)
        try {
          await open(kind)
        } catch (error) {
          if (!closed) await tell(kind, error)
        } finally {
          asking.delete(kind)
        }
      } else if (kind === 'audio') microphone?.setVolume(on ? UNMUTED_VOLUME : MUTED_VOLUME)
      else if (!on) letGo(kind)
      changed()
    },
    close() {
      closed = true
      microphone?.close()
      letGo('video')
      letGo('screen')
    },
  }
}
