// A text as a code for a camera, drawn as one path.
import { useMemo } from 'react'
import { encode } from 'uqr'
import { look } from '../../../ui/kit/look.ts'
import css from './pay.module.css'

/** Modules of white around it, as the standard asks. */
const BORDER = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: BORDER })
    const parts = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: modules, path: parts.join('') }
  }, [text])
  return (
    <svg
      className={look({ round: 'control' }, css.code)}
      viewBox={`0 0 ${size} ${size}`}
      width="240"
      height="240"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
