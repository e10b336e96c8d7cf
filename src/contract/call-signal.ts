// How the two ends of a call find each other: descriptions and candidates, and what a provider needs to join.
import * as z from 'zod/mini'
import { callRecordingWord } from '../domain/intercom/call-recording.ts'

/** Who carries sound and picture: the built-in line (WebRTC, signalled over the broker) or Agora. */
export const callProvider = z.enum(['builtIn', 'agora'])
export type CallProvider = z.output<typeof callProvider>

export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})

export type IceServer = z.output<typeof iceServer>

const sdp = z.string().check(z.maxLength(40_000))

/**
 * One step of the negotiation. A door unit offers; between people the caller offers. `renew` asks the offering side
 * for a new offer with an ICE restart, after a change of network. `bye`: this end has gone.
 */
export const callSignal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('offer'), sdp }),
  z.object({ kind: z.literal('answer'), sdp }),
  z.object({
    kind: z.literal('candidate'),
    /** Empty: no more will come. */
    candidate: z.string().check(z.maxLength(2_000)),
    mid: z.nullable(z.string().check(z.maxLength(64))),
    line: z.nullable(z.int()),
  }),
  z.object({ kind: z.literal('renew') }),
  /** What this end sends from now on: a muted microphone and a covered camera cannot be seen on the line. */
  z.object({ kind: z.literal('media'), video: z.boolean(), audio: z.boolean() }),
  z.object({ kind: z.literal('bye') }),
  /** From the server alone: what becomes of recording this call. */
  z.object({ kind: z.literal('recording'), word: callRecordingWord }),
  /** To the server: this end agrees to be recorded, or does not, or no longer. */
  z.object({ kind: z.literal('consent'), yes: z.boolean() }),
])
export type CallSignal = z.output<typeof callSignal>

/** What a person publishes on `acm/{userId}/call`. */
export const personSignal = z.object({ code: z.literal('5083'), callId: z.int(), signal: callSignal })

/** What one end needs to join (real-time specification, section 3: call join data, and its door-side twins). */
export const joinData = z.object({
  callId: z.int(),
  provider: callProvider,
  appId: z.nullable(z.string()),
  channel: z.string(),
  token: z.string(),
  uid: z.string(),
  iceServers: z.array(iceServer),
  /** True for the end that makes the offer. */
  offers: z.boolean(),
})
export type JoinData = z.output<typeof joinData>
