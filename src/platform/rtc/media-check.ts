// What a browser can do for a call, asked without asking the person.
import type { MediaProblem } from './port.ts'

/**
 * What stands in the way of sound and picture (real-time specification, section 5), the gravest first; undefined when
 * nothing does. Opens no device and no question.
 */
export async function checkMedia(): Promise<MediaProblem | undefined> {
  if (typeof RTCPeerConnection !== 'function') return 'unsupported'
  // Browsers hide the devices outside secure contexts, so this must be asked first.
  if (!isSecureContext) return 'insecure'
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.getUserMedia) return 'unsupported'
  const kinds = await presentDevices()
  return kinds && !kinds.microphone && !kinds.camera ? 'noDevices' : undefined
}

/** Which kinds of devices there are; undefined when the browser will not say. */
export async function presentDevices(): Promise<{ microphone: boolean; camera: boolean } | undefined> {
  try {
    const found = await navigator.mediaDevices.enumerateDevices()
    return {
      microphone: found.some(({ kind }) => kind === 'audioinput'),
      camera: found.some(({ kind }) => kind === 'videoinput'),
    }
  } catch {
    return undefined
  }
}

/** The name of the problem in what `getUserMedia` rejected with. */
export function problemOfCapture(error: unknown): MediaProblem {
  if (!isSecureContext) return 'insecure'
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  // Another program that holds the device leaves us as much without one as none.
  if (['NotFoundError', 'OverconstrainedError', 'NotReadableError', 'AbortError'].includes(name))
    return 'noDevices'
  return 'unsupported'
}

/** As `problem`, but of a missing microphone where there is a camera: what to look at is then known. */
export async function problemOfMicrophone(problem: MediaProblem): Promise<MediaProblem> {
  if (problem !== 'noDevices') return problem
  return (await presentDevices())?.camera ? 'noMicrophone' : problem
}
