// The QR picture of a label, drawn as one path.
import { useMemo } from 'react'
import { encode } from 'uqr'
import { labelAddress } from '../../domain/label.ts'

/** Modules of white around it, as the standard asks. */
const BORDER = 4

export function LabelPicture({ code, label }: { code: string; label: string }) {
  const { size, path } = useMemo(() => {
    // A quarter may be scratched off and it is still read.
    const { data, size: modules } = encode(labelAddress(location.origin, code), { ecc: 'Q', border: BORDER })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: modules, path: dark.join('') }
  }, [code])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
