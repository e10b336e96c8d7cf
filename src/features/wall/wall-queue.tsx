// What waits, at the side of a wall: without full names, and without anything to press.
import { Trans, useLingui } from '@lingui/react/macro'
import { iconOf, severityWords, typeWords } from '../../resource/alarm-type-words.ts'
import { Elapsed } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Inline, List, Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import type { Watched } from './use-wall.ts'
import css from './wall.module.css'

interface WallQueueProps {
  answer: Pick<Watched, 'queue' | 'open'>
}

export function WallQueue({ answer: { queue, open } }: WallQueueProps) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  return (
    <aside className={css.queue} aria-label={t`Open alarms`}>
      <Row justify="between" gap={2} className={css.large}>
        <Text as="h2" strong className={css.large}>
          <Trans>Open alarms</Trans> <Text tone="ink-3">{number.format(open)}</Text>
        </Text>
        <Text tone="ink-3" className={css.small}>
          <Trans>Names are hidden</Trans>
        </Text>
      </Row>
      {queue.length === 0 && (
        <Text as="p" tone="ok" className={css.large}>
          <Trans>All quiet</Trans>
        </Text>
      )}
      <List className={css.rows}>
        {queue.map(({ id, type, severity, place, deviceName, wearer, takenBy, raisedAt }) => (
          <li key={id} className={css.waiting} data-tone={severity} data-alarm={id}>
            <Icon name={iconOf(type)} />
            <Row wrap gap={2} columnGap={3} shrink>
              <Text strong tone={severity === 'critical' ? 'critical' : 'ink'} className={css.large}>
                {i18n._(typeWords[type])}
              </Text>
              {/* The colour says it too, but not to everybody. */}
              <Inline
                strong
                nowrap
                round="control"
                soft={severity}
                loud={severity === 'critical'}
                className={`${css.small} ${css.severity}`}
              >
                {i18n._(severityWords[severity])}
              </Inline>
            </Row>
            <Text tone="ink-2" className={css.large}>
              <Elapsed since={raisedAt} />
            </Text>
            <Text as="p" className={`${css.small} ${css.line}`}>
              <bdi>{[place, deviceName, wearer].filter(Boolean).join(' · ')}</bdi>
            </Text>
            <Text as="p" tone={takenBy ? 'ink-2' : 'critical'} className={`${css.small} ${css.line}`}>
              {takenBy ? (
                <Trans>
                  Taken by <bdi>{takenBy}</bdi>
                </Trans>
              ) : (
                <Trans>Nobody has taken it yet</Trans>
              )}
            </Text>
          </li>
        ))}
      </List>
    </aside>
  )
}
