// The buttons under what the page of a call says: a row, on a phone one over the other.
import type { ReactNode } from 'react'
import css from './direct-call-page.module.css'

export function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
