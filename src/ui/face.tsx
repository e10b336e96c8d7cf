// A person without a picture: the first letter of the name in a disc, which grows with it.
import { look } from './kit/look.ts'

const measures = { small: '40px', large: 'clamp(96px, 18vmin, 160px)', fitting: 'min(30cqmin, 160px)' }

export interface FaceProps {
  name: string
  /** `fitting`: a share of the container it stands in. */
  size: 'small' | 'large' | 'fitting'
}

export function Face({ name, size }: FaceProps) {
  const side = measures[size]
  return (
    <svg
      className={look({
        rigid: true,
        block: true,
        round: 'full',
        ground: 'accent-soft',
        tone: 'accent',
        strong: true,
      })}
      style={{
        inlineSize: side,
        blockSize: side,
        ...(size === 'fitting' && { minInlineSize: 36, minBlockSize: 36 }),
      }}
      viewBox="0 0 40 40"
      aria-hidden="true"
      focusable="false"
    >
      <text x="20" y="20" fontSize="16" fill="currentColor" textAnchor="middle" dominantBaseline="central">
        {[...name][0] ?? '?'}
      </text>
    </svg>
  )
}
