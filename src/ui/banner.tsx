// A line above the page: what is the matter, in a tone, and what to do about it.
import type { ReactNode } from 'react'
import css from './banner.module.css'
import { Icon, type IconName } from './icons.tsx'

export interface BannerProps {
  tone: 'critical' | 'warning' | 'info'
  icon: IconName
  children: ReactNode
  /** Buttons behind the words. */
  end?: ReactNode
}

export function Banner({ tone, icon, children, end }: BannerProps) {
  return (
    <div className={css.banner} data-tone={tone} role="status">
      <Icon name={icon} />
      <span className={css.words}>{children}</span>
      {end}
    </div>
  )
}

export function BannerAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.action} onClick={onClick}>
      {children}
    </button>
  )
}
