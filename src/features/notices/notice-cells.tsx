// Cells of the message centre: what came, with a mark that says unread without its colour.

import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Icon } from '../../ui/icons.tsx'
import { Inline, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import css from './notice-cells.module.css'
import { iconOfNotice, kindWords, type NoticeRow } from './notice-words.ts'

export function NoticeKindCell({ row }: { row: NoticeRow }) {
  const { i18n } = useLingui()
  return (
    <Inline gap={2} shrink fits className={css.kind} data-state={row.state} data-kind={row.kind}>
      <Text rigid square={2} round="full" className={css.dot} aria-hidden="true" />
      <Icon name={iconOfNotice(row)} size={18} />
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
