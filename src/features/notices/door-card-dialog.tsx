// The notice that a door card has been issued to a device: read and confirmed, once.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { wordsForError } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { TopDialog } from '../../ui/top-dialog.tsx'
import css from './door-card-dialog.module.css'
import type { WaitingDoorCard } from './notices.driver.ts'

export interface DoorCardDialogProps {
  card: WaitingDoorCard
  /** How many wait, this one included. */
  waiting: number
  onConfirm: () => Promise<void>
  onLater: () => void
}

export function DoorCardDialog({ card, waiting, onConfirm, onLater }: DoorCardDialogProps) {
  const { i18n } = useLingui()
  const [titleId, textId] = [useId(), useId()]
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const confirm = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  const { notice } = card
  return (
    <TopDialog titleId={titleId} textId={textId} onEscape={onLater}>
      <Stack gap={3} padX={5} padY={4}>
        <Row as="header" gap={2}>
          <Icon name="card" size={22} />
          <Text as="h2" id={titleId} grow size="lead" strong noRing tabIndex={-1} data-initial-focus="">
            <Trans context="dialog">Message</Trans>
          </Text>
          {waiting > 1 && (
            <Text tone="ink-2">
              <Trans>1 of {waiting}</Trans>
            </Text>
          )}
        </Row>
        <Text as="p" tone="ink-2">
          <Trans>A card has been issued to a device.</Trans>
        </Text>
        <Stack as="dl" gap={2} className={css.facts} id={textId}>
          <div>
            <Text as="dt" tone="ink-3">
              <Trans>Card</Trans>
            </Text>
            <Box as="dd" breaks>
              <bdi>{notice.cardInfo}</bdi>
            </Box>
          </div>
          <div>
            <Text as="dt" tone="ink-3">
              <Trans>Device</Trans>
            </Text>
            <Box as="dd" breaks>
              {notice.deviceName && <bdi>{notice.deviceName}</bdi>}{' '}
              <Text as="bdi" dir="ltr" tone="ink-2">
                {notice.imei}
              </Text>
            </Box>
          </div>
          <div>
            <Text as="dt" tone="ink-3">
              <Trans>Issued</Trans>
            </Text>
            <Box as="dd" breaks>
              <Age at={card.at} />
            </Box>
          </div>
        </Stack>
        {problem !== undefined && (
          <Text as="p" padX={3} padY={2} ground="critical-soft" round="control" tone="critical" role="alert">
            {i18n._(wordsForError(problem))}
          </Text>
        )}
        <Row align="stretch" justify="end" gap={2}>
          <Button variant="default" onClick={onLater} data-mantine-stop-propagation="true">
            <Trans>Later</Trans>
          </Button>
          <Button loading={busy} onClick={() => void confirm()} data-mantine-stop-propagation="true">
            <Trans>Confirm</Trans>
          </Button>
        </Row>
      </Stack>
    </TopDialog>
  )
}
