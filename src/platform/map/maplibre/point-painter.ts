// Draws live points into the map's own canvas, each by its look and where it is on its way.
import { aim, type Frame, forEachEarth, layOut, PLACE, sendCanvas } from './painting.ts'
import type { Atlas } from './point-atlas.ts'
import { OFFSETS, type PointColumns, STRIDE } from './point-columns.ts'
import { makeProgram, POINT_FRAGMENT, POINT_VERTEX, uniformsOf } from './point-shaders.ts'

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

const POINT = [...PLACE, 'u_now', 'u_seconds', 'u_size', 'u_only', 'u_columns', 'u_atlas', 'u_cells'] as const
const SELECTED_SCALE = 1.3
const HALO_SCALE = 2
/** 64 pixels of a cell hold a look of 56. */
const CELL_TO_LOOK = 64 / 56

export class PointPainter {
  readonly #gl: WebGL2RenderingContext
  readonly #program: WebGLProgram
  readonly #at
  readonly #points: WebGLBuffer
  readonly #slots: WebGLBuffer
  readonly #array: WebGLVertexArrayObject
  readonly #texture: WebGLTexture
  #room = 0
  #looks: Atlas | undefined
  /** The cell of the ring around what is selected. */
  #halo = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#program = makeProgram(gl, POINT_VERTEX, POINT_FRAGMENT)
    this.#at = uniformsOf(gl, this.#program, POINT)
    this.#points = gl.createBuffer()
    this.#slots = gl.createBuffer()
    this.#texture = gl.createTexture()
    const parts = [
      ['uint', 2, OFFSETS.next],
      ['uint', 2, OFFSETS.before],
      ['float', 1, OFFSETS.since],
      ['uint', 1, OFFSETS.look],
    ] as const
    this.#array = layOut(gl, this.#points, STRIDE, parts, this.#slots)
  }

  /** Sends all slots, or only those from the first to the last. */
  send(columns: PointColumns, first?: number, last?: number): void {
    const gl = this.#gl
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#points)
    const { words } = columns
    if (first !== undefined && last !== undefined && this.#room === words.length) {
      gl.bufferSubData(gl.ARRAY_BUFFER, first * STRIDE, columns.wordsOf(first, last))
      return
    }
    this.#room = words.length
    gl.bufferData(gl.ARRAY_BUFFER, words, gl.DYNAMIC_DRAW)
  }

  /** `halo`: the cell of the ring around what is selected. */
  sendLooks(atlas: Atlas, halo: number): void {
    this.#looks = atlas
    this.#halo = halo
    sendCanvas(this.#gl, this.#texture, atlas.canvas)
  }

  draw(columns: PointColumns, frame: Frame, drawn: PointsDrawn): void {
    const gl = this.#gl
    const looks = this.#looks
    if (!looks || columns.size === 0) return
    const at = this.#at
    aim(gl, this.#program, at, frame)
    gl.uniform1f(at('u_now'), frame.seconds)
    gl.uniform1f(at('u_seconds'), drawn.motionSeconds)
    gl.uniform1f(at('u_columns'), looks.columns)
    gl.uniform2f(at('u_cells'), looks.columns, looks.rows)
    gl.uniform1i(at('u_atlas'), 0)
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
    gl.bindVertexArray(this.#array)
    const pass = (slots: PointsDrawn['slots'], scale: number, only = -1) => {
      if (slots.length === 0) return
      // A cell has a margin around the look.
      gl.uniform1f(at('u_size'), drawn.size * scale * frame.ratio * CELL_TO_LOOK)
      gl.uniform1i(at('u_only'), only)
      if (slots !== 'all') gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, slots, gl.DYNAMIC_DRAW)
      forEachEarth(gl, at, frame, () => {
        if (slots === 'all') gl.drawArrays(gl.POINTS, 0, columns.size)
        else gl.drawElements(gl.POINTS, slots.length, gl.UNSIGNED_INT, 0)
      })
    }
    pass(drawn.slots, 1)
    pass(drawn.urgent, 1)
    pass(drawn.selected, HALO_SCALE, this.#halo)
    pass(drawn.selected, SELECTED_SCALE)
    gl.bindVertexArray(null)
  }

  destroy(): void {
    const gl = this.#gl
    gl.deleteProgram(this.#program)
    gl.deleteBuffer(this.#points)
    gl.deleteBuffer(this.#slots)
    gl.deleteVertexArray(this.#array)
    gl.deleteTexture(this.#texture)
  }
}
