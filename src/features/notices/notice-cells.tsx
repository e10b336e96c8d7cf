// Cells of the message centre: what came, with a mark that says unread without its colour.

import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Icon } from '../../ui/icons.tsx'
import { Inline, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { iconOfNotice, kindWords, type NoticeRow } from './notice-words.ts'

export function NoticeKindCell({ row }: { row: NoticeRow }) {
  const { i18n } = useLingui()
  const unread = row.state === 'unread'
  return (
    <Inline gap={2} shrink fits strong={unread} tone={unread ? 'ink' : 'ink-2'} data-state={row.state}>
      <Text rigid square={2} round="full" ground={unread ? 'accent' : 'none'} aria-hidden="true" />
      <Text inline tone={row.kind === 'sos' ? 'critical' : 'same'}>
        <Icon name={iconOfNotice(row)} size={18} />
      </Text>
      <Text as="bdi" clip>
        {i18n._(kindWords[row.kind])}
      </Text>
    </Inline>
  )
}

/** Only what is unread is marked: the rest is the normal state of a letter. */
export function NoticeStateCell({ row }: { row: Pick<NoticeRow, 'state'> }) {
  if (row.state === 'read')
    return (
      <Text tone="ink-3">
        <Trans>Read</Trans>
      </Text>
    )
  return (
    <SeverityBadge tone="info">
      <Trans>Unread</Trans>
    </SeverityBadge>
  )
}
