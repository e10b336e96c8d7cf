// Digits as a code for the camera of a door unit, drawn as one path, dark on white in both skins.
import { encode } from 'uqr'

/** Modules of white around it, as the standard asks. */
const BORDER = 4
/** Pixels of a module: a camera has to read it at arm's length. */
const MODULE = 4

export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const side = size * MODULE
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      // Of this size whatever the page makes of its icons.
      style={{ inlineSize: side, blockSize: side, flexShrink: 0 }}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" stroke="none" />
    </svg>
  )
}
