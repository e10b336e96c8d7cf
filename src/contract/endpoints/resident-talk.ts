// Speaking with a visitor on the resident page. Apart from the page, which is loaded by many who never speak.
import * as z from 'zod/mini'
import { id } from '../../domain/fields.ts'
import { callSignal, joinData } from '../call-signal.ts'
import { endpoint } from '../endpoint.ts'

const service = 'user' as const
const access = 'resident' as const

/**
 * Answers for the home. The first answer wins, whoever gives it: a later one gets `call.takenBy`, one after the end `call.over`.
 */
export const residentCallAnswer = endpoint({
  service,
  method: 'POST',
  path: 'home/calls/answer',
  access,
  summary: 'Answer a ringing call of a home, with picture and sound',
  request: z.strictObject({ callId: id }),
  response: z.object({ join: joinData }),
})

/** What becomes of recordings is a matter of staff. */
const lineSignal = callSignal.check(
  z.refine(({ kind }) => kind !== 'recording' && kind !== 'consent', { error: 'choice' }),
)

export const residentCallSay = endpoint({
  service,
  method: 'POST',
  path: 'home/calls/say',
  access,
  summary: 'Say a word about the line of the own call to the door',
  request: z.strictObject({ callId: id, signal: lineSignal }),
  response: z.null(),
})

export const residentCallHear = endpoint({
  service,
  method: 'POST',
  path: 'home/calls/hear',
  access,
  summary: 'What the door has said about the line of the own call, and whether the call goes on',
  request: z.strictObject({ callId: id, after: z.int().check(z.minimum(0)) }),
  response: z.object({ isLive: z.boolean(), words: z.array(z.object({ id, signal: callSignal })) }),
})

export const residentCallEnd = endpoint({
  service,
  method: 'POST',
  path: 'home/calls/end',
  access,
  summary: 'Hang up the own call; one that is over is no error',
  request: z.strictObject({ callId: id }),
  response: z.null(),
})
