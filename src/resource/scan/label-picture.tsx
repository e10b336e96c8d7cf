// A text as a QR picture, drawn as one path: of labels, and of what somebody is to have on another way than by a file.
import { useMemo } from 'react'
import { encode } from 'uqr'
import { labelAddress } from '../../domain/label.ts'

/** Modules of white around it, as the standard asks. */
const BORDER = 4

export const LabelPicture = ({ code, label }: { code: string; label: string }) => (
  <TextPicture text={labelAddress(location.origin, code)} label={label} />
)

export function TextPicture({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    // A quarter may be scratched off and it is still read.
    const { data, size: modules } = encode(text, { ecc: 'Q', border: BORDER })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size: modules, path: dark.join('') }
  }, [text])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
