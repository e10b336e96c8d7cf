// The key of a series in a legend: its hue and its pattern, as the picture has them.
import css from './swatch.module.css'
import { PATTERNS } from './tones.ts'

interface SwatchProps {
  /** A value of a stylesheet. */
  color: string
  /** Place of the series: its pattern. */
  at?: number
}

export function Swatch({ color, at = 0 }: SwatchProps) {
  const pattern = at % PATTERNS
  return (
    <i
      className={pattern === 0 ? css.swatch : `${css.swatch} ${css[`pattern${pattern}`]}`}
      style={{ backgroundColor: color }}
    />
  )
}
