// What a person in a call is told of its recording, and asked before it.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Icon } from '../../ui/icons.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import type { LineControl, LineMedia } from './call-line.ts'

interface RecordingNoteProps {
  recording: LineMedia['recording']
  driver: Pick<LineControl, 'agree'>
}

export function RecordingNote({ recording, driver }: RecordingNoteProps) {
  if (recording.is === 'none') return null
  const asks = recording.is === 'asked'
  return (
    <Row
      as="div"
      wrap
      gap={2}
      padX={5}
      padY={2}
      ground={asks ? 'attention-soft' : 'critical-soft'}
      tone="ink"
      role={asks ? 'alert' : 'status'}
    >
      <Icon name="record" size={18} />
      <Text grow shrink>
        {recording.is === 'asked' ? (
          <Trans>The other end wants to record this call. May your voice and your picture go into it?</Trans>
        ) : recording.is === 'asking' ? (
          recording.other ? (
            <Trans>The other end is asked whether this call may be recorded.</Trans>
          ) : (
            <Trans>Recording is being started…</Trans>
          )
        ) : recording.own ? (
          <Trans>You are recording this call. The other end knows.</Trans>
        ) : (
          <Trans>This call is being recorded.</Trans>
        )}
      </Text>
      {recording.is === 'asked' && (
        <Row gap={2}>
          <Button variant="default" onClick={() => driver.agree(false)}>
            <Trans>Do not record me</Trans>
          </Button>
          <Button onClick={() => driver.agree(true)}>
            <Trans>I agree</Trans>
          </Button>
        </Row>
      )}
      {recording.is === 'on' && !recording.own && recording.mayStop && (
        <Button variant="default" onClick={() => driver.agree(false)}>
          <Trans>I no longer agree</Trans>
        </Button>
      )}
    </Row>
  )
}
