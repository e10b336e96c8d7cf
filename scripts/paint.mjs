// Paints shapes with soft edges into frames of RGB, for the pictures that simulated devices show.

/** @typedef {[red: number, green: number, blue: number]} Colour */
/** @typedef {(x: number, y: number) => number} Shape distance to the edge in pixels, negative inside */

/** @type {(cx: number, cy: number, radius: number) => Shape} */
export const disc = (cx, cy, radius) => (x, y) => Math.hypot(x - cx, y - cy) - radius
/** @type {(x0: number, y0: number, x1: number, y1: number, round?: number) => Shape} */
export const box =
  (x0, y0, x1, y1, round = 0) =>
  (x, y) => {
    const dx = Math.max(x0 + round - x, x - x1 + round)
    const dy = Math.max(y0 + round - y, y - y1 + round)
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - round
  }
/** @type {(x0: number, y0: number, x1: number, y1: number, radius: number) => Shape} */
export const limb = (x0, y0, x1, y1, radius) => (x, y) => {
  const [ax, ay, bx, by] = [x - x0, y - y0, x1 - x0, y1 - y0]
  const along = Math.min(1, Math.max(0, (ax * bx + ay * by) / (bx * bx + by * by)))
  return Math.hypot(ax - bx * along, ay - by * along) - radius
}

/**
 * Paints into frames of this size.
 * @param {number} width @param {number} height
 */
export const painter =
  (width, height) =>
  /** @param {Buffer} frame @param {Shape} shape @param {Colour} colour @param {readonly number[]} [bounds] */
  (frame, shape, colour, [x0 = 0, y0 = 0, x1 = width, y1 = height] = []) => {
    for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, y1); y++)
      for (let x = Math.max(0, Math.floor(x0)); x < Math.min(width, x1); x++) {
        const cover = Math.min(1, Math.max(0, 0.5 - shape(x + 0.5, y + 0.5)))
        if (cover === 0) continue
        const at = (y * width + x) * 3
        colour.forEach((value, channel) => {
          frame[at + channel] = Math.round((frame[at + channel] ?? 0) * (1 - cover) + value * cover)
        })
      }
  }
