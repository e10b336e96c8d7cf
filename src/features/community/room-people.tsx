// The people of a room: who still opens first, then who lives there, what opens for them, and what is owed for it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { wordsForError } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { peopleOptions } from './front-query.ts'
import { RoomBills } from './room-bills.tsx'
import { MoveIn, StayActions, Stays } from './room-moves.tsx'
import { residentRoleWords } from './room-words.ts'

export function RoomPeople({ id }: { id: number }) {
  const { i18n } = useLingui()
  const query = useQuery(peopleOptions(id))
  const people = query.data
  return (
    <>
      {query.isError && !people && (
        <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading variant="cards" count={3} />}
      {people && people.stillOpens.length > 0 && <StillOpens doors={people.stillOpens} />}
      {people && (
        <PeekSection title={<Trans>Residents</Trans>} aside={<MoveIn roomId={id} />}>
          <Stays roomId={id}>
            {people.people.length === 0 && (
              <Muted>
                <Trans>Nobody is registered here.</Trans>
              </Muted>
            )}
            {people.people.map(each => (
              <Row key={each.id} justify="between" align="start" gap={3}>
                <Stack gap="half" shrink>
                  <Text strong tone={each.state === 'ended' ? 'ink-3' : 'ink'}>
                    <bdi>{each.name}</bdi> <Text plain>{i18n._(residentRoleWords[each.role])}</Text>
                  </Text>
                  <Muted>
                    <bdi dir="ltr">{each.phone}</bdi>
                  </Muted>
                  {each.state === 'active' && <StayActions id={each.id} />}
                </Stack>
                <Stack gap="half" text="end" size="small" rigid>
                  <bdi dir="ltr">{each.fromDay}</bdi>
                  {each.untilDay !== null && (
                    <Muted>
                      <Trans>
                        until <bdi dir="ltr">{each.untilDay}</bdi>
                      </Trans>
                    </Muted>
                  )}
                </Stack>
              </Row>
            ))}
          </Stays>
        </PeekSection>
      )}
      {people && people.cards.length > 0 && (
        <PeekSection title={<Trans>Cards</Trans>}>
          <Stack gap={3}>
            {people.cards.map(card => (
              <Row key={card.id} justify="between" align="start" gap={3}>
                <Stack gap="half" shrink>
                  <Text as="bdi" strong>
                    {card.holderName}
                  </Text>
                  <Muted>
                    <bdi dir="ltr">{card.cardInfo}</bdi>
                  </Muted>
                </Stack>
                <Stack gap="half" text="end" items="end">
                  <SeverityBadge tone={card.waitingAt.length > 0 ? 'attention' : 'ok'}>
                    <Trans>
                      {card.confirmed} of {card.doors} confirmed
                    </Trans>
                  </SeverityBadge>
                  {card.waitingAt.length > 0 && <Muted>{card.waitingAt.join(', ')}</Muted>}
                </Stack>
              </Row>
            ))}
          </Stack>
        </PeekSection>
      )}
      {people && <RoomBills id={id} owed={people.owed} />}
    </>
  )
}

function StillOpens({
  doors,
}: {
  doors: readonly { holderName: string; doorName: string; doorId: number; since: number }[]
}) {
  return (
    <Box pad={4} ground="warning-soft" edgeBelow>
      <Stack gap={2}>
        {doors.map(door => (
          <Stack key={`${door.holderName} ${door.doorId}`} gap="half">
            <Row gap={2} tone="warning">
              <Icon name="alert" />
              <Text strong>
                <Trans>
                  <bdi>{door.holderName}</bdi> can still open <bdi>{door.doorName}</bdi>
                </Trans>
              </Text>
            </Row>
            <Text size="small">
              <Trans>
                Taken away <Age at={door.since} />; the door unit has not confirmed it yet.
              </Trans>
            </Text>
          </Stack>
        ))}
      </Stack>
    </Box>
  )
}
