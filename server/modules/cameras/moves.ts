// Turning cameras: the way to each is opened once and kept for a while, and what was begun ends by itself.
import { MOVE_MS } from '../../../src/contract/endpoints/cameras.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { type OnvifCamera, type OnvifOptions, openOnvif } from './onvif/camera.ts'

const MOST_KEPT = 200
/** The camera is told to end by itself a little later, should the stop not reach it. */
const SPARE_MS = 1_000

export interface Moves {
  move(key: string, options: OnvifOptions, speed: { pan: number; tilt: number; zoom: number }): Promise<void>
  with<Result>(
    key: string,
    options: OnvifOptions,
    work: (camera: OnvifCamera) => Promise<Result>,
  ): Promise<Result>
  stop(): void
}

export function createMoves(): Moves {
  const kept = new Map<string, { opened: Promise<OnvifCamera>; at: number }>()
  const ends = new Map<string, NodeJS.Timeout>()
  const open = (key: string, options: OnvifOptions) => {
    const before = kept.get(key)
    if (before && Date.now() - before.at < MINUTE_MS) return before.opened
    const opened = openOnvif(options)
    kept.delete(key)
    kept.set(key, { opened, at: Date.now() })
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    // What went wrong once is asked anew.
    opened.catch(() => kept.delete(key))
    return opened
  }
  return {
    with: async (key, options, work) => work(await open(key, options)),
    async move(key, options, speed) {
      const camera = await open(key, options)
      clearTimeout(ends.get(key))
      ends.delete(key)
      if (speed.pan === 0 && speed.tilt === 0 && speed.zoom === 0) return camera.stop()
      await camera.move(speed, MOVE_MS + SPARE_MS)
      clearTimeout(ends.get(key))
      ends.set(
        key,
        setTimeout(() => {
          ends.delete(key)
          camera.stop().catch(() => {})
        }, MOVE_MS),
      )
    },
    stop() {
      for (const timer of ends.values()) clearTimeout(timer)
    },
  }
}
