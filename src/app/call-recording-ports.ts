// Recording of calls over this session's server.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  beginCallRecording,
  endCallRecording,
  readCallRecording,
  sendCallPiece,
} from '../contract/endpoints/intercom.ts'
import { holds } from '../domain/permission.ts'
import type { CallRecordingPorts, CallRecordingTold } from '../features/intercom/call-recording.ts'
import { sendRequest } from '../platform/http.ts'
import { RequestError } from '../platform/request-error.ts'
import { getSession } from '../platform/session-store.ts'
import { showToast, type Toast } from '../platform/toast.ts'
import { showFailure } from '../resource/run-command.ts'

const early = msg`The recording has ended early. What was recorded until then is kept.`
const words: Record<CallRecordingTold, readonly [Toast['kind'], MessageDescriptor]> = {
  started: ['ok', msg`Video recording started`],
  stopped: ['ok', msg`Video recording ended`],
  declined: ['tip', msg`The other end does not agree: this call is not recorded`],
  failed: ['error', msg`Recording could not be started`],
  unsupported: ['tip', msg`This browser cannot record calls`],
  diskFull: ['error', msg`The disk of the server is full. What was recorded until then is kept.`],
  quota: ['error', msg`The storage for recordings is used up. What was recorded until then is kept.`],
  interrupted: ['error', early],
  storage: ['error', early],
  empty: ['error', early],
  nothingCame: ['error', early],
  broken: ['error', early],
}

export const callRecordingPorts: CallRecordingPorts = {
  async mode() {
    if (!holds(getSession()?.permissions ?? new Set(), beginCallRecording.access)) return 'off'
    return (await sendRequest(readCallRecording, {})).mode
  },
  async begin(callId) {
    try {
      return (await sendRequest(beginCallRecording, { callId })).is
    } catch (error) {
      showFailure(error)
      throw error
    }
  },
  async send(callId, { track, piece, kind, side, beginMs, data }) {
    const { upload } = await import('../platform/upload.ts')
    try {
      await upload(sendCallPiece, data, { fields: { callId, track, piece, kind, side, beginMs } })
      return 'taken'
    } catch (error) {
      return error instanceof RequestError && error.passing ? 'again' : 'over'
    }
  },
  // It must arrive also when the page is closed.
  end: async callId => void (await sendRequest(endCallRecording, { callId }, { keepAlive: true })),
  recorder: () => import('../platform/rtc/call-recorder.ts'),
  tell(what) {
    const [kind, message] = words[what]
    showToast({ kind, message })
  },
  now: Date.now,
}
