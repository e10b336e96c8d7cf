// What goes between the server and the process of an engine, over Node's channel with structured clones. The process
// is a program of its own and may be anybody's: its answers are checked like a device's.
import * as z from 'zod/mini'

/** To the process: look at this picture. */
export interface LookOrder {
  no: number
  width: number
  height: number
  rgb: Uint8Array
}

/** More faces are a crowd, which is of no use here, or nonsense. */
const MOST_FACES = 100
const finite = z.number()
const lengthOf = (face: Float32Array) => Math.hypot(...face)

const face = z.object({
  score: finite.check(z.minimum(0), z.maximum(1)),
  box: z.object({
    x: finite,
    y: finite,
    width: finite.check(z.positive()),
    height: finite.check(z.positive()),
  }),
  embedding: z.custom<Float32Array>(
    value =>
      value instanceof Float32Array &&
      value.length >= 32 &&
      value.length <= 2048 &&
      value.every(Number.isFinite) &&
      lengthOf(value) > 0,
  ),
})

/** From the process: what it saw, or why it could not look. */
export const lookAnswer = z.union([
  z.object({
    no: z.int(),
    model: z.string().check(z.minLength(1), z.maxLength(100)),
    faces: z.array(face).check(z.maxLength(MOST_FACES)),
  }),
  z.object({ no: z.int(), problem: z.string().check(z.maxLength(500)) }),
])
export type LookAnswer = z.output<typeof lookAnswer>
