// The panel of a post: how many hold it and how many are needed, in words, and who they are.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { post } from '../../domain/people/post.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { useRelatedView } from '../../resource/related-views.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'

type Post = RowOf<typeof post>

export function PostPeek({ post: row }: { post: Post }) {
  const { t } = useLingui()
  const may = useRights()
  const people = useRelatedView('worker')
  const { holderCount, minHeads } = row
  const missing = minHeads - holderCount
  return (
    <>
      <PeekSection>
        <Text as="p" tone={missing > 0 ? 'warning' : 'ink-2'} size="small" below={2}>
          {minHeads === 0 ? (
            <Trans>{holderCount} hold it. No number is needed.</Trans>
          ) : missing > 0 ? (
            <Trans>
              {holderCount} hold it, {minHeads} are needed at once: {missing} too few.
            </Trans>
          ) : (
            <Trans>
              {holderCount} hold it, {minHeads} are needed at once.
            </Trans>
          )}
        </Text>
        <Facts
          facts={[
            { id: 'area', label: t`Area`, value: row.area },
            { id: 'department', label: t`Department`, value: row.departmentName },
            { id: 'roster', label: t`On the roster`, value: row.onRoster ? t`Yes` : t`No` },
            { id: 'note', label: t`Note`, value: row.note },
          ]}
        />
      </PeekSection>
      {people && may('worker.read') && (
        <PeekSection title={<Trans>Who holds it</Trans>}>
          <RelatedList
            view={people}
            query={{ postId: row.id }}
            size={8}
            none={t`Nobody holds it.`}
            all={`/manageUser?postId=${row.id}`}
            onOpen={each => window.location.assign(`#/manageUser?open=${each.id}`)}
          />
        </PeekSection>
      )}
    </>
  )
}
