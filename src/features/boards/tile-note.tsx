// In place of what a tile would show: why it does not, in a few words.
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Center, Stack, Text } from '../../ui/kit/parts.tsx'

export function TileNote({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <Center over pad={2}>
      <Stack gap={1} justify="center" tone="ink-2">
        <Icon name={icon} size={18} />
        <Text size="small" text="center">
          {children}
        </Text>
      </Stack>
    </Center>
  )
}
