// Small labels whose colour means a severity or a state; the words say it too.
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { Inline, Text } from './kit/parts.tsx'

export type BadgeTone = 'critical' | 'warning' | 'attention' | 'info' | 'ok' | 'off' | 'new'

export interface SeverityBadgeProps {
  tone: BadgeTone
  /** Solid red for what is burning now; only critical has it. */
  urgent?: boolean
  icon?: IconName
  children: ReactNode
}

export function SeverityBadge({ tone, urgent, icon, children }: SeverityBadgeProps) {
  return (
    <Inline
      gap={2}
      fits
      padX={2}
      padY="half"
      round="control"
      size="caption"
      strong
      middle
      soft={tone}
      loud={urgent && tone === 'critical'}
    >
      {icon && <Icon name={icon} size={13} />}
      <Text as="bdi" clip shrink>
        {children}
      </Text>
    </Inline>
  )
}
