// The panel of an announcement: its text, what the review said, and who has read and confirmed it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announcementReceipts } from '../../contract/endpoints/approval.ts'
import type { announcement } from '../../domain/announcement/announcement.ts'
import type { RowOf } from '../../domain/entity.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Facts } from '../../ui/facts.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { AnnouncementText } from './announcement-text.tsx'
import { audienceWords, receiptWords } from './announcement-words.ts'

type AnnouncementRow = RowOf<typeof announcement>

export function AnnouncementPeek({ row }: { row: AnnouncementRow }) {
  const { i18n, t } = useLingui()
  const named = [...row.departmentNames, ...row.postNames, ...row.communityNames].join(' · ')
  const moment = (at: number | null | undefined) => at != null && <bdi dir="ltr">{formatMoment(at)}</bdi>
  return (
    <>
      {row.state === 'draft' && row.reviewOutcome !== null && row.reviewOutcome !== 'approved' && (
        <Banner tone={row.reviewOutcome === 'rejected' ? 'critical' : 'warning'} icon="undo">
          {row.reviewOutcome === 'rejected' ? (
            <Trans>
              {row.reviewerName} rejected it: {row.reviewReason}
            </Trans>
          ) : (
            <Trans>
              {row.reviewerName} returned it: {row.reviewReason}
            </Trans>
          )}
        </Banner>
      )}
      <PeekSection title={<Trans>Text</Trans>}>
        <AnnouncementText content={row.content} pictures={row.pictures} />
      </PeekSection>
      <PeekSection title={<Trans>Whom and when</Trans>}>
        <Facts
          facts={[
            {
              id: 'audience',
              label: t`Audience`,
              value: named || i18n._(audienceWords[row.audience]),
            },
            { id: 'author', label: t`Written by`, value: row.authorName },
            { id: 'publisher', label: t`Published by`, value: row.publisherName },
            { id: 'reviewer', label: t`Reviewed by`, value: row.reviewerName },
            { id: 'publishAt', label: t`Publish at`, value: moment(row.publishAt) },
            { id: 'publishedAt', label: t`Published`, value: moment(row.publishedAt) },
            { id: 'expiresAt', label: t`Expires`, value: moment(row.expiresAt) },
          ]}
        />
      </PeekSection>
      {row.people > 0 && <Receipts row={row} />}
    </>
  )
}

function Receipts({ row }: { row: AnnouncementRow }) {
  const { i18n, t } = useLingui()
  const [shown, setShown] = useState<keyof typeof receiptWords>('unread')
  const { data, error, refetch } = useQuery({
    // What others read changes the announcement's figures, and with them this list.
    queryKey: ['entity', 'announcement', 'receipts', row.id, row.read, row.confirmed] as const,
    queryFn: ({ signal }) => sendRequest(announcementReceipts, { id: row.id }, { signal }),
  })
  const list = data?.filter(each => each.state === shown) ?? []
  const count = (state: keyof typeof receiptWords) => data?.filter(each => each.state === state).length ?? 0
  const states = row.mustConfirm ? (['unread', 'read', 'confirmed'] as const) : (['unread', 'read'] as const)
  return (
    <PeekSection title={<Trans>Who has read it</Trans>}>
      <Stack gap={3}>
        <SegmentedFilter
          label={t`Who has read it`}
          value={shown}
          onChange={setShown}
          segments={states.map(state => ({
            value: state,
            label: i18n._(receiptWords[state].label),
            count: count(state),
          }))}
        />
        {error && !data ? (
          <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading variant="list" count={3} />
        ) : (
          <List gap={1} stack>
            {list.length === 0 && (
              <Text as="li" tone="ink-3" size="small">
                <Trans>Nobody</Trans>
              </Text>
            )}
            {list.map(each => (
              <Row as="li" key={each.accountId} justify="between" gap={2}>
                <bdi>{[each.name, each.departmentName].filter(Boolean).join(' · ')}</bdi>
                <Text tone="ink-3" size="small" nowrap>
                  {(each.confirmedAt ?? each.readAt) !== null && (
                    <bdi dir="ltr">{formatMoment(each.confirmedAt ?? each.readAt ?? 0)}</bdi>
                  )}
                </Text>
              </Row>
            ))}
          </List>
        )}
      </Stack>
    </PeekSection>
  )
}
