// Cameras as other modules meet them: what has their pictures kept.
export type { Cameras } from './endpoints.ts'
export {
  type CameraFrame,
  type CameraSound,
  type ConsumerFactory,
  type FrameConsumer,
  lengthPrefixed,
  type VideoFormat,
} from './frames.ts'
export type { Consumption } from './media.ts'
