// My day: the one thing to do next, for who walks rounds; all of it without a network too.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { onDutyAt } from '../../domain/duty/coverage.ts'
import { roundNow, roundsBeside, walkedOf } from '../../domain/duty/own-day.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useRights, useSession } from '../../resource/surroundings.ts'
import { tenantZone } from '../../resource/zone.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Forbidden, Loading } from '../../ui/states.tsx'
import { DutyCard } from './duty-card.tsx'
import { useOwnHandovers, useOwnRounds, useOwnShifts, useQueue, visitsOf } from './my-day-query.ts'
import { OpenSwaps } from './open-swaps.tsx'
import { OtherRounds } from './other-rounds.tsx'
import { RoundCard } from './round-card.tsx'
import { ToDo } from './to-do.tsx'
import { useNow } from './use-now.ts'

export function MyDayPage() {
  const may = useRights()
  return may('patrolRound.read') ? <MyDay /> : <Forbidden />
}

function MyDay() {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const tenant = useSession()?.user.tenantName ?? ''
  const now = useNow()
  const shifts = useOwnShifts(now)
  const rounds = useOwnRounds(now, shifts.data ?? [])
  const handovers = useOwnHandovers()
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: tenantZone(),
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(now)
  const [on] = onDutyAt(shifts.data ?? [], now)
  const next = shifts.data?.find(({ startsAt }) => startsAt > now)
  const queue = useQueue()
  const [chosenId, choose] = useState<number>()
  const first = roundNow(rounds.own, now, each => walkedOf(each.points, visitsOf(each, queue)))
  const chosen = first && roundsBeside(rounds.own, now, first).find(({ id }) => id === chosenId)
  const round = chosen ?? first
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'My day' })}>
        <Text tone="ink-2">
          <bdi>{day}</bdi> · <bdi>{tenant}</bdi>
        </Text>
      </PageHead>
      <Stack gap={3} atMost="medium" wide>
        <DutyCard on={on} next={next} now={now} handovers={handovers} />
        {round ? (
          <>
            <RoundCard
              key={round.id}
              round={round}
              number={
                1 + rounds.own.filter(each => each.day === round.day && each.startsAt < round.startsAt).length
              }
              now={now}
            />
            <OtherRounds rounds={roundsBeside(rounds.own, now, round)} now={now} onChoose={choose} />
          </>
        ) : rounds.data ? (
          <Empty
            icon="route"
            title={<Trans>No rounds today</Trans>}
            why={<Trans>Rounds appear here once a route is yours today.</Trans>}
          />
        ) : rounds.isError ? (
          <ErrorState what={i18n._(wordsForError(rounds.error))} onRetry={() => void rounds.refetch()} />
        ) : (
          <Loading variant="cards" count={3} />
        )}
        <ToDo />
        <OpenSwaps />
      </Stack>
    </PageFrame>
  )
}
