// What to do next, written at the head of a map.
import type { ReactNode } from 'react'
import { Text } from '../../ui/kit/parts.tsx'
import css from './indoor.module.css'

export function PlanNote({ children }: { children: ReactNode }) {
  return (
    <Text
      as="p"
      padX={3}
      padY={2}
      ground="raised"
      round="control"
      size="small"
      middling
      hugs
      still
      insetX={64}
      insetY="12px auto"
      z={2}
      absolute
      className={css.note}
    >
      {children}
    </Text>
  )
}
