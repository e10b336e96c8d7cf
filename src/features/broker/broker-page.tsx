// The page /mqtt: how the connection to the message broker is, what it carries, and a form to try it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { showPageTitle } from '../../platform/page-title.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { BrokerConnection } from './broker-connection.tsx'
import css from './broker-page.module.css'
import { BrokerPublish } from './broker-publish.tsx'
import { BrokerSubscriptions } from './broker-subscriptions.tsx'
import { BrokerTrace } from './broker-trace.tsx'
import { useBrokerFacts, type WatchedBroker } from './use-broker.ts'

const PUBLISH_PERMISSION = 'broker.publish'

export interface BrokerPageProps {
  broker: WatchedBroker
  /** User id of who looks. */
  me: number
  /** Back to the console. */
  onLeave: () => void
}

export function BrokerPage({ broker, me, onLeave }: BrokerPageProps) {
  const { t } = useLingui()
  const may = useRights()(PUBLISH_PERMISSION)
  const facts = useBrokerFacts(broker)
  useEffect(() => showPageTitle(t({ context: 'page', message: 'Message broker' })), [t])
  return (
    <Column ground="canvas" h="100dvh">
      <Row as="header" gap={3} rigid padX={5} padY={2} ground="surface" edgeBelow className={css.bar}>
        <Button variant="default" leftSection={<Icon name="back" />} onClick={onLeave}>
          <Trans>Go to the console</Trans>
        </Button>
        <Text as="h1" shrink size="large" strong clip>
          <Trans context="page">Message broker</Trans>
        </Text>
      </Row>
      <Stack
        as="main"
        gap={4}
        grow
        shrinkDown
        padX={5}
        padY={4}
        cols="minmax(300px, 420px) minmax(0, 1fr)"
        className={css.columns}
      >
        <Column gap={4} shrinkDown scroll="y" className={css.side}>
          <BrokerConnection broker={broker} facts={facts} />
          {may && <BrokerPublish broker={broker} me={me} />}
          <BrokerSubscriptions subscriptions={facts.subscriptions} />
        </Column>
        <BrokerTrace trace={facts.trace} />
      </Stack>
    </Column>
  )
}
