// A way from the guide into the room in which a step is done.
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { setOut } from './on-the-way.ts'

interface RoomLinkProps {
  /** Address behind the hash. */
  to: string
  icon: IconName
  children: ReactNode
}

export function RoomLink({ to, icon, children }: RoomLinkProps) {
  return (
    <a
      className={look({
        inline: true,
        gap: 2,
        atLeast: 'target',
        padX: 3,
        round: 'control',
        edge: 'strong',
        ground: 'raised',
        tone: 'ink',
        undecorated: true,
        hovers: true,
      })}
      href={`#${to}`}
      onClick={setOut}
    >
      <Icon name={icon} />
      {children}
      <Icon name="forward" size={14} />
    </a>
  )
}
