// The way back over the head of a page of its own: from one row to the list that it is from.
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import { look } from './kit/look.ts'

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      className={look({
        inline: true,
        gap: 1,
        at: 'start',
        atLeast: 'chip',
        size: 'small',
        tone: 'accent',
        undecorated: true,
      })}
      href={href}
    >
      <Icon name="back" size={16} /> {children}
    </a>
  )
}
