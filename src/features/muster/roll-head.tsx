// The head of a roll call: what it is, where, since when; what waits to be sent; and how it ended.
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Elapsed } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { clockAt } from './clock-text.ts'
import type { MusterRow } from './use-roll.tsx'

interface RollHeadProps {
  row: MusterRow
  /** Name of the gathering point where this phone stands. */
  point: string | undefined
  /** How much waits on this device. */
  waiting: number
  stale: number | undefined
  /** What can be done with it, where that stands in the head. */
  children?: ReactNode
}

export function RollHead({ row, point, waiting, stale, children }: RollHeadProps) {
  const { t } = useLingui()
  const router = useRouter()
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
        <Box
          as="button"
          type="button"
          bare
          center
          pointer
          rigid
          atLeast="finger"
          miw={36}
          tone="same"
          aria-label={t`All roll calls`}
          onClick={() => router.history.push('/musters')}
        >
          <Icon name="back" size={20} />
        </Box>
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
              <Trans>{waiting} waiting to be sent</Trans>
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
      {children && (
        <Row gap={2} wrap justify="end" padX={3} padY={2}>
          {children}
        </Row>
      )}
    </Stack>
  )
}
