// The topics that are listened to, with how much came on each and when last.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Subscription } from '../../platform/mqtt-subscriptions.ts'
import { Age } from '../../ui/age.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import css from './broker-page.module.css'

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
    <section className={css.card} aria-labelledby="broker-subscriptions">
      <h2 id="broker-subscriptions" className={css.heading}>
        <Trans>Subscriptions</Trans>
      </h2>
      {subscriptions.length === 0 && (
        <p className={css.quiet}>
          <Trans>None yet: they start when the connection is up.</Trans>
        </p>
      )}
      <ul className={css.list}>
        {subscriptions.map(({ topic, is, messages, lastAt }) => (
          <li key={topic} className={css.topic}>
            <bdi dir="ltr" className={css.code}>
              {topic}
            </bdi>
            <SeverityBadge tone={tones[is]}>{i18n._(words[is])}</SeverityBadge>
            <span className={css.quiet}>
              <Plural value={messages} _0="No message yet" one="# message" other="# messages" />
              {lastAt !== undefined && (
                <>
                  {' · '}
                  <Age at={lastAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
