// Reads QR codes from the picture of a camera: with the browser's own detector, else with a library that is fetched then.

interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

interface DetectorClass {
  new (wanted: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

declare global {
  // Missing in Firefox, in Safari, and in Chrome where the system has none.
  var BarcodeDetector: DetectorClass | undefined
}

/** What a code in the picture says; undefined while none can be read. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>

const FORMAT = 'qr_code'
/** The longer side of what the library looks at, in pixels: enough for a label at arm's length, little enough for old phones. */
const LOOKED_AT = 720

/** The best reader that this browser has. */
export async function openCodeReader(): Promise<ReadCode> {
  return (await nativeReader()) ?? libraryReader()
}

async function nativeReader(): Promise<ReadCode | undefined> {
  const Native = globalThis.BarcodeDetector
  if (!Native) return undefined
  try {
    if (!(await Native.getSupportedFormats()).includes(FORMAT)) return undefined
    const detector = new Native({ formats: [FORMAT] })
    return async video => (await detector.detect(video))[0]?.rawValue
  } catch {
    // Some systems have the class and not the service behind it.
    return undefined
  }
}

async function libraryReader(): Promise<ReadCode> {
  const { decodeQR } = await import('qr/decode.js')
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return async video => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return undefined
    const scale = Math.min(1, LOOKED_AT / Math.max(videoWidth, videoHeight))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    context.canvas.width = width
    context.canvas.height = height
    context.drawImage(video, 0, 0, width, height)
    try {
      return decodeQR({ ...{ width, height }, data: context.getImageData(0, 0, width, height).data })
    } catch {
      // It says by an error that there is no code in the picture.
      return undefined
    }
  }
}
