// One round in the panel: each point in order with what became of it, and how it was proved.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RoundPoint, RoundVisit } from '../../domain/duty/patrol.ts'
import { type PlannedRound, standingsOf } from '../../domain/duty/round.ts'
import { timeOfAges } from '../../ui/clock.ts'
import { List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PointMark } from './point-mark.tsx'
import { clockAt } from './time-words.ts'
import { useWayWords } from './visit-words.ts'

interface Shown extends PlannedRound {
  points: readonly RoundPoint[]
  visits: readonly RoundVisit[]
}

export function RoundPeek({ row }: { row: Shown }) {
  const { t } = useLingui()
  const ways = useWayWords()
  const standings = standingsOf(row, row.visits, timeOfAges())
  return (
    <List as="ol" stack gap={3} aria-label={t`Points`}>
      {row.points.map((point, at) => {
        const standing = standings[at]
        if (!standing) return null
        const { visit } = standing
        const notes = row.visits.filter(each => each.pointId === point.id && each.note)
        return (
          <Row as="li" key={point.id} align="start" gap={3}>
            <PointMark state={standing.state} number={at + 1} />
            <Stack gap="half" shrink>
              <Text as="bdi" medium>
                {point.name}
              </Text>
              {visit ? (
                <Muted>
                  <bdi>
                    {[
                      clockAt(visit.at),
                      ways[visit.way],
                      visit.userName,
                      ...(visit.reading === null ? [] : [`${visit.reading} ${point.readingUnit ?? ''}`]),
                    ].join(' · ')}
                  </bdi>
                </Muted>
              ) : (
                <Muted>
                  <Trans>Due {clockAt(point.dueAt)}</Trans>
                </Muted>
              )}
              {standing.state === 'late' && (
                <Text size="small" tone="warning">
                  <Trans>{standing.lateMinutes} min late</Trans>
                </Text>
              )}
              {visit && !visit.proved && visit.way !== 'hand' && (
                <Text size="small" tone="warning">
                  <Trans>Neither the label nor the place proves it</Trans>
                </Text>
              )}
              {notes.map(each => (
                <Text key={each.at} as="bdi" size="small" tone="ink-2">
                  {each.note}
                </Text>
              ))}
            </Stack>
          </Row>
        )
      })}
    </List>
  )
}
