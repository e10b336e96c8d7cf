// Who is here by post and trade: how many are needed, how many are here, and who stands behind each figure.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { Card, LineButton, List, Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { presenceOptions, usePresenceLive } from './people-query.ts'
import { type Figure, figureOf, figures, groupBy, type PresenceGroup } from './presence-groups.ts'
import { figureWords } from './presence-words.ts'
import { PresentPeople } from './present-people.tsx'

interface PersonnelSearch {
  by?: 'post' | 'trade' | undefined
  group?: string | undefined
  state?: Figure | undefined
}

const readSearch = (raw: Readonly<Record<string, unknown>>): PersonnelSearch => ({
  by: raw.by === 'trade' ? 'trade' : undefined,
  group: raw.group === undefined ? undefined : String(raw.group),
  state: figures.find(figure => figure === raw.state),
})

export function PersonnelPage({ search: raw }: { search: Readonly<Record<string, unknown>> }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const may = useRights()
  const online = useOnline()
  const search = readSearch(raw)
  const change = useChangeSearch(search)
  const presence = useQuery(presenceOptions())
  usePresenceLive()
  if (!may('worker.read')) return <Forbidden />
  const title = t({ context: 'page', message: 'Site personnel' })
  if (!presence.data)
    return (
      <PageFrame scrolls>
        <PageHead title={title} />
        {presence.isError ? (
          <ErrorState what={i18n._(wordsForError(presence.error))} onRetry={() => void presence.refetch()} />
        ) : (
          <Loading variant="detail" count={6} />
        )}
      </PageFrame>
    )
  const { people, posts } = presence.data
  const by = search.by ?? 'post'
  const groups = groupBy(by, people, posts)
  const chosen = groups.find(({ key }) => key === search.group)
  const listed = (chosen?.people ?? people).filter(
    each => search.state === undefined || figureOf(each) === search.state,
  )
  return (
    <PageFrame scrolls>
      <PageHead
        title={title}
        count={people.length}
        end={
          <SegmentedFilter
            label={t`Group by`}
            segments={[
              { value: 'post', label: t`By post` },
              { value: 'trade', label: t`By trade` },
            ]}
            value={by}
            onChange={next => change({ by: next === 'post' ? undefined : next, group: undefined })}
          />
        }
      >
        {!online && <StaleBadge at={presence.dataUpdatedAt} />}
      </PageHead>
      {people.length === 0 ? (
        <Empty
          icon="users"
          title={t`Nobody is listed yet`}
          why={t`Add the people who work here under site staff.`}
        />
      ) : (
        <>
          <Stack tiles="small" gap={3}>
            {figures.map(figure => (
              <button
                key={figure}
                type="button"
                aria-pressed={search.state === figure}
                className={look({
                  card: true,
                  stack: true,
                  gap: 1,
                  pad: 3,
                  text: 'start',
                  chosen: true,
                  hovers: true,
                })}
                onClick={() => change({ state: search.state === figure ? undefined : figure })}
              >
                <Text size="figure" strong>
                  {numberFormat(locale).format(people.filter(each => figureOf(each) === figure).length)}
                </Text>
                <Text size="small" tone="ink-2">
                  {i18n._(figureWords[figure].label)}
                </Text>
              </button>
            ))}
          </Stack>
          <Stack even oneWhenNarrow gap={4} align="start">
            <Card as="section" pad={3}>
              <SectionTitle>{by === 'post' ? t`By post` : t`By trade`}</SectionTitle>
              <List stack gap={1} above={2}>
                {groups.map(group => (
                  <li key={group.key}>
                    <GroupLine
                      group={group}
                      chosen={group.key === search.group}
                      onChoose={() => change({ group: group.key === search.group ? undefined : group.key })}
                    />
                  </li>
                ))}
              </List>
            </Card>
            <Card as="section" pad={3}>
              <Row wrap gap={2} justify="between">
                <SectionTitle>
                  {chosen ? (chosen.name ?? t`Without a post or trade`) : t`Everybody`}
                </SectionTitle>
                <Muted>{numberFormat(locale).format(listed.length)}</Muted>
              </Row>
              {listed.length === 0 ? (
                <Muted as="p">
                  <Trans>Nobody.</Trans>
                </Muted>
              ) : (
                <PresentPeople people={listed} />
              )}
            </Card>
          </Stack>
        </>
      )}
    </PageFrame>
  )
}

function GroupLine({
  group,
  chosen,
  onChoose,
}: {
  group: PresenceGroup
  chosen: boolean
  onChoose: () => void
}) {
  const { t } = useLingui()
  const { here, needed, unknown } = group
  const missing = Math.max(0, needed - here)
  return (
    <LineButton
      aria-pressed={chosen}
      wrap
      gap={2}
      pad={2}
      round="control"
      chosen
      atLeast="target"
      onClick={onChoose}
    >
      <Stack grow shrink gap={0}>
        <Text medium>{group.name ?? <Trans>Without a post or trade</Trans>}</Text>
        {group.area && <Muted>{group.area}</Muted>}
      </Stack>
      {missing > 0 && (
        <SeverityBadge tone={unknown >= missing ? 'attention' : 'warning'}>
          {unknown >= missing ? t`${missing} not known to be here` : t`${missing} missing`}
        </SeverityBadge>
      )}
      <Text size="small" tone="ink-2">
        {needed > 0 ? (
          <Trans>
            {here} here, {needed} needed
          </Trans>
        ) : (
          <Trans>
            {here} of {group.people.length} here
          </Trans>
        )}
      </Text>
    </LineButton>
  )
}
