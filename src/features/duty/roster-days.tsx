// The roster on a phone: one day after the other, one's own shifts marked.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { Box, List, Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import type { Shift } from './roster-query.ts'
import type { ShownRoster } from './shown-roster.ts'
import { dayAt, sameDay, spanText } from './time-words.ts'

interface RosterDaysProps {
  roster: ShownRoster
  now: number
  onOpen: (id: number) => void
}

export function RosterDays({ roster, now, onOpen }: RosterDaysProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const own = useSession()?.user.id
  const { days, startsAt, endsAt } = roster.week
  const [chosen, setChosen] = useState<number>()
  const day = days.find(each => each === chosen) ?? days.find(each => sameDay(each, now)) ?? startsAt
  const next = days[days.indexOf(day) + 1] ?? endsAt
  const mine = roster.shifts.filter(shift => shift.accountId === own && shift.endsAt > now)
  return (
    <Stack gap={3}>
      {mine.length > 0 && (
        <Stack as="section" gap={2}>
          <SectionTitle>
            <Trans>My shifts</Trans>
          </SectionTitle>
          <Shifts shifts={mine} onOpen={onOpen} own={own} />
        </Stack>
      )}
      <Row scroll="x" noBar gap={1} role="group" aria-label={t`Day`}>
        {days.map(each => (
          <button
            key={each}
            type="button"
            aria-pressed={each === day}
            onClick={() => setChosen(each)}
            className={look({
              bare: true,
              pointer: true,
              padX: 3,
              atLeast: 'finger',
              round: 'control',
              nowrap: true,
              chosen: true,
              hovers: true,
            })}
          >
            {dayAt(each, locale)}
          </button>
        ))}
      </Row>
      {roster.posts.map(({ post, gaps }) => {
        const shifts = roster.shifts.filter(
          shift => shift.postId === post.id && shift.startsAt < next && shift.endsAt > day,
        )
        const open = gaps.filter(gap => gap.startsAt < next && gap.endsAt > day)
        return (
          <Stack as="section" key={post.id} gap={1}>
            <Text as="h3" strong>
              <bdi>{post.name}</bdi>
            </Text>
            <Shifts shifts={shifts} onOpen={onOpen} own={own} />
            {open.map(gap => (
              <Row key={gap.startsAt} gap={2} pad={2} round="control" soft="critical">
                <Text strong>
                  <Trans context="roster">Gap</Trans>
                </Text>
                <bdi>{spanText(gap.startsAt, gap.endsAt, locale)}</bdi>
              </Row>
            ))}
          </Stack>
        )
      })}
    </Stack>
  )
}

interface ShiftsProps {
  shifts: readonly Shift[]
  own: number | undefined
  onOpen: (id: number) => void
}

function Shifts({ shifts, own, onOpen }: ShiftsProps) {
  const locale = useIntlLocale()
  if (shifts.length === 0) return null
  return (
    <List card rigid pad={0}>
      {shifts.map(shift => (
        <Box as="li" key={shift.id} edgeBelow lastBare>
          <button
            type="button"
            onClick={() => onOpen(shift.id)}
            className={look({
              bare: true,
              wide: true,
              pointer: true,
              padX: 3,
              padY: 2,
              atLeast: 'finger',
              text: 'start',
            })}
          >
            <Row justify="between" gap={2}>
              <Text as="bdi" strong={shift.accountId === own}>
                {shift.workerName}
              </Text>
              {shift.state === 'draft' && (
                <SeverityBadge tone="new">
                  <Trans context="roster">Draft</Trans>
                </SeverityBadge>
              )}
            </Row>
            <Muted>
              <bdi>{spanText(shift.startsAt, shift.endsAt, locale)}</bdi>
              {shift.accountId === own && (
                <>
                  {' · '}
                  <bdi>{shift.postName}</bdi>
                </>
              )}
            </Muted>
          </button>
        </Box>
      ))}
    </List>
  )
}
