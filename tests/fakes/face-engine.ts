// A face engine that sees what it is told: the first pixel of a drawn picture says whom it shows, how many, and how the
// engine behaves. Speaks the wire of the real one, as a program of its own.
import type { LookOrder } from '../../server/modules/faces/engine-wire.ts'

/** What the third value of the first pixel makes it do. */
const behaviours = {
  faces: 0,
  small: 20,
  stall: 40,
  die: 60,
  nonsense: 80,
  problem: 100,
  otherNumber: 120,
} as const
export type Behaviour = keyof typeof behaviours

export interface Drawn {
  /** People with different numbers look nothing alike. */
  person: number
  /** Tenths that this picture of them is away from the plainest one. */
  apart?: number
  faces?: number
  does?: Behaviour
}

/** Red, green and blue of the first pixel. */
export function firstPixel({
  person,
  apart = 0,
  faces = 1,
  does = 'faces',
}: Drawn): [number, number, number] {
  return [person, faces * 16 + apart, behaviours[does]]
}

const DIMENSIONS = 64

/** Of unit length, at an angle from the person's own direction towards one that is nobody's. */
export function embeddingOf(person: number, apart: number): Float32Array {
  const embedding = new Float32Array(DIMENSIONS)
  // A chord of so many tenths.
  const angle = 2 * Math.asin(apart / 20)
  embedding[person % (DIMENSIONS - 1)] = Math.cos(angle)
  embedding[DIMENSIONS - 1] = Math.sin(angle)
  return embedding
}

function answer({ no, width, height, rgb }: LookOrder): void {
  const [person = 0, how = 0, does = 0] = rgb
  if (does === behaviours.stall) return
  if (does === behaviours.die) process.exit(9)
  if (does === behaviours.nonsense) {
    process.send?.({ no, model: 'fake 1', faces: [{ score: 7, box: 'here', embedding: [Number.NaN] }] })
    return
  }
  if (does === behaviours.problem) {
    process.send?.({ no, problem: 'out of memory' })
    return
  }
  const side = does === behaviours.small ? 60 : Math.round(Math.min(width, height) * 0.7)
  const face = (at: number) => ({
    score: 0.98,
    box: { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side },
    embedding: embeddingOf(person + at, how % 16),
  })
  const faces = Array.from({ length: Math.floor(how / 16) }, (_, at) => face(at))
  process.send?.({ no: does === behaviours.otherNumber ? no + 7 : no, model: 'fake 1', faces })
}

if (import.meta.main) process.on('message', (order: LookOrder) => answer(order))
