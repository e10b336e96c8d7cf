// What every painter of the map's own canvas does: buffers in their layout, pictures as textures, where the camera is.
import { type Origin, WORLD } from './world-units.ts'

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

/** Uniforms of every program that places something on the map. */
export const PLACE = ['u_origin', 'u_rest', 'u_scale', 'u_view', 'u_copy'] as const
export type PlaceAt = (name: (typeof PLACE)[number]) => WebGLUniformLocation | null

/** Type, how many of it, and after how many bytes. */
export type Part = readonly ['uint' | 'float', number, number]

/** How the attributes of a program lie in a buffer, in their order; `slots`: which are drawn, unless all. */
export function layOut(
  gl: WebGL2RenderingContext,
  buffer: WebGLBuffer,
  stride: number,
  parts: readonly Part[],
  slots?: WebGLBuffer,
): WebGLVertexArrayObject {
  const array = gl.createVertexArray()
  gl.bindVertexArray(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  for (const [at, [type, size, offset]] of parts.entries()) {
    gl.enableVertexAttribArray(at)
    if (type === 'uint') gl.vertexAttribIPointer(at, size, gl.UNSIGNED_INT, stride, offset)
    else gl.vertexAttribPointer(at, size, gl.FLOAT, false, stride, offset)
  }
  if (slots) gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, slots)
  gl.bindVertexArray(null)
  return array
}

export function sendCanvas(
  gl: WebGL2RenderingContext,
  texture: WebGLTexture,
  canvas: HTMLCanvasElement,
): void {
  gl.activeTexture(gl.TEXTURE0)
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas)
  gl.generateMipmap(gl.TEXTURE_2D)
  // All signs of a pass are of one size: to mix two sizes of the picture would cost half of the drawing in software.
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
}

/** Takes a program for a frame. Colours are multiplied by their opacity already; nothing of the depth. */
export function aim(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  at: PlaceAt,
  { origin, scale, wide, high }: Frame,
): void {
  gl.disable(gl.DEPTH_TEST)
  gl.disable(gl.STENCIL_TEST)
  gl.disable(gl.CULL_FACE)
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  gl.activeTexture(gl.TEXTURE0)
  // biome-ignore lint/correctness/useHookAtTopLevel: the graphics card's word, not React's
  gl.useProgram(program)
  gl.uniform2ui(at('u_origin'), origin.x, origin.y)
  gl.uniform2f(at('u_rest'), origin.restX, origin.restY)
  gl.uniform1f(at('u_scale'), scale)
  gl.uniform2f(at('u_view'), wide, high)
}

/** Draws once for every earth in sight: far away several lie side by side. */
export function forEachEarth(
  gl: WebGL2RenderingContext,
  at: PlaceAt,
  { scale, wide }: Frame,
  draw: () => void,
): void {
  const beside = Math.max(0, Math.ceil((wide / (scale * WORLD) - 1) / 2))
  for (let earth = -beside; earth <= beside; earth++) {
    gl.uniform1f(at('u_copy'), earth * WORLD)
    draw()
  }
}
