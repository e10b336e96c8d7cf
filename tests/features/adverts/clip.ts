// Videos drawn in the browser of the tests, in the container and codec that a test asks for.
import {
  AudioBufferSource,
  BufferTarget,
  CanvasSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  Quality,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'

const formats = {
  mp4: () => new Mp4OutputFormat(),
  webm: () => new WebMOutputFormat(),
  mkv: () => new MkvOutputFormat(),
  mov: () => new MovOutputFormat(),
}
const FRAMES_PER_SECOND = 20

interface Clip {
  container: keyof typeof formats
  codec: VideoCodec
  seconds?: number
  width?: number
  height?: number
  sound?: boolean
}

/** Blue, with a white square that wanders: each picture is another one. */
export async function clip(wanted: Clip): Promise<File> {
  const { container, codec, seconds = 2, width = 320, height = 180, sound = false } = wanted
  const canvas = new OffscreenCanvas(width, height)
  const ground = canvas.getContext('2d')
  if (!ground) throw new Error('There is nothing to draw on')
  const target = new BufferTarget()
  const output = new Output({ format: formats[container](), target })
  const pictures = new CanvasSource(canvas, { codec, quality: new Quality({ bitrate: 400_000 }) })
  output.addVideoTrack(pictures, { frameRate: FRAMES_PER_SECOND })
  const heard = new AudioBufferSource({ codec: 'opus', quality: new Quality({ bitrate: 64_000 }) })
  if (sound) output.addAudioTrack(heard)
  await output.start()
  if (sound)
    await heard.add(new AudioBuffer({ length: 48_000 * seconds, sampleRate: 48_000, numberOfChannels: 1 }))
  for (let frame = 0; frame < seconds * FRAMES_PER_SECOND; frame++) {
    ground.fillStyle = '#2050a0'
    ground.fillRect(0, 0, width, height)
    ground.fillStyle = '#ffffff'
    ground.fillRect((frame * 7) % width, height / 3, 40, 40)
    await pictures.add(frame / FRAMES_PER_SECOND, 1 / FRAMES_PER_SECOND)
  }
  await output.finalize()
  if (!target.buffer) throw new Error('No clip')
  return new File([target.buffer], `clip.${container}`, { type: `video/${container}` })
}
