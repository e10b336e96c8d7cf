// The program that fetches cameras, as the server has it.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { CameraFault, CameraHealth, CameraStream } from '../../../src/domain/camera/camera.ts'
import type { Log } from '../../log.ts'
import { keepProgram, type ProgramState } from '../conference/public.ts'
import { type CameraPlan, type Order, type Word, word } from './engine/words.ts'

/** A camera that does not answer is given up before this. */
const WATCH_MS = 20_000
/** A slow disk may take so long to take in what is left of a recording. */
const END_MS = 20_000

export interface CameraMediaEvents {
  onHealth(health: CameraHealth, told: boolean): void
  onIdle(cameraId: number): void
  /** A view has broken off, or its camera is gone. */
  onOver(viewId: string): void
  onUnpublished(id: string): void
  onWanted(cameraId: number, on: boolean): void
  /** Everything that was carried is lost. */
  onRestarted(): void
}

/** Why there is no picture. */
export class PictureFault extends Error {
  readonly fault: CameraFault
  constructor(fault: CameraFault) {
    super(fault)
    this.name = 'PictureFault'
    this.fault = fault
  }
}

/** A description that cannot be used. */
export class DescriptionRefused extends Error {}

export interface Consumption {
  plan: CameraPlan
  stream: CameraStream
  /** Name of the consumer in `engine/consumers.ts`. */
  consumer: string
  /** As JSON can carry it. */
  options: unknown
  /** What the consumer tells the server. */
  onMessage(message: unknown): void
  /** It has ended by itself: the camera was changed or removed, or the program fell over. */
  onOver(): void
}

export interface CameraMedia {
  state(): ProgramState
  warm(): Promise<ProgramState>
  pid(): number | undefined
  /** Rejects with `PictureFault` or `DescriptionRefused`. */
  watch(
    viewId: string,
    plan: CameraPlan,
    stream: CameraStream,
    sdp: string,
  ): Promise<Pick<Extract<Word, { say: 'answer' }>, 'sdp' | 'facts' | 'sound' | 'canTalk'>>
  leave(viewId: string): void
  talk(viewId: string, on: boolean): Promise<'yes' | 'busy' | 'cannot' | 'over'>
  publish(id: string, cameraId: number, sdp: string): Promise<string>
  unpublish(id: string): void
  /**
   * Hands a camera's pictures to a consumer of the program until the answer is called, which resolves when the consumer has
   * finished what it had. The camera is fetched for as long, whoever looks.
   */
  consume(consumption: Consumption): () => Promise<void>
  /** Ends what is fetched of a camera, but for what is fetched by this plan already. */
  drop(cameraId: number, fault: CameraFault, unless?: CameraPlan): void
  stop(): Promise<void>
}

export function createCameraMedia(
  configure: Omit<Extract<Order, { do: 'configure' }>, 'do'>,
  log: Log,
  events: CameraMediaEvents,
): CameraMedia {
  const consumptions = new Map<string, Consumption>()
  const program = keepProgram<Order, Word>({
    program: join(import.meta.dirname, 'engine/program.ts'),
    word,
    configure: { do: 'configure', ...configure },
    log,
    names: {
      missing: 'Live video is off: the optional package node-datachannel is not here',
      fell: 'The program that fetches cameras fell over and is started again',
    },
    onWord(said) {
      if (said.say === 'health') events.onHealth(said.health, said.told)
      else if (said.say === 'idle') events.onIdle(said.cameraId)
      else if (said.say === 'over') events.onOver(said.id)
      else if (said.say === 'unpublished') events.onUnpublished(said.id)
      else if (said.say === 'wanted') events.onWanted(said.cameraId, said.on)
      else if (said.say === 'consumed') consumptions.get(said.id)?.onMessage(said.message)
      else if (said.say === 'consumingOver') isOver(said.id)
    },
    onRestarted() {
      events.onRestarted()
      for (const id of [...consumptions.keys()]) isOver(id)
    },
  })
  const isOver = (id: string) => {
    const one = consumptions.get(id)
    consumptions.delete(id)
    one?.onOver()
  }
  const begin = (id: string, { plan, stream, consumer, options }: Consumption) => {
    program
      .ask(call => ({ do: 'consume', call, id, camera: plan, stream, consumer, options }))
      .catch(error => {
        log.warn({ err: error, cameraId: plan.cameraId }, 'A camera could not be handed over')
        isOver(id)
      })
  }
  const { tell } = program

  return {
    state: program.state,
    warm: program.warm,
    pid: program.pid,
    async watch(id, camera, stream, sdp) {
      const said = await program.ask(call => ({ do: 'watch', call, id, camera, stream, sdp }), WATCH_MS)
      if (said.say === 'fault') throw new PictureFault(said.fault)
      if (said.say === 'refused') throw new DescriptionRefused(said.why)
      if (said.say !== 'answer') throw new Error('another answer than was asked for')
      return said
    },
    leave: id => tell({ do: 'leave', id }),
    async talk(id, on) {
      const said = await program.ask(call => ({ do: 'talk', call, id, on }))
      return said.say === 'talking' ? said.ok : 'over'
    },
    async publish(id, cameraId, sdp) {
      const said = await program.ask(call => ({ do: 'publish', call, id, cameraId, sdp }))
      if (said.say === 'refused') throw new DescriptionRefused(said.why)
      if (said.say !== 'published') throw new Error('another answer than was asked for')
      return said.sdp
    },
    unpublish: id => tell({ do: 'unpublish', id }),
    consume(consumption) {
      const id = randomBytes(12).toString('base64url')
      consumptions.set(id, consumption)
      begin(id, consumption)
      return async () => {
        // Where nobody writes any more, there is nothing to wait for.
        if (program.state() === 'up')
          await program.ask(call => ({ do: 'unconsume', call, id }), END_MS).catch(() => {})
        consumptions.delete(id)
      }
    },
    drop: (cameraId, fault, unless) => tell({ do: 'drop', cameraId, fault, ...(unless && { unless }) }),
    stop: program.stop,
  }
}
