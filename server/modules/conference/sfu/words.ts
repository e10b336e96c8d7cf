// What the server and the program that carries media say to each other.
import * as z from 'zod/mini'
import { limit } from '../../../../src/contract/conference-wire.ts'
import { pingOrder, programWords } from '../kept-program.ts'

/** A participant's connections: one for everything, one beside it for a picture in layers. */
const line = z.enum(['main', 'layers'])
const source = z.object({ from: z.string(), type: z.enum(['audio', 'video', 'screen']) })

export const order = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('configure'),
    ports: z.nullable(z.object({ first: z.int(), last: z.int() })),
    address: z.nullable(z.string()),
    kilobits: z.int(),
  }),
  z.object({ do: z.literal('offer'), call: z.int(), id: z.string(), line, sdp: z.string() }),
  z.object({
    do: z.literal('candidate'),
    id: z.string(),
    line,
    candidate: z.string(),
    mid: z.nullable(z.string()),
  }),
  z.object({
    do: z.literal('allow'),
    id: z.string(),
    audio: z.boolean(),
    video: z.boolean(),
    screen: z.boolean(),
  }),
  z.object({
    do: z.literal('route'),
    id: z.string(),
    routes: z.array(z.object({ mid: z.string(), source: z.nullable(source), width: z.number() })),
  }),
  z.object({ do: z.literal('refresh'), source }),
  z.object({ do: z.literal('close'), id: z.string() }),
  z.object({
    do: z.literal('record'),
    id: z.string(),
    folder: z.string(),
    since: z.int(),
    sources: z.array(
      z.object({
        ...source.shape,
        whose: z.string(),
        displayName: z.string(),
        imei: z.nullable(z.string()),
      }),
    ),
  }),
  z.object({ do: z.literal('endRecording'), call: z.int(), id: z.string() }),
  pingOrder,
])
export type Order = z.output<typeof order>

export const word = z.discriminatedUnion('say', [
  ...programWords,
  z.object({
    say: z.literal('answer'),
    call: z.int(),
    sdp: z.string(),
    slots: z.object({ audio: z.array(z.string()), video: z.array(z.string()) }),
  }),
  z.object({ say: z.literal('refused'), call: z.int(), why: z.string() }),
  z.object({ say: z.literal('broken'), id: z.string() }),
  z.object({
    say: z.literal('recordingTrouble'),
    id: z.string(),
    trouble: z.enum(['diskFull', 'broken']),
    why: z.string(),
  }),
  z.object({ say: z.literal('recorded'), call: z.int() }),
  z.object({
    say: z.literal('volumes'),
    volumes: z.array(z.object({ id: z.string(), level: z.number() })),
    speaking: z.array(z.string()),
  }),
  /** So many layers of a participant's picture are of use to somebody. */
  z.object({ say: z.literal('layers'), id: z.string(), layers: z.int() }),
  /** Why pictures that a participant gets are not the best that there are, by their lines. */
  z.object({
    say: z.literal('limits'),
    id: z.string(),
    limits: z.array(z.object({ mid: z.string(), by: limit })),
  }),
])
export type Word = z.output<typeof word>
