// The gathering points for who leads: who counts there, how many names and heads, and how many of its list are missing.
import { Trans, useLingui } from '@lingui/react/macro'
import { countAt } from '../../domain/muster/head-count.ts'
import { List, Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { clockAt } from './clock-text.ts'
import { Difference } from './heads-count.tsx'
import type { MusterRow, ShownRoll } from './use-roll.tsx'

export function PointsCard({ row, roll }: { row: MusterRow; roll: ShownRoll }) {
  const { t } = useLingui()
  const wardenOf = new Map(row.wardens.map(({ id, name }) => [id, name]))
  return (
    <Stack card one gap={3} as="section" aria-label={t`Gathering points`}>
      <SectionTitle>
        <Trans>Gathering points</Trans>
      </SectionTitle>
      <List stack gap={3}>
        {row.points.map(point => {
          const { counted, names } = countAt(point.key, roll.counts, roll.standings.values())
          const silent = roll.people.filter(
            ({ key, point: list }) => list === point.key && roll.standings.get(key)?.state === 'unaccounted',
          ).length
          return (
            <Stack as="li" key={point.key} gap="half" data-gathering={point.name}>
              <Row justify="between" gap={2} wrap>
                <Text strong breaks>
                  <bdi>{point.name}</bdi>
                </Text>
                <Text size="small" tone={silent > 0 ? 'accent' : 'ok'} strong>
                  <Trans>{silent} unaccounted for</Trans>
                </Text>
              </Row>
              <Muted>
                <bdi>{point.wardenIds.flatMap(id => wardenOf.get(id) ?? []).join(', ') || t`No warden`}</bdi>
              </Muted>
              {counted ? (
                <>
                  <Text size="caption" tone="ink-2">
                    <Trans>
                      {counted.heads} heads, {names} names, counted {clockAt(counted.at)}
                    </Trans>
                  </Text>
                  <Difference heads={counted.heads} names={names} />
                </>
              ) : (
                <Text size="caption" tone="ink-2">
                  <Trans>{names} names, heads not counted yet</Trans>
                </Text>
              )}
            </Stack>
          )
        })}
      </List>
    </Stack>
  )
}
