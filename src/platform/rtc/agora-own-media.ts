// What this end sends over Agora: microphone and camera, opened, published, muted and closed apart.
import type { AgoraClient, AgoraMicrophone, AgoraOwnTrack, AgoraSdk } from './agora-sdk.ts'
import { presentDevices, problemOfMicrophone } from './media-check.ts'
import { FIRST_VOLUME, MUTED_VOLUME, UNMUTED_VOLUME } from './microphone.ts'
import type { MediaProblem } from './port.ts'

interface Options {
  sdk: AgoraSdk
  client: AgoraClient
  camera: boolean
  onProblem: (problem: MediaProblem) => void
  onChange: (media: { video: boolean; audio: boolean }) => void
}

/** The name of the problem in what the SDK rejected with. */
export function problemOfAgora(error: unknown): MediaProblem {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  switch (code) {
    case 'PERMISSION_DENIED':
      return 'refused'
    case 'DEVICE_NOT_FOUND':
    case 'NOT_READABLE':
    case 'CONSTRAINT_NOT_SATISFIED':
      return 'noDevices'
    case 'NOT_SUPPORTED':
    case 'WEB_SECURITY_RESTRICT':
      return isSecureContext ? 'unsupported' : 'insecure'
    default:
      return isSecureContext ? 'network' : 'insecure'
  }
}

/** Opens the microphone at once, and the camera where one is wanted and there; `publish` sends what is open. */
export function openAgoraMedia({ sdk, client, camera, onProblem, onChange }: Options) {
  const stream = new MediaStream()
  const present = { microphone: true, camera }
  const wants = { sound: true, picture: camera }
  let microphone: AgoraMicrophone | undefined
  let picture: AgoraOwnTrack | undefined
  let joined = false
  let closed = false

  const sends = () => ({ video: picture !== undefined, audio: microphone !== undefined && wants.sound })
  const changed = () => {
    if (!closed) onChange(sends())
  }
  // A channel that is being left refuses; the line then ends by itself.
  const put = (track: AgoraOwnTrack) => (joined ? client.publish(track).catch(() => {}) : undefined)

  async function listen(volume: number): Promise<void> {
    try {
      const made = await sdk.openMicrophone()
      if (closed) return made.close()
      microphone = made
      present.microphone = true
      made.setVolume(wants.sound ? volume : MUTED_VOLUME)
      made.on('track-ended', () => {
        if (microphone !== made) return
        microphone = undefined
        void client.unpublish(made).catch(() => {})
        changed()
      })
      await put(made)
    } catch (error) {
      if (closed) return
      const problem = await problemOfMicrophone(problemOfAgora(error))
      if (closed) return
      present.microphone = problem === 'refused'
      onProblem(problem)
    }
    changed()
  }

  async function look(asked: boolean): Promise<void> {
    present.camera = (await presentDevices())?.camera ?? true
    if (!present.camera && !asked) return
    try {
      const made = await sdk.openCamera()
      if (closed || !wants.picture) return made.close()
      picture = made
      present.camera = true
      stream.addTrack(made.getMediaStreamTrack())
      made.on('track-ended', () => {
        if (picture === made) void cover()
      })
      await put(made)
    } catch (error) {
      present.camera = problemOfAgora(error) === 'refused'
      // Of both refused at the start only the microphone is told: it is the graver, and one note has room for one.
      if (!asked) await listening
      if (!closed && (asked || (present.camera && microphone))) onProblem('noCamera')
    }
    changed()
  }

  async function cover(): Promise<void> {
    const track = picture
    picture = undefined
    if (!track) return
    stream.removeTrack(track.getMediaStreamTrack())
    if (joined) await client.unpublish(track).catch(() => {})
    track.close()
    changed()
  }

  const listening = listen(FIRST_VOLUME)
  if (camera) void look(false)
  return {
    stream,
    has: present,
    tracks: () => [microphone, picture].flatMap(one => one?.getMediaStreamTrack() ?? []),
    async publish(): Promise<void> {
      joined = true
      for (const track of [microphone, picture]) if (track) await put(track)
    },
    async setMicrophone(on: boolean): Promise<void> {
      wants.sound = on
      if (on && !microphone) return listen(UNMUTED_VOLUME)
      microphone?.setVolume(on ? UNMUTED_VOLUME : MUTED_VOLUME)
      changed()
    },
    async setCamera(on: boolean): Promise<void> {
      wants.picture = on
      if (on && !picture) return look(true)
      if (!on) await cover()
    },
    close(): void {
      closed = true
      microphone?.close()
      picture?.close()
    },
  }
}
