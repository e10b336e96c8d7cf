// Rounds that are on beside the one that is shown: which one is walked is for the person to say.
import { Trans, useLingui } from '@lingui/react/macro'
import { standingsOf } from '../../domain/duty/round.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Muted, Stack, Text } from '../../ui/kit/parts.tsx'
import { type PatrolRound, useQueue, visitsOf } from './my-day-query.ts'
import { clockAt } from './time-words.ts'

interface OtherRoundsProps {
  rounds: readonly PatrolRound[]
  now: number
  onChoose: (roundId: number) => void
}

export function OtherRounds({ rounds, now, onChoose }: OtherRoundsProps) {
  const { t } = useLingui()
  const queue = useQueue()
  if (rounds.length === 0) return null
  return (
    <List card rigid pad={0} aria-label={t`Other rounds now`}>
      {rounds.map(round => {
        const there = standingsOf(round, visitsOf(round, queue), now).filter(({ visit }) => visit).length
        return (
          <Stack as="li" key={round.id} edgeBelow lastBare>
            <button
              type="button"
              className={look({ bare: true, pointer: true, row: true, gap: 3, pad: 4, text: 'start' })}
              onClick={() => onChoose(round.id)}
            >
              <Icon name="route" />
              <Stack grow shrink gap="half">
                <Text strong>
                  <bdi>{round.name}</bdi>
                </Text>
                <Muted>
                  <bdi dir="ltr">{`${clockAt(round.startsAt)}–${clockAt(round.endsAt)}`}</bdi>
                </Muted>
              </Stack>
              <Text>
                <Trans>
                  {there} of {round.points.length}
                </Trans>
              </Text>
            </button>
          </Stack>
        )
      })}
    </List>
  )
}
