// What was just said aloud, as text over every page.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, List, Row, Text } from '../../ui/kit/parts.tsx'
import type { ShownNotice, SpokenBoard } from './spoken.driver.ts'
import css from './spoken-strip.module.css'
import { type AlarmNames, AlarmWords } from './standing-alarms.tsx'

export function SpokenStrip({ board, names }: { board: SpokenBoard; names: AlarmNames }) {
  const shown = useSyncExternalStore(board.subscribe, board.read)
  if (shown.length === 0) return null
  return (
    <List
      stack
      gap={2}
      w="min(480px, 50vw)"
      still
      insetX="76px auto"
      insetY="calc(64px + env(safe-area-inset-top)) auto"
      z={350}
      fixed
      className={css.strip}
    >
      {shown.map(notice => (
        <Line key={notice.key} notice={notice} names={names} onRead={() => board.dismiss(notice.key)} />
      ))}
    </List>
  )
}

interface LineProps {
  notice: ShownNotice
  names: AlarmNames
  onRead: () => void
}

function Line({ notice, names, onRead }: LineProps) {
  const { t } = useLingui()
  const { text, author, at, stays, alarm } = notice
  return (
    <Row
      as="li"
      align="start"
      gap={3}
      pad={3}
      ground="raised"
      edge="strong"
      round="card"
      floating
      className={css.line}
      data-tone={author === null ? 'critical' : 'info'}
    >
      <Icon name={author === null ? 'alert' : 'sound'} size={20} />
      <Box grow shrink>
        {alarm ? (
          <Text as="p" size="section" strong breaks className={css.text}>
            <AlarmWords alarm={alarm} names={names} />
          </Text>
        ) : (
          <Text as="p" size="section" strong breaks className={css.text} dir="auto">
            {text}
          </Text>
        )}
        <Text as="p" size="caption" tone="ink-2" className={css.by}>
          {author && (
            <>
              <bdi>{author}</bdi>
              {' · '}
            </>
          )}
          <Age at={at} />
        </Text>
      </Box>
      {stays ? (
        <Button variant="default" size="compact-sm" onClick={onRead}>
          <Trans>I have read it</Trans>
        </Button>
      ) : (
        <IconButton icon="close" label={t`Close`} onClick={onRead} />
      )}
    </Row>
  )
}
