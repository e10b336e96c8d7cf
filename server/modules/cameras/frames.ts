// What cameras send, in whole pictures: for whoever keeps or examines it inside the program that fetches them. A consumer
// is registered under a name in `engine/consumers.ts`; the server has it begin and end by `CameraMedia.consume`.
import type { CameraFault } from '../../../src/domain/camera/camera.ts'

export type VideoCodec = 'H264' | 'VP8'
export type SoundCodec = 'PCMA' | 'PCMU' | 'OPUS'

export interface VideoFormat {
  codec: VideoCodec
  width: number
  height: number
  /** Of H.264: the parameter sets that hold from here on. */
  parameters: { sequence: Buffer; picture: Buffer } | undefined
}

/** One encoded picture. */
export interface CameraFrame {
  /** Stands by itself. */
  key: boolean
  /** The camera's clock in microseconds, never running back while the camera stays connected. */
  timestampUs: number
  /** When it came, by the server's clock. */
  at: number
  /**
   * Of H.264: the units of the access unit, without start codes or lengths; a key frame begins with its parameter sets. Of
   * VP8: the frame. Not to be changed.
   */
  units: readonly Buffer[]
}

export interface CameraSound {
  codec: SoundCodec
  clockRate: number
  timestampUs: number
  at: number
  data: Buffer
}

/** Hears the pictures of one stream of one camera, in order. What it throws ends it alone. */
export interface FrameConsumer {
  /** Before the first picture, and whenever it changes. A key frame follows. */
  onFormat(format: VideoFormat): void
  onFrame(frame: CameraFrame): void
  onSound?(packet: CameraSound): void
  /** Pictures are missing from here until the next key frame; with a fault the camera is away, and is tried again. */
  onGap(fault: CameraFault | undefined): void
  /** Nothing more comes. Where it has something to finish, that is waited for. */
  onEnd(): Promise<void> | undefined
}

/** Makes a consumer of what the server asked for; `tell` reaches the server. */
export type ConsumerFactory = (options: unknown, tell: (message: unknown) => void) => FrameConsumer
