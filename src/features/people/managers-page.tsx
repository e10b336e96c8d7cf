// Who is in charge: how to reach them, what is theirs to do today, who is on duty and who is away.
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsForError } from '../../resource/error-words.ts'
import { leaveKindWords } from '../../resource/leave-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { CallButton } from '../../ui/call-button.tsx'
import { Face } from '../../ui/face.tsx'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Card, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { inChargeOptions, type PersonInCharge } from './people-query.ts'

/** Whoever is on duty stands first, whoever is away last. */
const rank = ({ onDutyUntil, leave, lateWork }: PersonInCharge): number =>
  onDutyUntil !== null ? 0 : leave !== null ? 3 : lateWork > 0 ? 1 : 2

export function ManagersPage() {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const [wanted, setWanted] = useState('')
  const people = useQuery(inChargeOptions())
  if (!may('worker.read')) return <Forbidden />
  const title = t({ context: 'page', message: 'Site management' })
  const found = (people.data ?? [])
    .filter(({ name, phone, postName, departmentName }) =>
      [name, phone, postName, departmentName].some(text =>
        text?.toLowerCase().includes(wanted.toLowerCase()),
      ),
    )
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  return (
    <PageFrame scrolls>
      <PageHead
        title={title}
        count={people.data?.length}
        end={
          <TextInput
            type="search"
            aria-label={t`Search`}
            placeholder={t`Name, phone, post`}
            value={wanted}
            onChange={event => setWanted(event.currentTarget.value)}
          />
        }
      >
        {!online && people.data && <StaleBadge at={people.dataUpdatedAt} />}
      </PageHead>
      {people.data ? (
        found.length === 0 ? (
          <Empty
            icon="users"
            title={wanted === '' ? t`Nobody here has a login` : t`Nothing found`}
            why={t`Whoever works here and has a login stands here with their phone and their work.`}
          />
        ) : (
          <Stack tiles="large" gap={3}>
            {found.map(person => (
              <PersonCard key={person.id} person={person} />
            ))}
          </Stack>
        )
      ) : people.isError ? (
        <ErrorState what={i18n._(wordsForError(people.error))} onRetry={() => void people.refetch()} />
      ) : (
        <Loading variant="detail" count={4} />
      )}
    </PageFrame>
  )
}

function PersonCard({ person }: { person: PersonInCharge }) {
  const { i18n, t } = useLingui()
  const { lateWork, openWork } = person
  return (
    <Card as="article" pad={3}>
      <Row gap={3} align="start">
        <Face name={person.name} size="small" />
        <Stack grow shrink gap={1}>
          <a
            className={look({ tone: 'ink', strong: true, quietLink: true })}
            href={`#/manageUser?open=${person.id}`}
          >
            {person.name}
          </a>
          <Muted>{[person.postName, person.trade, person.departmentName].filter(Boolean).join(' · ')}</Muted>
          <Row wrap gap={1}>
            {person.onDutyUntil !== null && <SeverityBadge tone="ok">{t`On duty`}</SeverityBadge>}
            {person.leave && (
              <SeverityBadge tone="info">{i18n._(leaveKindWords[person.leave].label)}</SeverityBadge>
            )}
            {lateWork > 0 && <SeverityBadge tone="warning">{t`${lateWork} late`}</SeverityBadge>}
          </Row>
        </Stack>
        {person.phone && <CallButton number={person.phone} />}
      </Row>
      <Box above={3}>
        <Facts
          facts={[
            { id: 'phone', label: t`Phone`, value: person.phone && <bdi dir="ltr">{person.phone}</bdi> },
            {
              id: 'duty',
              label: t`On duty until`,
              value: person.onDutyUntil !== null && <bdi dir="ltr">{formatMoment(person.onDutyUntil)}</bdi>,
            },
            {
              id: 'work',
              label: t`Open work`,
              value:
                openWork > 0 ? (
                  <a
                    className={look({ tone: 'accent', inline: true })}
                    href={`#/workItems?assigneeId=${person.id}`}
                  >
                    {openWork}
                  </a>
                ) : (
                  t`none`
                ),
            },
            {
              id: 'next',
              label: t`Next due`,
              value: person.nextDueOn && <bdi dir="ltr">{person.nextDueOn}</bdi>,
            },
          ]}
        />
        {!person.phone && (
          <Text as="p" size="small" tone="ink-3">
            <Trans>No phone number is known.</Trans>
          </Text>
        )}
      </Box>
    </Card>
  )
}
