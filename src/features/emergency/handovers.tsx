// Handovers that wait: who takes over reads the note and confirms; until then the other one still has it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { openHandovers } from '../../domain/emergency/emergency-log.ts'
import { useActions } from '../../resource/actions.tsx'
import { useOnline, useSession } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { partWords } from './emergency-words.ts'
import { RoomCard, type RoomPart } from './room-card.tsx'

export function Handovers({ row, log }: RoomPart) {
  const { i18n, t } = useLingui()
  const me = useSession()?.user.id
  const online = useOnline()
  const { give } = useActions()
  const waiting = openHandovers(log.entries)
  if (waiting.length === 0) return null
  return (
    <RoomCard name={t`Handovers that wait`}>
      <Stack gap={3}>
        {waiting.map(({ id, at, userName, facts }) => (
          <Row key={id} wrap gap={3} align="start">
            <Stack grow shrink gap="half" grows="medium">
              <Text strong breaks>
                {i18n._(partWords[facts.part])}
                {': '}
                <bdi>{userName}</bdi> → <bdi>{facts.name}</bdi>
              </Text>
              <Text lines breaks>
                <bdi>{facts.text}</bdi>
              </Text>
              <Text size="small" tone="ink-2">
                <bdi dir="ltr">{formatMoment(at)}</bdi>
              </Text>
            </Stack>
            {facts.userId === me ? (
              <Button
                leftSection={<Icon name="check" />}
                disabled={!online}
                onClick={() => void give('accept', [row], { entry: id })}
              >
                <Trans>I take over</Trans>
              </Button>
            ) : (
              <Text tone="attention">
                <Trans>Not confirmed yet</Trans>
              </Text>
            )}
          </Row>
        ))}
      </Stack>
    </RoomCard>
  )
}
