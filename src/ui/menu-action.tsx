// An entry of a menu. One that cannot be used now can still be reached by keys and readers, and says why.
import { Menu } from '@mantine/core'
import { useId } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'
import { Text } from './kit/parts.tsx'

export interface MenuActionProps {
  label: string
  icon?: IconName | undefined
  critical?: boolean
  /** Why it cannot be done now, in words. */
  blocked?: string | undefined
  onRun: () => void
}

export function MenuAction({ label, icon, critical = false, blocked, onRun }: MenuActionProps) {
  const id = useId()
  const leftSection = icon && <Icon name={icon} size={16} />
  if (blocked === undefined)
    return (
      <Menu.Item {...(critical && { color: 'critical' })} leftSection={leftSection} onClick={onRun}>
        {label}
      </Menu.Item>
    )
  // A disabled button would take no focus, and its reason would be read to nobody.
  return (
    <Menu.Item
      className={look({ idle: true })}
      aria-disabled
      aria-describedby={id}
      closeMenuOnClick={false}
      leftSection={leftSection}
    >
      {label}
      <Text as="small" id={id} size="caption" tone="ink-2" block atMost="line" aria-hidden>
        {blocked}
      </Text>
    </Menu.Item>
  )
}
