// A dialog over everything, beside others that are: one layer of the browser's holds them all and the focus.
import { Trans } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { look } from './kit/look.ts'
import { Text } from './kit/parts.tsx'
import css from './top-dialog.module.css'
import { openedDialogs, showOnTop, topLayer } from './top-layer.ts'

export interface TopDialogProps {
  titleId: string
  textId?: string
  /** Interrupts: the screen reader says it at once. */
  alert?: boolean
  /** One of a higher rank takes the focus from those that are there; one of a lower rank leaves it to them. */
  rank?: number
  /** Called by Escape; absent: Escape does nothing. A click outside never closes. */
  onEscape?: (() => void) | undefined
  /** Where it stands: in the middle, along the end of the line, or as large as the screen allows. */
  place?: 'middle' | 'side' | 'large'
  children: ReactNode
}

export function TopDialog({
  titleId,
  textId,
  alert,
  rank = 0,
  onEscape,
  place = 'middle',
  children,
}: TopDialogProps) {
  const dialog = useRef<HTMLDivElement>(null)
  const onKey = useRef(onEscape)
  useEffect(() => {
    onKey.current = onEscape
  })
  useLayoutEffect(() => {
    const element = dialog.current
    return element ? showOnTop({ element, rank, onEscape: () => onKey.current }) : undefined
  }, [rank])
  const shared = useSyncExternalStore(openedDialogs.subscribe, openedDialogs.read) > 1
  return createPortal(
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: either role has it
    <div
      ref={dialog}
      className={look(
        { ground: 'surface', floating: true, scroll: 'both', tone: 'ink' },
        `${css.dialog} ${css[place]}`,
      )}
      role={alert ? 'alertdialog' : 'dialog'}
      // Two that both claim to be all there is would hide each other from a screen reader; the layer keeps the page away.
      {...(!shared && { 'aria-modal': true })}
      aria-labelledby={titleId}
      aria-describedby={textId}
      aria-keyshortcuts={shared ? 'F6' : undefined}
      data-shared={shared || undefined}
      style={{ zIndex: rank }}
    >
      {children}
      {shared && (
        <Text
          as="p"
          size="caption"
          tone="ink-3"
          text="center"
          padX={4}
          padAbove={1}
          padBelow={2}
          className={css.hint}
        >
          <Kbd size="xs">F6</Kbd> <Trans>to the other window</Trans>
        </Text>
      )}
    </div>,
    topLayer(),
  )
}
