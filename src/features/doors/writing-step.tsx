// Step three: the door unit waits for the door card; or it did not get one.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { device } from '../../domain/device/device.ts'
import { CARD_WRITE_SECONDS } from '../../domain/intercom/door.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { rowOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import type { DoorCard } from './door-card-peek.tsx'
import { isThere } from './door-step.tsx'
import { failureWords } from './door-words.ts'
import shared from './doors.module.css'
import { formatDuration } from './duration.tsx'
import css from './issue.module.css'
import { secondsLeft } from './issue-stage.ts'
import { cancelDoorCard, writeDoorCard } from './write-door-card.tsx'

const TICK_MS = 250
/** The door unit's state comes by messages; asking catches what was missed. */
const ASK_MS = 5_000

interface WritingStepProps {
  card: DoorCard
  ordered: number | undefined
  /** The address has to remember which answer is waited for. */
  onSeen: (version: number) => void
}

export function WritingStep({ card, ordered, onSeen }: WritingStepProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const left = useSecondsLeft(card.writeExpiresAt)
  const door = useQuery({
    ...rowOptions(device, card.deviceId ?? 0),
    enabled: card.deviceId !== null,
    refetchInterval: ASK_MS,
  })
  const gone = door.data !== undefined && !isThere(door.data)
  const { version } = card
  useEffect(() => {
    // Opened by a link, or ordered by somebody else: from here on the answer is any version after the present one.
    if (ordered === undefined) onSeen(version)
  }, [ordered, version, onSeen])
  const callOff = async () => {
    setBusy(true)
    await cancelDoorCard(client, card)
    setBusy(false)
  }
  return (
    <Stack gap={3} role="status">
      <Box strong className={css.clock} role="timer" aria-live="off" aria-label={t`Time left`}>
        <bdi dir="ltr">{formatDuration(left)}</bdi>
      </Box>
      <Box ground="sunken" round="small" hidden h={6} aria-hidden="true">
        <Box
          tall
          ground="accent"
          round="small"
          className={css.bar}
          style={{ inlineSize: `${(left / CARD_WRITE_SECONDS) * 100}%` }}
        />
      </Box>
      <p>
        {left > 0 ? (
          <Trans>
            Hold the empty card to <bdi>{card.deviceName}</bdi> until it beeps.
          </Trans>
        ) : (
          <Trans>Time is up. Waiting for the door unit.</Trans>
        )}
      </p>
      {gone && (
        <Row
          as="p"
          align="start"
          gap={2}
          padX={3}
          padY={2}
          ground="info-soft"
          round="control"
          tone="ink"
          className={shared.warning}
          role="alert"
        >
          <Icon name="alert" size={18} />
          <Trans>
            The door unit has gone offline. If it does not come back in time, try again or take another one.
          </Trans>
        </Row>
      )}
      {!online && (
        <Row
          as="p"
          align="start"
          gap={2}
          padX={3}
          padY={2}
          ground="info-soft"
          round="control"
          tone="ink"
          className={shared.warning}
          role="alert"
        >
          <Icon name="alert" size={18} />
          <Trans>No connection to the server. The door unit may write the card all the same.</Trans>
        </Row>
      )}
      <Text as="p" size="small" tone="ink-2">
        <Trans>You can leave this page and come back: the card is in the list.</Trans>
      </Text>
      <Row wrap gap={2} columnGap={3}>
        <Button variant="default" onClick={() => void callOff()} loading={busy} disabled={!online}>
          <Trans>Stop writing</Trans>
        </Button>
      </Row>
    </Stack>
  )
}

function useSecondsLeft(until: number | null): number {
  const read = () => (until === null ? 0 : secondsLeft(until, serverNow(), CARD_WRITE_SECONDS))
  const [left, setLeft] = useState(read)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is all it depends on
  useEffect(() => {
    const timer = setInterval(() => setLeft(read), TICK_MS)
    return () => clearInterval(timer)
  }, [until])
  return left
}

interface FailedStepProps {
  card: DoorCard
  onOrdered: (version: number) => void
  onOther: () => void
}

export function FailedStep({ card, onOrdered, onOther }: FailedStepProps) {
  const { i18n } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const again = async () => {
    if (card.deviceId === null) return onOther()
    setBusy(true)
    if (await writeDoorCard(client, card, card.deviceId)) onOrdered(card.version)
    setBusy(false)
  }
  return (
    <>
      <Row
        as="p"
        align="start"
        gap={2}
        padX={3}
        padY={2}
        ground="info-soft"
        round="control"
        tone="ink"
        className={shared.warning}
        role="alert"
      >
        <Icon name="alert" size={18} />
        <span>{card.writeFailure && i18n._(failureWords[card.writeFailure])}</span>
      </Row>
      <Row wrap gap={2} columnGap={3}>
        <Button onClick={() => void again()} loading={busy} disabled={!online}>
          <Trans>Try again</Trans>
        </Button>
        <Button variant="default" onClick={onOther}>
          <Trans>Another door unit</Trans>
        </Button>
      </Row>
    </>
  )
}
