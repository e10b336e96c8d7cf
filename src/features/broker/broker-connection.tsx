// State of the connection in words, since when and why, who one is to the broker, and what waits to be sent.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { BrokerFacts, BrokerState } from '../../platform/mqtt-broker.ts'
import { BUFFER_MESSAGES } from '../../platform/mqtt-buffer.ts'
import { KEEP_ALIVE_SECONDS, socketAddress } from '../../platform/mqtt-client.ts'
import { showToast } from '../../platform/toast.ts'
import { Facts } from '../../ui/facts.tsx'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Column, Inline, SectionTitle, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { brokerErrorWords, stateWords } from './broker-words.ts'
import { useBrokerState, useSecondsUntil, type WatchedBroker } from './use-broker.ts'

interface BrokerConnectionProps {
  broker: WatchedBroker
  facts: BrokerFacts
}

export function BrokerConnection({ broker, facts }: BrokerConnectionProps) {
  const { t } = useLingui()
  const state = useBrokerState(broker)
  const locale = useIntlLocale()
  const server = facts.url && socketAddress(facts.url, location.href)
  const keepAlive = numberFormat(locale, { style: 'unit', unit: 'second' }).format(KEEP_ALIVE_SECONDS)
  return (
    <Card as="section" column gap={3} rigid aria-labelledby="broker-connection">
      <SectionTitle id="broker-connection">
        <Trans>Connection</Trans>
      </SectionTitle>
      <State state={state} onRetry={broker.retry} />
      <Facts
        facts={[
          {
            id: 'client',
            label: t`Client id`,
            value: facts.clientId && <Copied label={t`Client id`} value={facts.clientId} />,
          },
          {
            id: 'server',
            label: t`Server`,
            value: server && <Copied label={t`Server`} value={server} />,
          },
          { id: 'keepAlive', label: t`Heartbeat every`, value: keepAlive },
          { id: 'buffer', label: t`Waiting to be sent`, value: <Fill count={facts.buffered} /> },
        ]}
      />
    </Card>
  )
}

function State({ state, onRetry }: { state: BrokerState; onRetry: () => void }) {
  const { i18n } = useLingui()
  const shape =
    state.is === 'live' ? 'online' : state.is === 'waiting' || state.is === 'silent' ? 'abnormal' : 'inactive'
  return (
    <Column align="start" gap={2}>
      <div role="status">
        <Text as="p" size="large" strong>
          <StateMark shape={shape} label={i18n._(stateWords[state.is])} />
        </Text>
        {state.is === 'waiting' && (
          <Text as="p" tone="critical">
            {i18n._(brokerErrorWords[state.reason])}
          </Text>
        )}
      </div>
      <Text as="p" size="small" plain tone="ink-2">
        <Trans>
          Since <bdi dir="ltr">{formatMoment(state.since)}</bdi>
        </Trans>
        {state.is === 'waiting' && <NextAttempt at={state.nextAttempt} />}
      </Text>
      {state.is === 'waiting' && (
        <Button variant="default" leftSection={<Icon name="refresh" />} onClick={onRetry}>
          <Trans>Try now</Trans>
        </Button>
      )}
    </Column>
  )
}

function NextAttempt({ at }: { at: number }) {
  const seconds = useSecondsUntil(at)
  const locale = useIntlLocale()
  const wait = numberFormat(locale, { style: 'unit', unit: 'second' }).format(seconds)
  return (
    <span>
      {' · '}
      <Trans>next attempt in {wait}</Trans>
    </span>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <FieldCopy
      label={label}
      value={value}
      onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
    />
  )
}

function Fill({ count }: { count: number }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const [waiting, most] = [format.format(count), format.format(BUFFER_MESSAGES)]
  return (
    <Inline gap={2}>
      <Box as="progress" w={72} max={BUFFER_MESSAGES} value={count} aria-label={t`Waiting to be sent`} />
      <bdi>{t`${waiting} of ${most}`}</bdi>
    </Inline>
  )
}
