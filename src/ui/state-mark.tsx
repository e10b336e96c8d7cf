// The four device states as shapes: filled, ring, diamond, dashed; a colour alone never says it.
import type { ReactNode } from 'react'
import { Inline, Text } from './kit/parts.tsx'
import css from './state-mark.module.css'

export type MarkShape = 'online' | 'offline' | 'abnormal' | 'inactive'

export interface StateMarkProps {
  shape: MarkShape
  /** The state in words, beside the shape. Without it the shape is decoration next to other words. */
  label?: ReactNode
}

export function StateMark({ shape, label }: StateMarkProps) {
  const mark = (
    <svg
      className={css[shape]}
      width="10"
      height="10"
      viewBox="0 0 10 10"
      aria-hidden="true"
      focusable="false"
    >
      {shape === 'abnormal' ? (
        <path d="M5 0.2 9.8 5 5 9.8 0.2 5Z" />
      ) : (
        <circle cx="5" cy="5" r={shape === 'online' ? 4.2 : 3.4} />
      )}
    </svg>
  )
  if (label === undefined) return mark
  return (
    <Inline gap={2} shrink fits middle>
      {mark}
      <Text clip>{label}</Text>
    </Inline>
  )
}
