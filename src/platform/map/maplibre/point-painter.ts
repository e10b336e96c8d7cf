// Draws live points and clusters into the map's own canvas.
import { CLUSTER_WORDS, type ClusterBuffers, FIGURE_WORDS } from './cluster-shape.ts'
import { type Atlas, FIGURE_CELL, type FigureAtlas } from './point-atlas.ts'
import { OFFSETS, type PointColumns, STRIDE } from './point-columns.ts'
import {
  CLUSTER_FRAGMENT,
  CLUSTER_VERTEX,
  FIGURE_VERTEX,
  makeProgram,
  POINT_FRAGMENT,
  POINT_VERTEX,
  uniformsOf,
} from './point-shaders.ts'
import type { Origin } from './world-units.ts'

export interface Frame {
  origin: Origin
  /** CSS pixels of a part of the world. */
  scale: number
  /** Of the canvas, in CSS pixels. */
  wide: number
  high: number
  /** Device pixels of a CSS pixel. */
  ratio: number
  /** The layer's own clock. */
  seconds: number
}

export interface PointsDrawn {
  /** `all`: every slot. */
  slots: 'all' | Uint32Array<ArrayBuffer>
  /** Over the others. */
  urgent: Uint32Array<ArrayBuffer>
  selected: Uint32Array<ArrayBuffer>
  /** CSS pixels across. */
  size: number
  motionSeconds: number
}

const PLACE = ['u_origin', 'u_rest', 'u_scale', 'u_view'] as const
const POINT = [...PLACE, 'u_now', 'u_seconds', 'u_size', 'u_only', 'u_columns', 'u_atlas', 'u_cells'] as const
const RING = [...PLACE, 'u_ratio', 'u_colours', 'u_surface'] as const
const FIGURE = [...PLACE, 'u_size', 'u_columns', 'u_atlas', 'u_cells'] as const
const SELECTED_SCALE = 1.3
const HALO_SCALE = 2

export class PointPainter {
  readonly #gl: WebGL2RenderingContext
  readonly #point: WebGLProgram
  readonly #ring: WebGLProgram
  readonly #figure: WebGLProgram
  readonly #pointAt
  readonly #ringAt
  readonly #figureAt
  readonly #buffers: Record<'points' | 'slots' | 'rings' | 'figures', WebGLBuffer>
  readonly #arrays: Record<'points' | 'rings' | 'figures', WebGLVertexArrayObject>
  readonly #textures: Record<'looks' | 'letters', WebGLTexture>
  #room = 0
  #looks: Atlas | undefined
  #rings = 0
  #figures = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#point = makeProgram(gl, POINT_VERTEX, POINT_FRAGMENT)
    this.#ring = makeProgram(gl, CLUSTER_VERTEX, CLUSTER_FRAGMENT)
    this.#figure = makeProgram(gl, FIGURE_VERTEX, POINT_FRAGMENT)
    this.#pointAt = uniformsOf(gl, this.#point, POINT)
    this.#ringAt = uniformsOf(gl, this.#ring, RING)
    this.#figureAt = uniformsOf(gl, this.#figure, FIGURE)
    this.#buffers = {
      points: gl.createBuffer(),
      slots: gl.createBuffer(),
      rings: gl.createBuffer(),
      figures: gl.createBuffer(),
    }
    this.#textures = { looks: gl.createTexture(), letters: gl.createTexture() }
    this.#arrays = {
      points: this.#layOut('points', STRIDE, [
        ['uint', 2, OFFSETS.next],
        ['uint', 2, OFFSETS.before],
        ['float', 1, OFFSETS.since],
        ['uint', 1, OFFSETS.look],
      ]),
      rings: this.#layOut('rings', CLUSTER_WORDS * 4, [
        ['uint', 2, 0],
        ['float', 1, 8],
        ['float', 4, 12],
        ['float', 4, 28],
      ]),
      figures: this.#layOut('figures', FIGURE_WORDS * 4, [
        ['uint', 2, 0],
        ['float', 1, 8],
        ['float', 1, 12],
      ]),
    }
  }

  #layOut(
    name: 'points' | 'rings' | 'figures',
    stride: number,
    parts: readonly (readonly ['uint' | 'float', number, number])[],
  ): WebGLVertexArrayObject {
    const gl = this.#gl
    const array = gl.createVertexArray()
    gl.bindVertexArray(array)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[name])
    for (const [at, [type, size, offset]] of parts.entries()) {
      gl.enableVertexAttribArray(at)
      if (type === 'uint') gl.vertexAttribIPointer(at, size, gl.UNSIGNED_INT, stride, offset)
      else gl.vertexAttribPointer(at, size, gl.FLOAT, false, stride, offset)
    }
    if (name === 'points') gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#buffers.slots)
    gl.bindVertexArray(null)
    return array
  }

  /** Sends all slots, or only those from the first to the last. */
  sendPoints(columns: PointColumns, first?: number, last?: number): void {
    const gl = this.#gl
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers.points)
    const { words } = columns
    if (first !== undefined && last !== undefined && this.#room === words.length) {
      gl.bufferSubData(gl.ARRAY_BUFFER, first * STRIDE, columns.wordsOf(first, last))
      return
    }
    this.#room = words.length
    gl.bufferData(gl.ARRAY_BUFFER, words, gl.DYNAMIC_DRAW)
  }

  sendLooks(atlas: Atlas): void {
    this.#looks = atlas
    this.#sendCanvas(this.#textures.looks, atlas.canvas)
  }

  #sendCanvas(texture: WebGLTexture, canvas: HTMLCanvasElement): void {
    const gl = this.#gl
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas)
    gl.generateMipmap(gl.TEXTURE_2D)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  }

  sendClusters({ rings, figures, figureCount }: ClusterBuffers): void {
    const gl = this.#gl
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers.rings)
    gl.bufferData(gl.ARRAY_BUFFER, rings, gl.DYNAMIC_DRAW)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers.figures)
    gl.bufferData(gl.ARRAY_BUFFER, figures, gl.DYNAMIC_DRAW)
    this.#rings = rings.length / CLUSTER_WORDS
    this.#figures = figureCount
  }

  /** Blending of colours that are multiplied by their opacity already; nothing of the depth. */
  #begin(): void {
    const gl = this.#gl
    gl.disable(gl.DEPTH_TEST)
    gl.disable(gl.STENCIL_TEST)
    gl.disable(gl.CULL_FACE)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.activeTexture(gl.TEXTURE0)
  }

  #aim(
    program: WebGLProgram,
    at: (name: (typeof PLACE)[number]) => WebGLUniformLocation | null,
    { origin, scale, wide, high }: Frame,
  ): void {
    const gl = this.#gl
    // biome-ignore lint/correctness/useHookAtTopLevel: the graphics card's word, not React's
    gl.useProgram(program)
    gl.uniform2ui(at('u_origin'), origin.x, origin.y)
    gl.uniform2f(at('u_rest'), origin.restX, origin.restY)
    gl.uniform1f(at('u_scale'), scale)
    gl.uniform2f(at('u_view'), wide, high)
  }

  drawPoints(
    columns: PointColumns,
    frame: Frame,
    { slots, urgent, selected, size, motionSeconds }: PointsDrawn,
  ): void {
    const gl = this.#gl
    const looks = this.#looks
    if (!looks || columns.size === 0) return
    this.#begin()
    const at = this.#pointAt
    this.#aim(this.#point, at, frame)
    gl.uniform1f(at('u_now'), frame.seconds)
    gl.uniform1f(at('u_seconds'), motionSeconds)
    gl.uniform1f(at('u_columns'), looks.columns)
    gl.uniform2f(at('u_cells'), looks.columns, looks.rows)
    gl.uniform1i(at('u_atlas'), 0)
    gl.bindTexture(gl.TEXTURE_2D, this.#textures.looks)
    gl.bindVertexArray(this.#arrays.points)
    const pass = (drawn: PointsDrawn['slots'], scale: number, only = -1) => {
      // A cell has a margin around the look.
      gl.uniform1f(at('u_size'), size * scale * frame.ratio * CELL_TO_LOOK)
      gl.uniform1i(at('u_only'), only)
      if (drawn === 'all') {
        gl.drawArrays(gl.POINTS, 0, columns.size)
        return
      }
      if (drawn.length === 0) return
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, drawn, gl.DYNAMIC_DRAW)
      gl.drawElements(gl.POINTS, drawn.length, gl.UNSIGNED_INT, 0)
    }
    pass(slots, 1)
    pass(urgent, 1)
    pass(selected, HALO_SCALE, this.#haloCell)
    pass(selected, SELECTED_SCALE)
    gl.bindVertexArray(null)
  }

  #haloCell = 0
  /** The cell after the looks. */
  set halo(cell: number) {
    this.#haloCell = cell
  }

  drawClusters(frame: Frame, letters: FigureAtlas, colours: Float32Array, surface: readonly number[]): void {
    const gl = this.#gl
    if (this.#rings === 0) return
    this.#begin()
    this.#aim(this.#ring, this.#ringAt, frame)
    gl.uniform1f(this.#ringAt('u_ratio'), frame.ratio)
    gl.uniform3fv(this.#ringAt('u_colours'), colours)
    gl.uniform3fv(this.#ringAt('u_surface'), [...surface])
    gl.bindVertexArray(this.#arrays.rings)
    gl.drawArrays(gl.POINTS, 0, this.#rings)

    if (letters.stale) this.#sendCanvas(this.#textures.letters, letters.atlas.canvas)
    letters.stale = false
    const at = this.#figureAt
    this.#aim(this.#figure, at, frame)
    gl.uniform1f(at('u_size'), FIGURE_CELL * frame.ratio)
    gl.uniform1f(at('u_columns'), letters.atlas.columns)
    gl.uniform2f(at('u_cells'), letters.atlas.columns, letters.atlas.rows)
    gl.uniform1i(at('u_atlas'), 0)
    gl.bindTexture(gl.TEXTURE_2D, this.#textures.letters)
    gl.bindVertexArray(this.#arrays.figures)
    gl.drawArrays(gl.POINTS, 0, this.#figures)
    gl.bindVertexArray(null)
  }

  destroy(): void {
    const gl = this.#gl
    for (const program of [this.#point, this.#ring, this.#figure]) gl.deleteProgram(program)
    for (const buffer of Object.values(this.#buffers)) gl.deleteBuffer(buffer)
    for (const array of Object.values(this.#arrays)) gl.deleteVertexArray(array)
    for (const texture of Object.values(this.#textures)) gl.deleteTexture(texture)
  }
}

/** 64 pixels of a cell hold a look of 56. */
const CELL_TO_LOOK = 64 / 56
