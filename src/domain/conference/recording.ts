// The recording of a room as one host runs it: idle, starting, recording, stopping. Others only see since when it runs.
import * as z from 'zod/mini'
import { type RecordingConfig, recordingConfig } from './conference.ts'
import type { Presence, RoomFault } from './faults.ts'

export type RoomRecording =
  | { is: 'idle' }
  | { is: 'starting' }
  | { is: 'recording'; since: number }
  | { is: 'stopping'; since: number }

export type RecordingEvent =
  /** `set`: it is known what a recording takes. */
  | { on: 'press'; inRoom: boolean; set: boolean }
  | { on: 'began'; at: number }
  | { on: 'beganNot'; why?: RecordingStop | undefined }
  | { on: 'ended'; fileName: string }
  | { on: 'endedNot' }
  /** It has ended by itself. */
  | { on: 'broken'; why: RecordingStop }
  /** The room says since when it is recorded; whoever pressed the button. */
  | { on: 'told'; since: number | null }
  | { on: 'left' }

/** What is said of it, in the words of the specification (section 4). */
export type RecordingWord = 'started' | 'startFailed' | 'stopped' | 'stopFailed'

/** Why it cannot begin or go on, where there is a clear reason. */
export type RecordingStop = 'diskFull' | 'quota' | 'broken' | 'notAllowed'

export type RecordingEffect =
  | { do: 'record'; to: boolean }
  | { do: 'say'; word: RecordingWord | RecordingStop | 'noRoomJoined' | 'recordingNotSet' }
  /** Says which devices it was of (real-time specification, section 4). */
  | { do: 'tell'; fileName: string }

type Step = readonly [RoomRecording, readonly RecordingEffect[]]

/** The next state, and what is to be done and said. */
export function stepRecording(state: RoomRecording, event: RecordingEvent): Step {
  const stay: Step = [state, []]
  switch (event.on) {
    case 'press':
      if (!event.inRoom) return [state, [{ do: 'say', word: 'noRoomJoined' }]]
      if (state.is === 'idle' && !event.set) return [state, [{ do: 'say', word: 'recordingNotSet' }]]
      if (state.is === 'idle') return [{ is: 'starting' }, [{ do: 'record', to: true }]]
      if (state.is === 'recording')
        return [{ is: 'stopping', since: state.since }, [{ do: 'record', to: false }]]
      return stay
    case 'began':
      if (state.is !== 'starting') return stay
      return [{ is: 'recording', since: event.at }, [{ do: 'say', word: 'started' }]]
    case 'beganNot':
      if (state.is !== 'starting') return stay
      return [
        { is: 'idle' },
        [{ do: 'say', word: 'startFailed' }, ...(event.why ? [{ do: 'say', word: event.why } as const] : [])],
      ]
    case 'ended':
      if (state.is !== 'stopping') return stay
      return [
        { is: 'idle' },
        [
          { do: 'say', word: 'stopped' },
          { do: 'tell', fileName: event.fileName },
        ],
      ]
    case 'endedNot':
      // It goes on, and can be stopped again.
      if (state.is !== 'stopping') return stay
      return [{ is: 'recording', since: state.since }, [{ do: 'say', word: 'stopFailed' }]]
    case 'broken':
      return [{ is: 'idle' }, [{ do: 'say', word: event.why }]]
    case 'told':
      return told(state, event.since)
    case 'left':
      return state.is === 'idle' ? stay : [{ is: 'idle' }, []]
  }
}

function told(state: RoomRecording, since: number | null): Step {
  // While this page itself starts or stops it, the answer to that says how it went.
  if (state.is === 'starting' || state.is === 'stopping') return [state, []]
  if (since === null) return state.is === 'idle' ? [state, []] : [{ is: 'idle' }, []]
  if (state.is === 'recording' && state.since === since) return [state, []]
  return [{ is: 'recording', since }, []]
}

/** What a recording takes, as it was set; or why it cannot be set so, or not now. */
export function setRecording(
  wanted: unknown,
  presence: Presence,
): { config: RecordingConfig } | { fault: RoomFault } {
  if (presence !== 'out') return { fault: 'recordingSetInRoom' }
  const read = z.safeParse(recordingConfig, wanted)
  return read.success ? { config: read.data } : { fault: 'recordingIncomplete' }
}
