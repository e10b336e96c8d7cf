// The words for what keeps a call from sound or picture.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MediaProblem } from '../platform/rtc/port.ts'

/** `unsupported`, `noDevices` and `insecure` have literal texts (real-time specification, section 8). */
export const problemWords: Record<MediaProblem, MessageDescriptor> = {
  unsupported: msg`This browser cannot run the call SDK`,
  noDevices: msg`No usable microphone or camera was found`,
  noMicrophone: msg`No microphone was found: you hear the other side, they do not hear you. Check that the microphone is connected.`,
  insecure: msg`Your browser is neither on localhost nor on https`,
  refused: msg`The microphone was refused: you hear the other side, they do not hear you. Allow it in the browser, then press the microphone button.`,
  noCamera: msg`The camera could not be opened: the call goes on with sound`,
  timeout: msg`The connection could not be set up in time. Try again.`,
  network: msg`The connection was lost and did not come back`,
  gone: msg`The other side has hung up`,
}
