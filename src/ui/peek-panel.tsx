// The panel beside a list that tells about the chosen row; on a phone it is the page.
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { Box, Column, Row, SectionTitle, Stack, Text } from './kit/parts.tsx'
import css from './peek-panel.module.css'
import { useScreen } from './pointer.ts'

export interface PeekPanelProps {
  icon?: IconName
  title: ReactNode
  /** The identifier under the title. */
  subtitle?: ReactNode
  badges?: ReactNode
  /** The three usual actions. */
  actions?: ReactNode
  onClose: () => void
  /** Opens the full page. */
  onExpand?: () => void
  children?: ReactNode
}

export function PeekPanel(props: PeekPanelProps) {
  const { t } = useLingui()
  const titleId = useId()
  const phone = useScreen() === 'phone'
  const heading = useRef<HTMLHeadingElement>(null)
  // As a page it takes the focus; beside the list the focus stays in the list, where J and K walk.
  useEffect(() => {
    if (phone) heading.current?.focus({ preventScroll: true })
  }, [phone])
  return (
    <Column
      as="aside"
      rigid
      shrinkDown
      ground="surface"
      scroll="y"
      w={400}
      edgeStart
      className={css.panel}
      aria-labelledby={titleId}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) props.onClose()
      }}
    >
      <Stack as="header" gap={2} edgeBelow padX={4} padAbove={3} padBelow={4}>
        <Row gap={2}>
          {phone ? (
            <IconButton icon="back" label={t`Back to the list`} onClick={props.onClose} />
          ) : (
            props.icon && (
              <Text tone="ink-2">
                <Icon name={props.icon} size={22} />
              </Text>
            )
          )}
          <Box grow shrink padStart={1}>
            <SectionTitle id={titleId} ref={heading} tabIndex={-1} breaks noRing>
              <bdi>{props.title}</bdi>
            </SectionTitle>
            {props.subtitle !== undefined && (
              <Box size="caption" tone="ink-3">
                {props.subtitle}
              </Box>
            )}
          </Box>
          {props.onExpand && (
            <IconButton icon="expand" label={t`Open the full page`} onClick={props.onExpand} />
          )}
          {!phone && <IconButton icon="close" label={t`Close the panel`} onClick={props.onClose} />}
        </Row>
        {props.badges !== undefined && (
          <Row wrap align="stretch" gap={2}>
            {props.badges}
          </Row>
        )}
        {props.actions !== undefined && (
          <Row wrap align="stretch" gap={2}>
            {props.actions}
          </Row>
        )}
      </Stack>
      <Box grow>{props.children}</Box>
    </Column>
  )
}

export interface PeekSectionProps {
  title?: ReactNode
  /** At the end of the title's line: the figure that matters. */
  aside?: ReactNode
  children: ReactNode
}

export function PeekSection({ title, aside, children }: PeekSectionProps) {
  return (
    <Box as="section" pad={4} className={css.section}>
      {(title !== undefined || aside !== undefined) && (
        <Row align="baseline" justify="between" gap={3} below={2}>
          <SectionTitle as="h3">{title}</SectionTitle>
          {aside}
        </Row>
      )}
      {children}
    </Box>
  )
}
