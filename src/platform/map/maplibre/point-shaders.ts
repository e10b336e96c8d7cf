// Programs for the graphics card: points that glide from place to place, rings of clusters, figures in them.
import { GLIDE_PIXELS } from './point-columns.ts'

/** Where a thing is on the screen: whole parts of the world from the frame's origin, exact however near one looks. */
const PLACE = `
uniform uvec2 u_origin;
uniform vec2 u_rest;
uniform float u_scale;
uniform vec2 u_view;
uniform float u_copy;
vec2 fromOrigin(uvec2 place) {
  return vec2(ivec2(place - u_origin));
}
vec4 onScreen(vec2 parts, vec2 pixels) {
  vec2 at = (parts + vec2(u_copy, 0.0) - u_rest) * u_scale + pixels;
  return vec4(at.x * 2.0 / u_view.x, -at.y * 2.0 / u_view.y, 0.0, 1.0);
}`

const HEAD = '#version 300 es\nprecision highp float;\nprecision highp int;\n'

export const POINT_VERTEX = `${HEAD}
layout(location = 0) in uvec2 a_next;
layout(location = 1) in uvec2 a_before;
layout(location = 2) in float a_since;
layout(location = 3) in uint a_look;
uniform float u_now;
uniform float u_seconds;
uniform float u_size;
uniform int u_only;
uniform float u_columns;
flat out vec2 v_cell;
${PLACE}
void main() {
  v_cell = vec2(0.0);
  if (a_look == 255u) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = 0.0;
    return;
  }
  vec2 before = fromOrigin(a_before);
  vec2 next = fromOrigin(a_next);
  bool glides = u_seconds > 0.0 && length(next - before) * u_scale < ${GLIDE_PIXELS}.0;
  float rest = glides ? 1.0 - clamp((u_now - a_since) / u_seconds, 0.0, 1.0) : 0.0;
  vec2 at = mix(before, next, 1.0 - rest * rest * rest);
  gl_Position = onScreen(at, vec2(0.0));
  gl_PointSize = u_size;
  float cell = u_only >= 0 ? float(u_only) : float(a_look);
  v_cell = vec2(mod(cell, u_columns), floor(cell / u_columns));
}`

export const POINT_FRAGMENT = `${HEAD}
flat in vec2 v_cell;
uniform sampler2D u_atlas;
uniform vec2 u_cells;
out vec4 colour;
void main() {
  colour = texture(u_atlas, (v_cell + gl_PointCoord) / u_cells);
}`

/** \`a_shares\`: up to where, from 0 to 1 around the ring, each colour reaches. */
export const CLUSTER_VERTEX = `${HEAD}
layout(location = 0) in uvec2 a_place;
layout(location = 1) in float a_radius;
layout(location = 2) in vec4 a_shares;
layout(location = 3) in vec4 a_moreShares;
uniform float u_ratio;
flat out float v_radius;
flat out vec4 v_shares;
flat out vec4 v_moreShares;
${PLACE}
void main() {
  gl_Position = onScreen(fromOrigin(a_place), vec2(0.0));
  v_radius = a_radius * u_ratio;
  v_shares = a_shares;
  v_moreShares = a_moreShares;
  gl_PointSize = (v_radius + 1.0) * 2.0;
}`

export const CLUSTER_FRAGMENT = `${HEAD}
flat in float v_radius;
flat in vec4 v_shares;
flat in vec4 v_moreShares;
uniform vec3 u_colours[8];
uniform vec3 u_surface;
uniform float u_ratio;
out vec4 colour;
vec3 ringAt(float share) {
  if (share < v_shares.x) return u_colours[0];
  if (share < v_shares.y) return u_colours[1];
  if (share < v_shares.z) return u_colours[2];
  if (share < v_shares.w) return u_colours[3];
  if (share < v_moreShares.x) return u_colours[4];
  if (share < v_moreShares.y) return u_colours[5];
  if (share < v_moreShares.z) return u_colours[6];
  return u_colours[7];
}
void main() {
  vec2 from = (gl_PointCoord - 0.5) * (v_radius + 1.0) * 2.0;
  float far = length(from);
  float cover = clamp(v_radius + 0.5 - far, 0.0, 1.0);
  float share = fract(atan(from.x, -from.y) / 6.28318530718 + 1.0);
  float ring = clamp(far - (v_radius - 4.5 * u_ratio) + 0.5, 0.0, 1.0);
  colour = vec4(mix(u_surface, ringAt(share), ring), 1.0) * cover;
}`

export const FIGURE_VERTEX = `${HEAD}
layout(location = 0) in uvec2 a_place;
layout(location = 1) in float a_offset;
layout(location = 2) in float a_cell;
uniform float u_size;
uniform float u_columns;
flat out vec2 v_cell;
${PLACE}
void main() {
  gl_Position = onScreen(fromOrigin(a_place), vec2(a_offset, 0.0));
  gl_PointSize = u_size;
  v_cell = vec2(mod(a_cell, u_columns), floor(a_cell / u_columns));
}`

/** A program from its two sources. Throws what the driver says. */
export function makeProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('The graphics card has gone')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    gl.deleteShader(shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`Program: ${gl.getProgramInfoLog(program)}`)
  return program
}

/** Places of a program's uniforms, asked once. */
export function uniformsOf<Name extends string>(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  names: readonly Name[],
): (name: Name) => WebGLUniformLocation | null {
  const places = new Map(names.map(name => [name, gl.getUniformLocation(program, name)]))
  return name => places.get(name) ?? null
}
