// The recording of one call as this end sees it: asked for, going on, or done by the other end.
import type { CallRecordingMode, CallRecordingWord } from '../../domain/intercom/call-recording.ts'
import type { RecordingTrouble } from '../../domain/recordings/recording-trouble.ts'
import type { CallPiece, CallRecorder } from '../../platform/rtc/call-recorder.ts'
import type { CallLine } from '../../platform/rtc/port.ts'

export type CallRecordingState =
  /** `may`: this end may begin one. */
  | { is: 'none'; may: boolean }
  /** This end has asked the server, or the other end. */
  | { is: 'asking'; other: boolean }
  /** The other end wants to record. */
  | { is: 'asked' }
  /** `own`: this end records. `mayStop`: this end has agreed, and may take it back. */
  | { is: 'on'; own: boolean; mayStop: boolean; since: number }

export type CallRecordingTold =
  | 'started'
  | 'stopped'
  | 'declined'
  | 'failed'
  | 'unsupported'
  | RecordingTrouble

export interface CallRecordingPorts {
  /** On what terms calls are recorded here; `off` where this person may not. */
  mode: () => Promise<CallRecordingMode>
  /** Rejects where it cannot begin, after it has said why. */
  begin: (callId: number) => Promise<'asked' | 'on'>
  send: (callId: number, piece: CallPiece) => Promise<'taken' | 'again' | 'over'>
  end: (callId: number) => Promise<void>
  recorder: () => Promise<typeof import('../../platform/rtc/call-recorder.ts')>
  tell: (what: CallRecordingTold) => void
  now: () => number
}

interface Options {
  ports: CallRecordingPorts
  callId: number
  line: Pick<CallLine, 'tracks'>
  /** Says to the server whether this end agrees. */
  consent: (yes: boolean) => void
  onChange: (state: CallRecordingState) => void
}

export interface CallRecording {
  press: () => void
  answer: (yes: boolean) => void
  hear: (word: CallRecordingWord) => void
  /** The call is over. */
  close: () => void
}

export const notRecorded: CallRecordingState = { is: 'none', may: false }

export function createCallRecording({ ports, callId, line, consent, onChange }: Options): CallRecording {
  let may = false
  let state: CallRecordingState = notRecorded
  let recorder: CallRecorder | undefined
  let closed = false
  /** Counts beginnings: one that was given up meanwhile is ended again. */
  let turn = 0
  const become = (next: CallRecordingState) => {
    state = next
    if (!closed) onChange(next)
  }
  const rest = () => become({ is: 'none', may })
  ports.mode().then(
    mode => {
      may = mode !== 'off'
      if (state.is === 'none') rest()
    },
    () => {},
  )

  const begin = async () => {
    const code = await ports.recorder()
    if (!code.canRecordCalls()) return ports.tell('unsupported')
    turn += 1
    const mine = turn
    become({ is: 'asking', other: false })
    try {
      const answer = await ports.begin(callId)
      if (closed || mine !== turn) return void ports.end(callId).catch(() => {})
      if (answer === 'asked') return become({ is: 'asking', other: true })
      recorder = code.startCallRecorder({
        tracks: () => line.tracks(),
        send: piece => ports.send(callId, piece),
        onOver: () => {
          recorder = undefined
          if (state.is === 'on') rest()
        },
      })
      become({ is: 'on', own: true, mayStop: true, since: ports.now() })
      ports.tell('started')
    } catch {
      if (!closed && mine === turn) rest()
    }
  }
  const end = async () => {
    const mine = recorder
    recorder = undefined
    await mine?.stop()
    await ports.end(callId).catch(() => {})
  }

  return {
    press() {
      if (state.is === 'none' && may) void begin()
      else if (state.is === 'asking') {
        turn += 1
        rest()
        void end()
      } else if (state.is === 'on' && state.own) {
        rest()
        void end().then(() => ports.tell('stopped'))
      }
    },
    answer(yes) {
      consent(yes)
      if (!yes || state.is === 'asked') rest()
    },
    hear(word) {
      switch (word.is) {
        case 'asked':
          return become({ is: 'asked' })
        case 'on':
          return become({ is: 'on', own: false, mayStop: word.agreed, since: ports.now() })
        case 'agreed':
          if (state.is === 'asking') void begin()
          return
        case 'declined':
          if (state.is !== 'asking') return
          rest()
          return ports.tell('declined')
        case 'off': {
          const own = state.is === 'on' && state.own
          if (state.is === 'none') return
          rest()
          if (own) void recorder?.stop()
          recorder = undefined
          if (own) ports.tell(word.trouble ?? 'stopped')
        }
      }
    },
    close() {
      closed = true
      if (recorder) void end()
    },
  }
}
