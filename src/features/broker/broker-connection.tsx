// State of the connection in words, since when and why, who one is to the broker, and what waits to be sent.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { BrokerFacts, BrokerState } from '../../platform/mqtt-broker.ts'
import { BUFFER_MESSAGES } from '../../platform/mqtt-buffer.ts'
import { KEEP_ALIVE_SECONDS, socketAddress } from '../../platform/mqtt-client.ts'
import { tell } from '../../platform/tell.ts'
import { Facts } from '../../ui/facts.tsx'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import css from './broker-page.module.css'
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
    <section className={css.card} aria-labelledby="broker-connection">
      <h2 id="broker-connection" className={css.heading}>
        <Trans>Connection</Trans>
      </h2>
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
    </section>
  )
}

function State({ state, onRetry }: { state: BrokerState; onRetry: () => void }) {
  const { i18n } = useLingui()
  const shape =
    state.is === 'live' ? 'online' : state.is === 'waiting' || state.is === 'silent' ? 'abnormal' : 'inactive'
  return (
    <div className={css.state}>
      <div className={css.stateWords} role="status">
        <p className={css.stateName}>
          <StateMark shape={shape} label={i18n._(stateWords[state.is])} />
        </p>
        {state.is === 'waiting' && <p className={css.reason}>{i18n._(brokerErrorWords[state.reason])}</p>}
      </div>
      <p className={css.quiet}>
        <Trans>
          Since <bdi dir="ltr">{formatMoment(state.since)}</bdi>
        </Trans>
        {state.is === 'waiting' && <NextAttempt at={state.nextAttempt} />}
      </p>
      {state.is === 'waiting' && (
        <Button variant="default" leftSection={<Icon name="refresh" />} onClick={onRetry}>
          <Trans>Try now</Trans>
        </Button>
      )}
    </div>
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
      onProblem={text => tell({ kind: 'tip', message: { id: text, message: text } })}
    />
  )
}

function Fill({ count }: { count: number }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const [waiting, most] = [format.format(count), format.format(BUFFER_MESSAGES)]
  return (
    <span className={css.fill}>
      <progress max={BUFFER_MESSAGES} value={count} aria-label={t`Waiting to be sent`} />
      <bdi>{t`${waiting} of ${most}`}</bdi>
    </span>
  )
}
