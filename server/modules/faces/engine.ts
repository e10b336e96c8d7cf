// What looks at faces, whatever it is: finds them in a picture, and makes the numbers by which two are compared.

/** A picture decoded, upright: three bytes a pixel, row by row. */
export interface Pixels {
  width: number
  height: number
  rgb: Uint8Array
}

export interface SeenFace {
  /** How sure the engine is that it is one, from 0 to 1. */
  score: number
  /** Pixels of the picture it was given. */
  box: { x: number; y: number; width: number; height: number }
  /** Two of one person lie near each other. */
  embedding: Float32Array
}

export interface Seen {
  /** Which network made the embeddings: those of two are never compared. */
  model: string
  faces: SeenFace[]
}

export interface FaceEngine {
  readonly kind: 'none' | 'worker'
  /** Undefined: there is no engine that could look. Throws an `EngineProblem`. */
  look(pixels: Pixels): Promise<Seen | undefined>
  stop(): Promise<void>
}

export class EngineProblem extends Error {
  readonly slow: boolean
  constructor(message: string, { slow = false, ...options }: ErrorOptions & { slow?: boolean } = {}) {
    super(message, options)
    this.name = 'EngineProblem'
    this.slow = slow
  }
}

/** Nothing is installed: pictures are kept with their consent, and nothing is said about them. */
export const noEngine: FaceEngine = {
  kind: 'none',
  look: async () => undefined,
  stop: async () => undefined,
}
