// The head of a roll call: what it is, where, since when; what waits to be sent; and how it ends.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '../../resource/surroundings.ts'
import { Elapsed } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { clockAt } from './clock-text.ts'
import { CloseRoll } from './close-roll.tsx'
import type { MusterRow, ShownRoll } from './use-roll.tsx'

interface RollHeadProps {
  row: MusterRow
  /** Name of the gathering point where this phone stands. */
  point: string | undefined
  /** How much waits on this device. */
  waiting: number
  stale: number | undefined
  people: ShownRoll
}

export function RollHead({ row, point, waiting, stale, people }: RollHeadProps) {
  const { t } = useLingui()
  const router = useRouter()
  const mayClose = useRights()('muster.close')
  const [closing, setClosing] = useState(false)
  const real = row.kind === 'real'
  const running = row.state === 'running'
  return (
    <Stack gap={0} as="header" round="card" edge={real && running ? 'critical' : 'line'} ground="surface">
      <Row
        gap={2}
        padX={3}
        padY={2}
        round="card"
        {...(real && running
          ? { ground: 'critical-fill' as const, tone: 'on-critical' as const }
          : { ground: 'surface' as const })}
      >
        <IconButton icon="back" label={t`All roll calls`} onClick={() => router.history.push('/musters')} />
        <Stack gap={0} grow shrink>
          <Text as="h1" size="section" strong breaks>
            {real ? <Trans>Real evacuation</Trans> : <Trans>Drill</Trans>} · <bdi>{row.name}</bdi>
          </Text>
          <Text size="caption" breaks>
            <bdi>{row.placeName ?? <Trans>Wherever the tenant is</Trans>}</bdi>
            {point !== undefined && (
              <>
                {' · '}
                <bdi>{point}</bdi>
              </>
            )}
          </Text>
        </Stack>
        <Text size="lead" strong nowrap>
          {row.closedAt === null ? (
            <Elapsed since={row.startedAt} />
          ) : (
            <Trans context="roll call">Closed</Trans>
          )}
        </Text>
      </Row>
      {(stale !== undefined || waiting > 0) && (
        <Row
          justify="between"
          gap={3}
          wrap
          padX={4}
          padY={2}
          ground="warning-soft"
          tone="warning"
          role="status"
        >
          {stale === undefined ? (
            <span />
          ) : (
            <Row gap={2} size="small">
              <Icon name="wifi-off" size={16} />
              <Trans>No network · list as of {clockAt(stale)}</Trans>
            </Row>
          )}
          {waiting > 0 && (
            <Row gap={2} size="small" strong>
              <Icon name="cloud-up" size={16} />
              <Plural value={waiting} one="# waiting to be sent" other="# waiting to be sent" />
            </Row>
          )}
        </Row>
      )}
      {row.closedAt !== null && (
        <Stack gap={0} padX={4} padY={2} ground="sunken" size="small" tone="ink-2">
          <span>
            <Trans>
              Closed by <bdi>{row.closedByName}</bdi> at <bdi dir="ltr">{formatMoment(row.closedAt)}</bdi>.
              What is said now is kept and marked as late.
            </Trans>
          </span>
          {row.leftOpen !== null && row.leftOpen > 0 && (
            <Text strong tone="warning">
              <Trans>
                Unaccounted for at the end: {row.leftOpen}. Reason: <bdi>{row.closeReason}</bdi>
              </Trans>
            </Text>
          )}
        </Stack>
      )}
      <Row gap={2} wrap justify="end" padX={3} padY={2}>
        <Button
          variant="default"
          leftSection={<Icon name="report" size={16} />}
          onClick={() => globalThis.print()}
        >
          <Trans>Print lists</Trans>
        </Button>
        {running && mayClose && (
          <Button
            variant="default"
            leftSection={<Icon name="lock" size={16} />}
            disabled={stale !== undefined}
            onClick={() => setClosing(true)}
          >
            <Trans>Close the roll call</Trans>
          </Button>
        )}
      </Row>
      {closing && <CloseRoll row={row} roll={people} onClose={() => setClosing(false)} />}
    </Stack>
  )
}
