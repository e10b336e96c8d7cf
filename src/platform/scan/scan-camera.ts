// A camera, looked at for codes until it is closed: that behind a phone, or that of a tablet on the wall.
import { openCodeReader, type ReadCode } from './code-reader.ts'

declare global {
  // The lamp of a camera is not in the types of browsers yet.
  interface MediaTrackCapabilities {
    torch?: boolean
  }
  interface MediaTrackConstraintSet {
    torch?: boolean
  }
}

/**
 * `insecure`: the page came without https; `refused`: the person or the company said no; `noCamera`: there is none, or
 * another program holds it; `unsupported`: the browser has no way to a camera.
 */
export type ScanFault = 'insecure' | 'refused' | 'noCamera' | 'unsupported'

class ScanError extends Error {
  readonly fault: ScanFault
  constructor(fault: ScanFault) {
    super(`Nothing can be scanned: ${fault}`)
    this.name = 'ScanError'
    this.fault = fault
  }
}

export interface ScanCamera {
  /** Turns the lamp on or off; undefined where there is none. */
  light: ((on: boolean) => Promise<void>) | undefined
  close(): void
}

interface Scanning {
  video: HTMLVideoElement
  /** Every code that is read, also the same one again and again while it is held in front. */
  onText: (text: string) => void
  /** The camera was taken away: unplugged, or given to another program. */
  onLost: () => void
  /** Which camera, where there are several: the one behind unless told. */
  facing?: 'environment' | 'user'
}

const LOOK_EVERY_MS = 120

/** Opens the camera, shows its picture in `video` and reads. Rejects with a `ScanError`. */
async function openScanCamera({
  video,
  onText,
  onLost,
  facing = 'environment',
}: Scanning): Promise<ScanCamera> {
  const [stream, read] = await Promise.all([openCamera(facing), openCodeReader()])
  const [track] = stream.getVideoTracks()
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  const close = () => {
    closed = true
    clearTimeout(timer)
    for (const each of stream.getTracks()) each.stop()
    video.srcObject = null
  }
  track?.addEventListener('ended', () => {
    if (closed) return
    close()
    onLost()
  })
  video.srcObject = stream
  // A page that is hidden at this moment plays once it is seen.
  await video.play().catch(() => undefined)
  const look = async () => {
    const text = await readQuietly(read, video)
    if (closed) return
    if (text) onText(text)
    timer = setTimeout(look, LOOK_EVERY_MS)
  }
  void look()
  return { light: track && lightOf(track), close }
}

interface Kept extends Scanning {
  onOpen?: (camera: ScanCamera) => void
  onFault: (fault: ScanFault) => void
}

/** Opens the camera for as long as it is wanted. Answers what closes it, also one that would open only afterwards. */
export function keepScanCamera({ onOpen, onFault, ...scanning }: Kept): () => void {
  let gone = false
  let opened: ScanCamera | undefined
  openScanCamera(scanning).then(
    camera => {
      if (gone) return camera.close()
      opened = camera
      onOpen?.(camera)
    },
    (error: unknown) => gone || onFault(error instanceof ScanError ? error.fault : 'unsupported'),
  )
  return () => {
    gone = true
    opened?.close()
  }
}

async function openCamera(facing: 'environment' | 'user'): Promise<MediaStream> {
  if (!isSecureContext) throw new ScanError('insecure')
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.getUserMedia) throw new ScanError('unsupported')
  try {
    return await devices.getUserMedia({
      video: { facingMode: { ideal: facing }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new ScanError(name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'noCamera')
  }
}

/** A picture that cannot be read now is followed by the next one. */
async function readQuietly(read: ReadCode, video: HTMLVideoElement): Promise<string | undefined> {
  if (document.hidden || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  return read(video).catch(() => undefined)
}

function lightOf(track: MediaStreamTrack): ScanCamera['light'] {
  if (!track.getCapabilities?.().torch) return undefined
  return on => track.applyConstraints({ advanced: [{ torch: on }] })
}
