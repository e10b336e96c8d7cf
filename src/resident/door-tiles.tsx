// The doors of a home: pressed, judged by the server, and told what became of it.
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Home, residentOpenDoor } from '../contract/endpoints/resident-page.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import { Icon } from '../ui/icons.tsx'
import { Card, Row, SectionTitle, Stack, Text } from '../ui/kit/parts.tsx'
import { newNonce, resultWords } from './opening.ts'
import { problemOf } from './problem-words.ts'

export function DoorTiles({ home }: { home: Home }) {
  const { i18n } = useLingui()
  const [busy, setBusy] = useState<number>()
  const [told, setTold] = useState<MessageDescriptor>()
  const open = async (deviceId: number) => {
    setBusy(deviceId)
    setTold(undefined)
    try {
      const { result } = await sendRequest(residentOpenDoor, { deviceId, nonce: newNonce() })
      setTold(resultWords[result])
    } catch (error) {
      setTold(problemOf(error))
    }
    setBusy(undefined)
  }
  return (
    <Card pad={3}>
      <Stack gap={2}>
        <Row justify="between" gap={2}>
          <SectionTitle>
            <Trans>Open my door</Trans>
          </SectionTitle>
          <Text tone="ink-3" size="small">
            <Trans>Every opening is written down</Trans>
          </Text>
        </Row>
        {home.doors.map(door => (
          <DoorButton
            key={door.deviceId}
            type="button"
            kind={door.online ? 'primary' : 'secondary'}
            disabled={busy !== undefined}
            onClick={() => void open(door.deviceId)}
          >
            <Icon name="door" />
            <bdi>{door.name}</bdi>
            <Text size="small">{door.online ? <Trans>online</Trans> : <Trans>offline</Trans>}</Text>
          </DoorButton>
        ))}
        {home.doors.length === 0 && (
          <Text as="p" tone="ink-2">
            <Trans>This home has no door that opens from here.</Trans>
          </Text>
        )}
        <Text as="p" role="status" mih="1.4em">
          {told && i18n._(told)}
        </Text>
      </Stack>
    </Card>
  )
}
