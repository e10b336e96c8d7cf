// The versions of a card, the newest first; an earlier one can be made the newest again.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { RowOf } from '../../domain/entity.ts'
import { responseCard } from '../../domain/response/response-card.ts'
import { useActions } from '../../resource/actions.tsx'
import { stepText } from '../../resource/response-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'

export function CardHistory({ card }: { card: RowOf<typeof responseCard> }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()(responseCard.commands.restoreVersion.permission)
  const { give } = useActions()
  return (
    <List stack gap={3} aria-label={t`Versions`}>
      {card.versions.map(({ number, createdAt, createdBy, steps }) => (
        <Stack as="li" key={number} gap={1} padAbove={2} edgeAbove>
          <Row wrap justify="between" gap={2}>
            <Text strong>
              <Trans>Version {number}</Trans>
            </Text>
            <Text size="caption" tone="ink-3">
              <bdi>{createdBy}</bdi> · <bdi dir="ltr">{formatMoment(createdAt)}</bdi>
            </Text>
            {may && number !== card.versionNumber && (
              <Button
                variant="default"
                size="compact-sm"
                disabled={!online}
                aria-label={t`Restore version ${number}`}
                onClick={() => void give('restoreVersion', [card], { number })}
              >
                <Trans>Restore</Trans>
              </Button>
            )}
          </Row>
          <Text as="p" size="small" tone="ink-2" breaks>
            <bdi>{steps.map(step => stepText(i18n, step)).join(' · ')}</bdi>
          </Text>
        </Stack>
      ))}
    </List>
  )
}
