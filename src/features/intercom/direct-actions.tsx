// The buttons under what the page of a call says: a row, on a phone one over the other.
import type { ReactNode } from 'react'
import { Row } from '../../ui/kit/parts.tsx'
import css from './direct-call-page.module.css'

export function Actions({ children }: { children: ReactNode }) {
  return (
    <Row wrap align="stretch" justify="center" gap={2} wide above={4} className={css.actions}>
      {children}
    </Row>
  )
}
