// Records a video with the camera of this device, small enough to be kept and sent from a place with little network.
import { MOST_UPLOAD_BYTES } from '../domain/file/stored-file.ts'

const PICTURE = {
  facingMode: 'environment',
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 24 },
}
const PICTURE_BITS = 1_200_000
const SOUND_BITS = 64_000
/** Recorders hold their rates only roughly. */
const MOST_BYTES = MOST_UPLOAD_BYTES.video * 0.9
/** What is recorded is handed over this often: so much may come beyond the limit. */
const SLICE_MS = 1_000

/** How long a video can become, in seconds. */
export const LONGEST_VIDEO_SECONDS = Math.floor((MOST_BYTES * 8) / (PICTURE_BITS + SOUND_BITS) / 10) * 10

/** MP4 first: it plays everywhere, and can be wound to every place. */
const TYPES = [
  'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  'video/mp4',
  'video/webm;codecs=vp8,opus',
  'video/webm',
]

export interface VideoRecorder {
  /** What the camera sees. */
  stream: MediaStream
  /** Nobody allowed, or there is, a microphone. */
  silent: boolean
  /** Resolves with the video once it was stopped, or has become as long as it may. Rejects when the recorder fails. */
  record: () => Promise<File>
  stop: () => void
  /** Lets go of the camera; what was being recorded is thrown away. */
  close: () => void
}

/** Whether this browser could record at all. */
export const canRecordVideo = (): boolean =>
  isSecureContext && typeof MediaRecorder === 'function' && navigator.mediaDevices !== undefined

/** Opens the camera behind the device, with the microphone where there is one. Rejects as `getUserMedia` does. */
export async function openVideoRecorder(): Promise<VideoRecorder> {
  const video = await navigator.mediaDevices.getUserMedia({ video: PICTURE })
  const sound = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => undefined)
  const stream = new MediaStream([...video.getTracks(), ...(sound?.getTracks() ?? [])])
  let recorder: MediaRecorder | undefined
  return {
    stream,
    silent: sound === undefined,
    record: () =>
      new Promise((resolve, reject) => {
        const mimeType = TYPES.find(type => MediaRecorder.isTypeSupported(type))
        const mine = new MediaRecorder(stream, {
          ...(mimeType && { mimeType }),
          videoBitsPerSecond: PICTURE_BITS,
          audioBitsPerSecond: SOUND_BITS,
        })
        recorder = mine
        const parts: Blob[] = []
        let bytes = 0
        mine.ondataavailable = ({ data }) => {
          parts.push(data)
          bytes += data.size
          if (bytes >= MOST_BYTES && mine.state === 'recording') mine.stop()
        }
        mine.onerror = () => reject(new Error('the recorder failed'))
        mine.onstop = () => {
          const [type = 'video/webm'] = mine.mimeType.split(';')
          resolve(new File(parts, `video.${type.slice('video/'.length)}`, { type }))
        }
        mine.start(SLICE_MS)
      }),
    stop() {
      if (recorder?.state === 'recording') recorder.stop()
    },
    close() {
      if (recorder) recorder.onstop = null
      for (const track of stream.getTracks()) track.stop()
    },
  }
}

/** A picture of what a video element shows now; undefined while it shows nothing. */
export async function stillOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  if (video.videoWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', 0.9))
}
