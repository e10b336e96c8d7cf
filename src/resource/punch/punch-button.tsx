// The button that punches, and what became of the punches of today: delivered, waiting, or refused with its reason.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { localTime } from '../../domain/report/zone-time.ts'
import type { QueueRefusal } from '../../platform/queue-row.ts'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { clockOf } from '../../ui/week.ts'
import { wordsForId } from '../error-words.ts'
import { useOnline } from '../surroundings.ts'
import { tenantZone } from '../zone.ts'
import { usePunch } from './use-punch.ts'

const clock = (at: number) => clockOf(localTime(tenantZone(), at).minute)

export function PunchButton() {
  const { t } = useLingui()
  const online = useOnline()
  const { press, busy, queued, delivered } = usePunch()
  const waiting = queued.filter(({ state }) => state !== 'failed').length
  return (
    <Stack as="section" gap={3} card aria-label={t`Punch`}>
      <Button size="lg" fullWidth leftSection={<Icon name="pin" size={22} />} loading={busy} onClick={press}>
        <Trans>Punch now</Trans>
      </Button>
      {!online && (
        <Text as="p" size="small" tone="ink-2">
          <Trans>Without a network the punch keeps its time and is sent later.</Trans>
        </Text>
      )}
      {waiting > 0 && <Waiting waiting={waiting} />}
      <List stack gap={1}>
        {queued.map(({ key, at, state, refusal }) => (
          <Row as="li" key={key} justify="between" gap={2}>
            <Text strong>{clock(at)}</Text>
            <Text size="small" tone={state === 'failed' ? 'critical' : 'ink-2'}>
              {state === 'failed' ? <Reason refusal={refusal} /> : t`Waiting`}
            </Text>
          </Row>
        ))}
        {delivered.map(({ id, at, trust }) => (
          <Row as="li" key={id} justify="between" gap={2}>
            <Text strong>{clock(at)}</Text>
            <SeverityBadge tone={trust === 'old' ? 'warning' : 'ok'} icon="check">
              <Trans>Delivered</Trans>
            </SeverityBadge>
          </Row>
        ))}
      </List>
    </Stack>
  )
}

interface PunchBesideProps {
  /** What stands beside the button. */
  children: ReactNode
  /** What the next punch is for, under the word on the button. */
  expected?: ReactNode
}

/** The same within a card that says more: the button at its side, what became of the last punch on a line below. */
export function PunchBeside({ children, expected }: PunchBesideProps) {
  const { press, busy, queued, delivered } = usePunch()
  const waiting = queued.filter(({ state }) => state !== 'failed').length
  const failed = queued.find(({ state }) => state === 'failed')
  const [last] = delivered
  return (
    <Stack gap={2}>
      <Row justify="between" gap={3}>
        {children}
        <Button
          variant="default"
          h="auto"
          py="var(--gh-space-2)"
          mih={48}
          loading={busy}
          onClick={press}
          styles={{ label: { flexDirection: 'column' } }}
        >
          <Text strong>
            <Trans>Punch now</Trans>
          </Text>
          {expected !== undefined && (
            <Text size="small" tone="ink-2">
              {expected}
            </Text>
          )}
        </Button>
      </Row>
      {waiting > 0 && <Waiting waiting={waiting} />}
      {failed ? (
        <Row gap={2} tone="critical" size="small">
          <Icon name="alert" size={15} />
          <span>
            {clock(failed.at)} · <Reason refusal={failed.refusal} />
          </span>
        </Row>
      ) : (
        last && (
          <Row gap={2} tone="ok" size="small">
            <Icon name="check" size={15} />
            <span>
              <Trans>Punched {clock(last.at)}</Trans>
              {last.place && (
                <>
                  {' · '}
                  <bdi>{last.place}</bdi>
                </>
              )}
            </span>
          </Row>
        )
      )}
    </Stack>
  )
}

function Waiting({ waiting }: { waiting: number }) {
  return (
    <Row gap={2} tone="attention" size="small" role="status">
      <Icon name="cloud-up" size={15} />
      <Plural value={waiting} one="# punch waits for the network" other="# punches wait for the network" />
    </Row>
  )
}

function Reason({ refusal }: { refusal: QueueRefusal | undefined }) {
  const { i18n, t } = useLingui()
  const words = refusal?.id === undefined ? undefined : wordsForId(refusal.id, refusal.params)
  return <>{words ? i18n._(words) : (refusal?.msg ?? t`Refused`)}</>
}
