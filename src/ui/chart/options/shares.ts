// Parts of a whole as a ring: the largest parts of anything, or the states of what there is.
import type { TokenName } from '../../tokens.ts'
import type { Look } from '../look.ts'
import { base, type ChartOption } from '../option.ts'
import { decalOf, sliceColor } from '../tones.ts'

export interface SharePart {
  id: string
  name: string
  /** Not negative. */
  value: number
}

export interface ShareInput {
  /** In the order in which they are drawn, clockwise from the top. */
  parts: readonly SharePart[]
}

export interface StatesInput {
  parts: readonly (SharePart & { tone: TokenName })[]
}

const WIDE = 0.9
const BAND = 0.3

function ring(parts: readonly SharePart[], look: Look, colorOf: (at: number) => string): ChartOption {
  const radius = (Math.min(look.width, look.height) / 2) * WIDE
  return {
    ...base(look),
    series: [
      {
        type: 'pie',
        id: 'parts',
        silent: true,
        radius: [radius * (1 - BAND), radius],
        clockwise: !look.mirrored,
        label: { show: false },
        labelLine: { show: false },
        data: parts.map(({ name, value }, at) => ({
          name,
          value,
          itemStyle: {
            color: colorOf(at),
            decal: decalOf(look, at),
            borderColor: look.color('surface'),
            borderWidth: parts.length > 1 ? 1.5 : 0,
          },
        })),
      },
    ],
  }
}

export const shareOption = ({ parts }: ShareInput, look: Look): ChartOption =>
  ring(parts, look, at => sliceColor(look, at))

/** How many there are in each state, in the hues that the states have everywhere. */
export const statesOption = ({ parts }: StatesInput, look: Look): ChartOption =>
  ring(parts, look, at => look.color(parts[at]?.tone ?? 'off'))
