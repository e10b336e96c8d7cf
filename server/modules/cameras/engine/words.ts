// What the server and the program that fetches cameras say to each other.
import * as z from 'zod/mini'
import { cameraFault, cameraHealth, cameraStream, streamFacts } from '../../../../src/domain/camera/camera.ts'
import { pingOrder, programWords } from '../../conference/public.ts'

/** All that is needed to fetch a camera. */
export const cameraPlan = z.object({
  cameraId: z.int(),
  /** `pull`: its address is played. `push`: it sends by itself. */
  way: z.enum(['pull', 'push']),
  main: z.string(),
  /** Empty: there is no small picture. */
  sub: z.string(),
  account: z.nullable(z.object({ username: z.string(), password: z.string() })),
  /** Where it may be; null: the operator has said where it is. */
  networks: z.nullable(z.array(z.string())),
  /** Port of the simulated cameras on this machine, which alone lead there. */
  simulated: z.nullable(z.int()),
  talks: z.boolean(),
})
export type CameraPlan = z.output<typeof cameraPlan>

const watched = { call: z.int(), id: z.string(), camera: cameraPlan, stream: cameraStream }

export const order = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('configure'),
    ports: z.nullable(z.object({ first: z.int(), last: z.int() })),
    address: z.nullable(z.string()),
    /** Cameras on this machine are allowed where their networks say so; for installations that are tried out. */
    alsoHere: z.boolean(),
  }),
  /** A viewer's offer. Answered by `answer`, `refused` or `fault`. */
  z.object({ do: z.literal('watch'), ...watched, sdp: z.string() }),
  z.object({ do: z.literal('leave'), id: z.string() }),
  /** A viewer may be heard at the camera, or no longer. */
  z.object({ do: z.literal('talk'), call: z.int(), id: z.string(), on: z.boolean() }),
  /** A sender's offer, in place of an earlier one for the same camera. */
  z.object({ do: z.literal('publish'), call: z.int(), id: z.string(), cameraId: z.int(), sdp: z.string() }),
  z.object({ do: z.literal('unpublish'), id: z.string() }),
  /** Hands the pictures to a consumer of the program; answered by `consuming`. */
  z.object({ do: z.literal('consume'), ...watched, consumer: z.string(), options: z.unknown() }),
  /** Answered by `unconsumed` when the consumer has finished what it had. */
  z.object({ do: z.literal('unconsume'), call: z.int(), id: z.string() }),
  /** The camera was changed or removed: what is fetched of it ends, unless it is fetched by this plan. */
  z.object({
    do: z.literal('drop'),
    cameraId: z.int(),
    fault: cameraFault,
    unless: z.optional(cameraPlan),
  }),
  pingOrder,
])
export type Order = z.output<typeof order>

export const word = z.discriminatedUnion('say', [
  ...programWords,
  z.object({
    say: z.literal('answer'),
    call: z.int(),
    sdp: z.string(),
    facts: streamFacts,
    sound: z.boolean(),
    canTalk: z.boolean(),
  }),
  /** A description that is none, or has nothing in common. */
  z.object({ say: z.literal('refused'), call: z.int(), why: z.string() }),
  z.object({ say: z.literal('fault'), call: z.int(), fault: cameraFault }),
  z.object({ say: z.literal('published'), call: z.int(), sdp: z.string() }),
  z.object({ say: z.literal('talking'), call: z.int(), ok: z.enum(['yes', 'busy', 'cannot', 'over']) }),
  z.object({ say: z.literal('consuming'), call: z.int() }),
  z.object({ say: z.literal('over'), id: z.string() }),
  z.object({ say: z.literal('unpublished'), id: z.string() }),
  z.object({ say: z.literal('health'), health: cameraHealth, told: z.boolean() }),
  /** Nothing is fetched of it any more. */
  z.object({ say: z.literal('idle'), cameraId: z.int() }),
  /** Somebody wants the picture of a camera that sends by itself, or nobody does any more. */
  z.object({ say: z.literal('wanted'), cameraId: z.int(), on: z.boolean() }),
  z.object({ say: z.literal('consumed'), id: z.string(), message: z.unknown() }),
  z.object({ say: z.literal('unconsumed'), call: z.int() }),
  /** The camera was changed or removed, and the consumer has finished what it had. */
  z.object({ say: z.literal('consumingOver'), id: z.string() }),
])
export type Word = z.output<typeof word>
