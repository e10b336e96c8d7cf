// What was asked for and is not lived in: waiting, or refused with the reason.
import { Trans } from '@lingui/react/macro'
import type { ResidentState } from '../contract/endpoints/resident-page.ts'
import { Card, Stack, Text } from '../ui/kit/parts.tsx'

export function AskedList({ asked }: Pick<ResidentState, 'asked'>) {
  return asked.map(({ id, communityName, place, roomNo, state, reason }) => (
    <Card key={id} pad={3}>
      <Stack gap={1}>
        <Text strong>
          {communityName} · {place} · {roomNo}
        </Text>
        {state === 'applied' ? (
          <Text tone="ink-2">
            <Trans>The property management is looking at your request.</Trans>
          </Text>
        ) : (
          <Text tone="critical">
            <Trans>Refused: {reason}</Trans>
          </Text>
        )}
      </Stack>
    </Card>
  ))
}
