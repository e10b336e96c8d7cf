// Plays a clip as RTP, over and over: the camera and the microphone of a simulated door unit.
import { randomInt } from 'node:crypto'
import type { Clip } from './media-files.ts'

export interface RtpPart {
  payload: Buffer
  sequenceNumber: number
  timestamp: number
  /** Last part of a frame. */
  marker: boolean
}

export interface Player {
  /** Goes on with a frame that stands by itself: somebody lost the picture. */
  refresh(): void
  stop(): void
}

const VIDEO_HERTZ = 90_000
const AUDIO_HERTZ = 48_000
const AUDIO_FRAME_MS = 20
/** Fits a packet of 1,200 bytes with its heads. */
const MOST_PAYLOAD = 1150
const TICK_MS = 10

/** A VP8 frame in parts that fit packets, each behind the shortest descriptor (RFC 7741, 4.2). */
export function partsOf(frame: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < frame.length; at += MOST_PAYLOAD - 1)
    parts.push(Buffer.concat([Buffer.from([at === 0 ? 0x10 : 0]), frame.subarray(at, at + MOST_PAYLOAD - 1)]))
  return parts
}

interface Options {
  onVideo(part: RtpPart): void
  onAudio(part: RtpPart): void
  now?: () => number
}

/** Begins at once. What a busy machine was late with is left out, so that sound and picture stay in step. */
export function playClip(clip: Clip, { onVideo, onAudio, now = () => performance.now() }: Options): Player {
  const began = now()
  const video = { sequence: randomInt(0x8000), offset: randomInt(0x7fffffff), next: 0 }
  const audio = { sequence: randomInt(0x8000), offset: randomInt(0x7fffffff), next: 0 }
  let index = 0

  const showFrame = (at: number) => {
    const frame = clip.frames[index]
    index = (index + 1) % clip.frames.length
    if (!frame) return
    const timestamp = (video.offset + Math.round((at * VIDEO_HERTZ) / clip.framesPerSecond)) >>> 0
    const parts = partsOf(frame.data)
    parts.forEach((payload, part) => {
      video.sequence = (video.sequence + 1) & 0xffff
      onVideo({ payload, sequenceNumber: video.sequence, timestamp, marker: part === parts.length - 1 })
    })
  }
  const speak = (at: number) => {
    const payload = clip.packets[at % clip.packets.length]
    if (!payload) return
    audio.sequence = (audio.sequence + 1) & 0xffff
    const timestamp = (audio.offset + at * ((AUDIO_HERTZ * AUDIO_FRAME_MS) / 1000)) >>> 0
    onAudio({ payload, sequenceNumber: audio.sequence, timestamp, marker: at === 0 })
  }
  const seekKey = () => {
    while (!clip.frames[index]?.key) index = (index + 1) % clip.frames.length
  }
  const tick = () => {
    const passed = now() - began
    const frame = Math.floor((passed * clip.framesPerSecond) / 1000)
    if (frame > video.next + clip.framesPerSecond) {
      video.next = frame
      seekKey()
    }
    while (video.next <= frame) showFrame(video.next++)
    const packet = Math.floor(passed / AUDIO_FRAME_MS)
    if (packet > audio.next + AUDIO_HERTZ / 1000) audio.next = packet
    while (audio.next <= packet) speak(audio.next++)
  }
  const timer = setInterval(tick, TICK_MS)
  tick()
  return {
    refresh: seekKey,
    stop: () => clearInterval(timer),
  }
}
