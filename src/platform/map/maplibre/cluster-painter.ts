// Draws clusters into the map's own canvas: rings, and figures in them.
import { CLUSTER_WORDS, type ClusterBuffers, FIGURE_WORDS } from './cluster-shape.ts'
import { aim, type Frame, forEachEarth, layOut, PLACE, sendCanvas } from './painting.ts'
import { FIGURE_CELL, type FigureAtlas } from './point-atlas.ts'
import {
  CLUSTER_FRAGMENT,
  CLUSTER_VERTEX,
  FIGURE_VERTEX,
  makeProgram,
  POINT_FRAGMENT,
  uniformsOf,
} from './point-shaders.ts'

const RING = [...PLACE, 'u_ratio', 'u_colours', 'u_surface'] as const
const FIGURE = [...PLACE, 'u_size', 'u_columns', 'u_atlas', 'u_cells'] as const

export interface ClustersDrawn {
  letters: FigureAtlas
  /** Red, green, blue, … of the rings. */
  colours: Float32Array
  /** Of the middles. */
  surface: readonly [number, number, number]
}

export class ClusterPainter {
  readonly #gl: WebGL2RenderingContext
  readonly #ring: WebGLProgram
  readonly #figure: WebGLProgram
  readonly #ringAt
  readonly #figureAt
  readonly #buffers: Record<'rings' | 'figures', WebGLBuffer>
  readonly #arrays: Record<'rings' | 'figures', WebGLVertexArrayObject>
  readonly #letters: WebGLTexture
  #rings = 0
  #figures = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#ring = makeProgram(gl, CLUSTER_VERTEX, CLUSTER_FRAGMENT)
    this.#figure = makeProgram(gl, FIGURE_VERTEX, POINT_FRAGMENT)
    this.#ringAt = uniformsOf(gl, this.#ring, RING)
    this.#figureAt = uniformsOf(gl, this.#figure, FIGURE)
    this.#buffers = { rings: gl.createBuffer(), figures: gl.createBuffer() }
    this.#letters = gl.createTexture()
    this.#arrays = {
      rings: layOut(gl, this.#buffers.rings, CLUSTER_WORDS * 4, [
        ['uint', 2, 0],
        ['float', 1, 8],
        ['float', 4, 12],
        ['float', 4, 28],
      ]),
      figures: layOut(gl, this.#buffers.figures, FIGURE_WORDS * 4, [
        ['uint', 2, 0],
        ['float', 1, 8],
        ['float', 1, 12],
      ]),
    }
  }

  send({ rings, figures, figureCount }: ClusterBuffers): void {
    const gl = this.#gl
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers.rings)
    gl.bufferData(gl.ARRAY_BUFFER, rings, gl.DYNAMIC_DRAW)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers.figures)
    gl.bufferData(gl.ARRAY_BUFFER, figures, gl.DYNAMIC_DRAW)
    this.#rings = rings.length / CLUSTER_WORDS
    this.#figures = figureCount
  }

  draw(frame: Frame, { letters, colours, surface }: ClustersDrawn): void {
    const gl = this.#gl
    if (this.#rings === 0) return
    const ringAt = this.#ringAt
    aim(gl, this.#ring, ringAt, frame)
    gl.uniform1f(ringAt('u_ratio'), frame.ratio)
    gl.uniform3fv(ringAt('u_colours'), colours)
    gl.uniform3fv(ringAt('u_surface'), [...surface])
    gl.bindVertexArray(this.#arrays.rings)
    forEachEarth(gl, ringAt, frame, () => gl.drawArrays(gl.POINTS, 0, this.#rings))

    const { atlas } = letters
    if (letters.stale) sendCanvas(gl, this.#letters, atlas.canvas)
    letters.stale = false
    const at = this.#figureAt
    aim(gl, this.#figure, at, frame)
    gl.uniform1f(at('u_size'), FIGURE_CELL * frame.ratio)
    gl.uniform1f(at('u_columns'), atlas.columns)
    gl.uniform2f(at('u_cells'), atlas.columns, atlas.rows)
    gl.uniform1i(at('u_atlas'), 0)
    gl.bindTexture(gl.TEXTURE_2D, this.#letters)
    gl.bindVertexArray(this.#arrays.figures)
    forEachEarth(gl, at, frame, () => gl.drawArrays(gl.POINTS, 0, this.#figures))
    gl.bindVertexArray(null)
  }

  destroy(): void {
    const gl = this.#gl
    for (const program of [this.#ring, this.#figure]) gl.deleteProgram(program)
    for (const buffer of Object.values(this.#buffers)) gl.deleteBuffer(buffer)
    for (const array of Object.values(this.#arrays)) gl.deleteVertexArray(array)
    gl.deleteTexture(this.#letters)
  }
}
