// In place of what a tile would show: why it does not, in a few words.
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Center, Column, Text } from '../../ui/kit/parts.tsx'

export function TileNote({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <Center over pad={2}>
      <Column gap={1} align="center" tone="ink-2">
        <Icon name={icon} size={18} />
        <Text size="caption" text="center">
          {children}
        </Text>
      </Column>
    </Center>
  )
}
