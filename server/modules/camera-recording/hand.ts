// The program that fetches cameras, as recording needs it.
import type { CameraFault } from '../../../src/domain/camera/camera.ts'
import type { Cameras } from '../cameras/public.ts'

export interface Handed {
  /** Resolves when what was taken is finished and told. */
  stop(): Promise<void>
}

export interface CameraHand {
  /** Hands a camera's pictures to a consumer of the program; or why it cannot. */
  consume(
    cameraId: number,
    consumer: string,
    options: unknown,
    events: { heard(word: unknown): void; over(): void },
  ): Promise<Handed | CameraFault>
}

export const handOf = ({ media, planOf }: Pick<Cameras, 'media' | 'planOf'>): CameraHand => ({
  async consume(cameraId, consumer, options, { heard, over }) {
    const plan = await planOf(cameraId)
    if (!plan) return 'off'
    const state = await media.warm()
    if (state !== 'up') return 'engine'
    const stop = media.consume({
      plan,
      stream: 'main',
      consumer,
      options,
      onMessage: heard,
      onOver: over,
    })
    return { stop }
  },
})
