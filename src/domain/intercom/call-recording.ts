// Recording a call at a door or between colleagues: on what terms a company does it, and in what pieces it is sent.
import * as z from 'zod/mini'
import { recordingTrouble } from '../recordings/recording-trouble.ts'

/**
 * What the place demands. `off`: no call is recorded. `announced`: the other end is told, and may hang up. `agreed`: the other
 * end is asked, and may take it back.
 */
export const callRecordingMode = z.enum(['off', 'announced', 'agreed'])
export type CallRecordingMode = z.output<typeof callRecordingMode>

/** Until somebody has decided, nothing is recorded. */
export const FIRST_MODE: CallRecordingMode = 'off'

/** Milliseconds of sound or picture that are sent at once: so much is lost with a console that falls. */
export const PIECE_MS = 1_000
/** Most bytes of a piece; a second has a hundredth of it. */
export const MOST_PIECE_BYTES = 4 * 1024 * 1024
/** Sounds and pictures of one call: each camera that is turned on again begins another one. */
export const MOST_CALL_TRACKS = 200

/** Whose sound or picture it is: of the end that records, or of the other one. */
export const callSide = z.enum(['own', 'other'])
export type CallSide = z.output<typeof callSide>

/** What the server tells both ends of a recording. */
export const callRecordingWord = z.discriminatedUnion('is', [
  /** To the other end: may this be recorded? */
  z.object({ is: z.literal('asked') }),
  /** `agreed`: the other end was asked, and may take it back. */
  z.object({ is: z.literal('on'), agreed: z.boolean() }),
  /** `trouble`: it has ended by itself. */
  z.object({ is: z.literal('off'), trouble: z.nullable(recordingTrouble) }),
  /** To the end that wants to record: the other end does not agree. */
  z.object({ is: z.literal('declined') }),
  /** To the end that wants to record: it may begin. */
  z.object({ is: z.literal('agreed') }),
])
export type CallRecordingWord = z.output<typeof callRecordingWord>
