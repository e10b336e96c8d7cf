// A line above the page: what is the matter, in a tone, and what to do about it.
import type { ReactNode } from 'react'
import css from './banner.module.css'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'
import { Row, Text } from './kit/parts.tsx'
import { useAfterPress } from './press.ts'

export interface BannerProps {
  tone: 'critical' | 'warning' | 'info'
  icon: IconName
  children: ReactNode
  /** Buttons behind the words. */
  end?: ReactNode
  /** All of the words are needed, on a phone too; else they end with the line there. */
  whole?: boolean
}

export function Banner({ tone, icon, children, end, whole = false }: BannerProps) {
  // It moves the page down: a button that is being pressed would be gone from under the finger.
  const stands = useAfterPress()
  if (!stands) return null
  return (
    <Row
      gap={2}
      rigid
      atLeast="target"
      padX={5}
      padY={1}
      soft={tone}
      edgeBelow
      size="small"
      className={css.banner}
      role="status"
    >
      <Icon name={icon} />
      <Text grow shrink clipOnPhone={!whole}>
        {children}
      </Text>
      {end}
    </Row>
  )
}

export function BannerAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={look(
        {
          padX: 2,
          ground: 'none',
          round: 'control',
          strong: true,
          tone: 'same',
          nowrap: true,
          pointer: true,
        },
        css.action,
      )}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
