// People with whether they are here, what says so and since when; contradictions are said.
import { Trans, useLingui } from '@lingui/react/macro'
import { leaveKindWords } from '../../resource/leave-words.ts'
import { Age } from '../../ui/age.tsx'
import { CallButton } from '../../ui/call-button.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import type { PresentPerson } from './people-query.ts'
import { figureOf } from './presence-groups.ts'
import { figureWords, signWords } from './presence-words.ts'

/** More are found by the groups and figures. */
const MOST_SHOWN = 200

export function PresentPeople({ people }: { people: readonly PresentPerson[] }) {
  const rest = people.length - MOST_SHOWN
  return (
    <>
      <List stack gap={1} above={2}>
        {people.slice(0, MOST_SHOWN).map(person => (
          <PresentLine key={person.id} person={person} />
        ))}
      </List>
      {rest > 0 && (
        <Muted as="p">
          <Trans>{rest} more. Choose a group to see them.</Trans>
        </Muted>
      )}
    </>
  )
}

function PresentLine({ person }: { person: PresentPerson }) {
  const { i18n, t } = useLingui()
  const { label, tone } = figureWords[figureOf(person)]
  return (
    <Row as="li" wrap gap={2} padY={1} edgeBelow lastBare>
      <Stack grow shrink gap={0}>
        <a
          className={look({ tone: 'ink', medium: true, quietLink: true })}
          href={`#/manageUser?open=${person.id}`}
        >
          {person.name}
        </a>
        <Muted>
          {person.by && person.since !== null ? (
            <>
              {i18n._(signWords[person.by])} · <Age at={person.since} />
            </>
          ) : person.leave ? (
            i18n._(leaveKindWords[person.leave].label)
          ) : person.wears ? (
            t`The device is silent, and there is no punch.`
          ) : (
            t`No punch, and no device worn.`
          )}
          {person.contradicted && <Text tone="warning"> · {t`another sign says the contrary`}</Text>}
        </Muted>
      </Stack>
      <SeverityBadge tone={tone}>{i18n._(label)}</SeverityBadge>
      {person.phone && <CallButton number={person.phone} />}
    </Row>
  )
}
