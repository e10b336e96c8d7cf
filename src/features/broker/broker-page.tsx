// The page /mqtt: how the connection to the message broker is, what it carries, and a form to try it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { showPageTitle } from '../../platform/page-title.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { BrokerConnection } from './broker-connection.tsx'
import css from './broker-page.module.css'
import { BrokerPublish } from './broker-publish.tsx'
import { BrokerSubscriptions } from './broker-subscriptions.tsx'
import { BrokerTrace } from './broker-trace.tsx'
import { useBrokerFacts, type WatchedBroker } from './use-broker.ts'

const PUBLISH_MARK = 'broker.publish'

export interface BrokerPageProps {
  broker: WatchedBroker
  /** User id of who looks. */
  me: number
  /** Back to the console. */
  onLeave: () => void
}

export function BrokerPage({ broker, me, onLeave }: BrokerPageProps) {
  const { t } = useLingui()
  const may = useRights()(PUBLISH_MARK)
  const facts = useBrokerFacts(broker)
  useEffect(() => showPageTitle(t({ context: 'page', message: 'Message broker' })), [t])
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <Button variant="default" leftSection={<Icon name="back" />} onClick={onLeave}>
          <Trans>Go to the console</Trans>
        </Button>
        <h1 className={css.title}>
          <Trans context="page">Message broker</Trans>
        </h1>
      </header>
      <main className={css.columns}>
        <div className={css.side}>
          <BrokerConnection broker={broker} facts={facts} />
          {may && <BrokerPublish broker={broker} me={me} />}
          <BrokerSubscriptions subscriptions={facts.subscriptions} />
        </div>
        <BrokerTrace trace={facts.trace} />
      </main>
    </div>
  )
}
