// A panel that opens over a map from one of its buttons; Escape closes it and leads back to the button.
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Column, Row, SectionTitle } from '../../ui/kit/parts.tsx'
import css from './map-panel.module.css'

export interface MapPanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

export function MapPanel({ title, onClose, children }: MapPanelProps) {
  const { t } = useLingui()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      // Only where nobody has gone on to something else.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  return (
    <Column
      ref={panel}
      ground="surface"
      edge="strong"
      round="card"
      floating
      tone="ink"
      w={320}
      maw="calc(100% - 36px - var(--gh-target))"
      mah="calc(100% - 24px)"
      insetX="auto calc(24px + var(--gh-target))"
      insetY="12px auto"
      z={4}
      absolute
      className={css.panel}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <Row justify="between" gap={2} padStart={4} padEnd={2} className={css.head}>
        <SectionTitle as="h3">{title}</SectionTitle>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </Row>
      <Column gap={4} shrinkDown scroll="both" padX={4} padAbove={2} padBelow={4}>
        {children}
      </Column>
    </Column>
  )
}
