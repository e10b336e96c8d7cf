// Pictures for the fake face engine: drawn by code, of nobody.
import sharp from 'sharp'
import { type Drawn, firstPixel } from './face-engine.ts'

interface Look {
  /** Side in pixels. */
  side?: number
  /** Brightness of its middle tone. */
  light?: number
  /** Without edges, as if it were taken out of focus. */
  flat?: boolean
}

/** A PNG: what is written into its first pixel comes through cleaning unchanged. */
export async function drawnFace(
  drawn: Drawn,
  { side = 200, light = 128, flat = false }: Look = {},
): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3)
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [at % side, Math.floor(at / side)]
    // Bars with hard edges.
    const edge = !flat && (Math.floor(x / 8) + Math.floor(y / 8)) % 2 === 0 ? 24 : -24
    pixels.fill(Math.max(0, Math.min(255, light + (flat ? 0 : edge))), at * 3, at * 3 + 3)
  }
  pixels.set(firstPixel(drawn), 0)
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}
