// In place of what a tile would show: why it does not, in a few words.
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Center, Text } from '../../ui/kit/parts.tsx'

export function TileNote({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <Center over pad={2}>
      <Text size="small" tone="ink-2" text="center">
        <Icon name={icon} size={18} /> {children}
      </Text>
    </Center>
  )
}
