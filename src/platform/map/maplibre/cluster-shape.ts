// How a cluster looks: how large, which part of its ring has which colour, what stands in it.
import type { PointLook } from '../map-port.ts'
import { type Clusters, MOST_COLOURS } from './cluster-points.ts'
import { FIGURE_CELL, type FigureAtlas } from './point-atlas.ts'

/** One alarm among thousands is seen: nothing has less of the ring. */
const LEAST_SHARE = 0.06

/** Pixels from the middle to the edge. */
export const radiusOf = (size: number): number => 14 + 4 * Math.min(4.5, Math.log10(size))

/** The colours of rings, those of the looks, the first eight; and which of them each look has. */
export function paletteOf(looks: readonly PointLook[]): { palette: string[]; colourOf: Uint8Array } {
  const palette = [...new Set(looks.map(look => look.colour))].slice(0, MOST_COLOURS)
  const colourOf = Uint8Array.from(looks, look => Math.max(0, palette.indexOf(look.colour)))
  return { palette, colourOf }
}

/** Where around the ring, from 0 to 1, each colour ends. */
export function ringEnds(counts: ArrayLike<number>): number[] {
  const all = Array.from({ length: MOST_COLOURS }, (_, at) => counts[at] ?? 0)
  const sum = all.reduce((total, count) => total + count, 0) || 1
  const shares = all.map(count => (count === 0 ? 0 : Math.max(LEAST_SHARE, count / sum)))
  const whole = shares.reduce((total, share) => total + share, 0) || 1
  let end = 0
  return shares.map(share => {
    end += share / whole
    return end
  })
}

/**
 * Writes how many: short from ten thousand on, as the language does it where that fits (1.2万), else internationally
 * (12K).
 */
export function countWriter(language: string): (count: number) => string {
  const short = new Intl.NumberFormat(/^(zh|ja|ko)/.test(language) ? language : 'en', {
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return count => (count < 1000 ? `${count}` : short.format(count))
}

/** Of one cluster: x, y, radius, eight ends of colours. */
export const CLUSTER_WORDS = 11
/** Of one figure: x, y, offset, cell. */
export const FIGURE_WORDS = 4

export interface ClusterBuffers {
  rings: Uint32Array<ArrayBuffer>
  figures: Uint32Array<ArrayBuffer>
  figureCount: number
}

export function clusterBuffers(
  clusters: Clusters,
  letters: FigureAtlas,
  write: (count: number) => string,
): ClusterBuffers {
  const rings = new Uint32Array(clusters.count * CLUSTER_WORDS)
  const ringFloats = new Float32Array(rings.buffer)
  const figures: number[] = []
  for (let cluster = 0; cluster < clusters.count; cluster++) {
    const [x = 0, y = 0, size = 0] = [clusters.xs[cluster], clusters.ys[cluster], clusters.sizes[cluster]]
    const at = cluster * CLUSTER_WORDS
    rings[at] = x
    rings[at + 1] = y
    ringFloats[at + 2] = radiusOf(size)
    ringFloats.set(
      ringEnds(clusters.colours.subarray(cluster * MOST_COLOURS, (cluster + 1) * MOST_COLOURS)),
      at + 3,
    )
    const cells = [...write(size)].map(letter => letters.of(letter))
    let offset = -cells.reduce((wide, { advance }) => wide + advance, 0) / 2
    for (const { cell, advance } of cells) {
      figures.push(x, y, (offset + advance / 2) * FIGURE_CELL, cell)
      offset += advance
    }
  }
  const packed = new Uint32Array(figures.length)
  const packedFloats = new Float32Array(packed.buffer)
  for (let at = 0; at < figures.length; at += FIGURE_WORDS) {
    packed[at] = figures[at] ?? 0
    packed[at + 1] = figures[at + 1] ?? 0
    packedFloats[at + 2] = figures[at + 2] ?? 0
    packedFloats[at + 3] = figures[at + 3] ?? 0
  }
  return { rings, figures: packed, figureCount: figures.length / FIGURE_WORDS }
}
