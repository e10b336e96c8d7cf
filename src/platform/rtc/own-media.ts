// What this end sends over the built-in line: microphone and camera, each opened, refused, retried and closed apart.
import { presentDevices, problemOfCapture, problemOfMicrophone } from './media-check.ts'
import { FIRST_VOLUME, type Microphone, MUTED_VOLUME, openMicrophone, UNMUTED_VOLUME } from './microphone.ts'
import type { MediaProblem } from './port.ts'

/** Descriptions wait so long for the microphone: with it the browser names real addresses, not hidden ones. */
const HEAD_START_MS = 400
const CAMERA = { width: { ideal: 1024 }, height: { ideal: 576 }, frameRate: { ideal: 24 } }

export interface OwnMediaOptions {
  camera: boolean
  onProblem: (problem: MediaProblem) => void
  onChange: (media: { video: boolean; audio: boolean }) => void
}

export interface OwnMedia {
  /** Groups the tracks, so that the other end plays them in step. */
  stream: MediaStream
  /** Resolves when devices are open, or have taken long enough. */
  opened: Promise<void>
  /** Where the tracks go; called whenever the line has made its senders. */
  sendOver: (senders: { audio?: RTCRtpSender; video?: RTCRtpSender }) => Promise<void>
  has: { readonly microphone: boolean; readonly camera: boolean }
  sends: () => { video: boolean; audio: boolean }
  tracks: () => MediaStreamTrack[]
  setMicrophone: (on: boolean) => Promise<void>
  setCamera: (on: boolean) => Promise<void>
  attach: (video: HTMLVideoElement | null) => void
  close: () => void
}

/** Opens the devices at once. */
export function openOwnMedia({ camera, onProblem, onChange }: OwnMediaOptions): OwnMedia {
  const stream = new MediaStream()
  const present = { microphone: true, camera }
  let microphone: Microphone | undefined
  let picture: MediaStreamTrack | undefined
  // What the person wants; a question that is still open is answered later.
  const wants = { sound: true, picture: camera }
  const asking = { microphone: false, camera: false }
  let shownIn: HTMLVideoElement | null = null
  let closed = false
  let senders: Parameters<OwnMedia['sendOver']>[0] = {}

  const sends = () => ({ video: picture !== undefined, audio: microphone !== undefined && wants.sound })
  const put = async () => {
    // A sender of a line that has just closed throws.
    await senders.audio?.replaceTrack(microphone?.track ?? null).catch(() => {})
    await senders.video?.replaceTrack(picture ?? null).catch(() => {})
  }
  const changed = async () => {
    await put()
    if (!closed) onChange(sends())
  }
  const closeMicrophone = () => {
    microphone?.close()
    microphone = undefined
  }
  const closeCamera = () => {
    if (!picture) return
    picture.stop()
    stream.removeTrack(picture)
    picture = undefined
  }

  async function listen(volume: number): Promise<void> {
    if (asking.microphone) return
    asking.microphone = true
    try {
      const made = await openMicrophone()
      if (closed) return made.close()
      microphone = made
      present.microphone = true
      made.setVolume(wants.sound ? volume : MUTED_VOLUME)
      made.track.addEventListener('ended', () => {
        if (microphone === made) closeMicrophone()
        void changed()
      })
    } catch (error) {
      if (closed) return
      const problem = await problemOfMicrophone(problemOfCapture(error))
      if (closed) return
      present.microphone = problem === 'refused'
      onProblem(problem)
    } finally {
      asking.microphone = false
    }
    await changed()
  }

  /** `asked`: the person pressed the button; at the start a call without a camera is nothing to speak of. */
  async function look(asked: boolean): Promise<void> {
    if (asking.camera) return
    asking.camera = true
    const there = await presentDevices()
    present.camera = there?.camera ?? true
    try {
      if (!present.camera && !asked) return
      const [track] = (await navigator.mediaDevices.getUserMedia({ video: CAMERA })).getVideoTracks()
      if (closed || !wants.picture || !track) return track?.stop()
      picture = track
      stream.addTrack(track)
      track.addEventListener('ended', () => {
        if (picture === track) closeCamera()
        void changed()
      })
    } catch (error) {
      present.camera = problemOfCapture(error) === 'refused'
      // Of both refused at the start only the microphone is told: it is the graver, and one note has room for one.
      if (!asked) await listening
      if (!closed && (asked || (present.camera && microphone))) onProblem('noCamera')
    } finally {
      asking.camera = false
    }
    await changed()
  }

  const listening = listen(FIRST_VOLUME)
  const opening = Promise.all([listening, camera ? look(false) : undefined])
  const opened = Promise.race([opening, new Promise(resolve => setTimeout(resolve, HEAD_START_MS))])
  return {
    stream,
    opened: opened.then(() => {}),
    async sendOver(next) {
      senders = next
      await put()
    },
    has: present,
    sends,
    tracks: () => [microphone?.track, picture].filter(track => track !== undefined),
    async setMicrophone(on) {
      wants.sound = on
      if (on && !microphone) return listen(UNMUTED_VOLUME)
      microphone?.setVolume(on ? UNMUTED_VOLUME : MUTED_VOLUME)
      await changed()
    },
    async setCamera(on) {
      wants.picture = on
      if (on && !picture) return look(true)
      if (!on) closeCamera()
      await changed()
    },
    attach(video) {
      if (shownIn) shownIn.srcObject = null
      shownIn = video
      if (!video) return
      video.muted = true
      video.playsInline = true
      video.autoplay = true
      video.srcObject = stream
    },
    close() {
      closed = true
      closeMicrophone()
      closeCamera()
    },
  }
}
