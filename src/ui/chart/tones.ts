// Hues of charts, and the patterns and shapes that tell series apart where the hue does not.
import type { TokenName } from '../tokens.ts'
import { type Look, mixed, sheer } from './look.ts'

/** Two or three at a time. Those of severities only for severities. */
export type ChartTone = 'accent' | 'ok' | 'new' | 'off' | 'critical' | 'warning' | 'attention' | 'info'

/** Patterns laid over a hue, in the order of the series; the first has none. */
export const PATTERNS = 4

const OVER = 0.3

/** The pattern of a series on its bars or its slice; the stylesheet has the same for the keys of the legend. */
export function decalOf(look: Look, at: number) {
  const color = sheer(look.color('surface'), OVER)
  switch (at % PATTERNS) {
    case 0:
      return undefined
    case 1:
      return { symbol: 'rect', color, dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4 }
    case 2:
      return {
        symbol: 'circle',
        color,
        symbolSize: 0.7,
        dashArrayX: [
          [4, 4],
          [0, 4, 4, 0],
        ],
        dashArrayY: [4, 0],
      }
    default:
      return { symbol: 'rect', color, dashArrayX: [1, 0], dashArrayY: [2, 4] }
  }
}

/** Shapes of points, in the order of the series. */
export const symbolOf = (at: number): string => ['circle', 'rect', 'triangle', 'diamond'][at % 4] ?? 'circle'

const slices: readonly (readonly [token: TokenName, share: number])[] = [
  ['accent', 1],
  ['new', 1],
  ['ok', 1],
  ['accent', 0.55],
  ['new', 0.55],
  ['ok', 0.55],
  ['off', 1],
]

/** The hue of a part of a whole: three hues, their lighter shades, and what is left. */
export function sliceColor(look: Look, at: number): string {
  const [token, share] = slices[at % slices.length] ?? ['off', 1]
  return share === 1 ? look.color(token) : mixed(look.color(token), look.color('surface'), share)
}

/** The same as a value of a stylesheet. */
export function sliceStyle(at: number): string {
  const [token, share] = slices[at % slices.length] ?? ['off', 1]
  return share === 1
    ? `var(--gh-${token})`
    : `color-mix(in srgb, var(--gh-${token}) ${share * 100}%, var(--gh-surface))`
}
