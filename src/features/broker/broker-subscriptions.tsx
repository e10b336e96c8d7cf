// The topics that are listened to, with how much came on each and when last.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Subscription } from '../../platform/mqtt-subscriptions.ts'
import { Age } from '../../ui/age.tsx'
import { Card, List, Row, SectionTitle, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'

const words: Record<Subscription['is'], MessageDescriptor> = {
  waits: msg`Waits for the connection`,
  asked: msg`Subscribing`,
  granted: msg`Granted`,
  refused: msg`Refused`,
}
const tones = { waits: 'off', asked: 'attention', granted: 'ok', refused: 'critical' } as const

export function BrokerSubscriptions({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { i18n } = useLingui()
  return (
    <Card as="section" column gap={3} rigid aria-labelledby="broker-subscriptions">
      <SectionTitle id="broker-subscriptions">
        <Trans>Subscriptions</Trans>
      </SectionTitle>
      {subscriptions.length === 0 && (
        <Text as="p" size="small" plain tone="ink-2">
          <Trans>None yet: they start when the connection is up.</Trans>
        </Text>
      )}
      <List column gap={2}>
        {subscriptions.map(({ topic, is, messages, lastAt }) => (
          <Row as="li" key={topic} wrap gap={1} columnGap={2}>
            <Text as="bdi" dir="ltr" shrink size="small" breaks mono>
              {topic}
            </Text>
            <SeverityBadge tone={tones[is]}>{i18n._(words[is])}</SeverityBadge>
            <Text size="small" plain tone="ink-2">
              <Plural value={messages} _0="No message yet" one="# message" other="# messages" />
              {lastAt !== undefined && (
                <>
                  {' · '}
                  <Age at={lastAt} />
                </>
              )}
            </Text>
          </Row>
        ))}
      </List>
    </Card>
  )
}
