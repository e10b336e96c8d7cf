// Departments as a tree, with the people of the chosen one.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { user } from '../../domain/access/access.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import { TreePage } from '../../resource/tree-page.tsx'
import type { Row } from '../../resource/view.ts'
import { Box, List, Stack, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { statusWords } from './access-words.ts'
import { departmentView } from './department.view.tsx'

const SHOWN = 50

const nodeOf = (row: Row) => ({
  title: String(row.name),
  icon: 'group' as const,
  aside: typeof row.userCount === 'number' && row.userCount > 0 ? row.userCount : undefined,
})

export function DepartmentPage() {
  return (
    <TreePage
      view={departmentView}
      nodeOf={nodeOf}
      childOf={row => ({ parentId: row.id })}
      more={row => <PeopleOf departmentId={row.id} />}
    />
  )
}

function PeopleOf({ departmentId }: { departmentId: number }) {
  const may = useRights()
  return may('user.read') ? <PeopleList departmentId={departmentId} /> : null
}

function PeopleList({ departmentId }: { departmentId: number }) {
  const { i18n, t } = useLingui()
  const people = useQuery(pageOptions(user, { page: 1, size: SHOWN, sort: 'name', departmentId }))
  // The people of the node before must not stand under this one.
  const page = people.isPlaceholderData ? undefined : people.data
  return (
    <PeekSection
      title={t`People`}
      aside={
        page && (
          <Text plain tone="ink-3">
            {page.total}
          </Text>
        )
      }
    >
      {!page ? (
        people.isError ? (
          <ErrorState what={i18n._(wordsForError(people.error))} onRetry={() => void people.refetch()} />
        ) : (
          <Loading variant="list" count={4} />
        )
      ) : page.total === 0 ? (
        <Text as="p" pad={2} tone="ink-2">
          <Trans>Nobody is in this department. Put people into it from the list of users.</Trans>
        </Text>
      ) : (
        <List stack>
          {page.list.map(person => {
            const word = statusWords[person.status]
            return (
              <Box
                as="li"
                key={person.id}
                row
                justify="between"
                gap={3}
                atLeast="target"
                padY={2}
                edgeBelow
                lastBare
              >
                <Stack as="span" shrink>
                  <bdi>{person.name}</bdi>
                  <Text as="bdi" size="caption" tone="ink-3" clip>
                    {[person.username, ...person.roleNames].join(' · ')}
                  </Text>
                </Stack>
                <SeverityBadge tone={word.tone}>{i18n._(word.label)}</SeverityBadge>
              </Box>
            )
          })}
        </List>
      )}
    </PeekSection>
  )
}
